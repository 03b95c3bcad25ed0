// The id that an entity with several ids gets: by chains, circles and names within others, in whatever order they come.

import { expect } from 'chai'
import { createIdAliases } from '../../src/load/linking/canonical-ids.ts'
import { readData } from '../support/data.ts'

type Fact = readonly [other: string, id: string] | readonly [id: string, of: string, name: string]

/** Title, aliases and names within others, the id that each id gets where it is another. */
const rows = readData<[title: string, facts: Fact[], chosen: Record<string, string>][]>(
  'sources/canonical-ids.json',
)

function chosenOf(facts: readonly Fact[]): Record<string, string> {
  const ids = createIdAliases()
  for (const fact of facts) if (fact.length === 2) ids.alias(...fact)
  for (const fact of facts) if (fact.length === 3) ids.scopedName(...fact)
  const chosen = ids.end()
  const changed = [...new Set(facts.flat())].filter((id) => chosen.of(id) !== id).sort()
  return Object.fromEntries(changed.map((id) => [id, chosen.of(id)]))
}

describe('the id of an entity with several:', () => {
  for (const [title, facts, expected] of rows)
    it(title, () => {
      for (let i = 0; i < facts.length; i++) {
        const turned = [...facts.slice(i), ...facts.slice(0, i)]
        expect(chosenOf(turned), `turned by ${i}`).to.deep.equal(expected)
        expect(chosenOf(turned.reverse()), `turned by ${i}, reversed`).to.deep.equal(expected)
      }
    })
})
