// The id that an entity with several ids gets: by chains, circles and names within others, in whatever order they come.

import { expect } from 'chai'
import { createIdAliases } from '../../src/load/linking/canonical-ids.ts'

type Fact = readonly [other: string, id: string] | readonly [id: string, of: string, name: string]

/** Title, aliases and names within others, the id that each id gets where it is another. */
const rows: [title: string, facts: Fact[], chosen: Record<string, string>][] = [
  ['an alias', [['b', 'a']], { b: 'a' }],
  ['an alias that comes first by code point', [['a', 'b']], { a: 'b' }],
  [
    'a chain',
    [
      ['a', 'b'],
      ['b', 'd'],
      ['d', 'c'],
    ],
    { a: 'c', b: 'c', d: 'c' },
  ],
  [
    'an alias of two is that of the first, and these stay two',
    [
      ['x', 'b'],
      ['x', 'a'],
    ],
    { x: 'a' },
  ],
  [
    'aliases of each other',
    [
      ['b', 'a'],
      ['a', 'b'],
      ['c', 'b'],
      ['b', 'c'],
    ],
    { b: 'a', c: 'a' },
  ],
  [
    'aliases of each other, one of which is that of a third',
    [
      ['b', 'a'],
      ['a', 'b'],
      ['b', 'z'],
    ],
    { a: 'z', b: 'z' },
  ],
  [
    'a circle, and what leads to it',
    [
      ['a', 'c'],
      ['c', 'b'],
      ['b', 'a'],
      ['x', 'c'],
    ],
    { b: 'a', c: 'a', x: 'a' },
  ],
  ['a name in one other is no alias', [['g', 'a', '1']], {}],
  [
    'two of one name in one other',
    [
      ['h', 'a', '1'],
      ['g', 'a', '1'],
      ['i', 'a', '2'],
    ],
    { h: 'g' },
  ],
  [
    'two of one name in two that are one by a chain, with an alias of their own',
    [
      ['h', 'a', '1'],
      ['g', 'b', '1'],
      ['a', 'c'],
      ['b', 'c'],
      ['h', 'z'],
    ],
    { a: 'c', b: 'c', g: 'z', h: 'z' },
  ],
  [
    'names in what is one by its own names',
    [
      ['p', 'g', 'x'],
      ['q', 'h', 'x'],
      ['g', 'a', '1'],
      ['h', 'a', '1'],
    ],
    { h: 'g', q: 'p' },
  ],
]

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
