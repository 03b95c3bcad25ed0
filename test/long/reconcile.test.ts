/** Names of organisations of the snapshot with mistakes are found again among the first candidates. */

import { expect } from 'chai'
import type { Graph } from '../../src/query/graph.ts'
import { foldWords } from '../../src/model/values/word-query.ts'
import { createRandom, type Random } from '../support/random.ts'
import { getJson, startServer, type Json, type TestServer } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

const NAMES = 200
const SHARE = 0.95
const FIRST = 3
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A name with one slip of the fingers in a word of five letters or more: left out, doubled, swapped, another. */
function misspell(random: Random, name: string): string {
  const words = [...name.matchAll(/\p{L}{5,}/gu)]
  const word = random.pick(words)
  const at = word.index + random.below(word[0].length - 1)
  const [before, letter, next, after] = [name.slice(0, at), name[at]!, name[at + 1]!, name.slice(at + 2)]
  return random.pick([
    before + next + after,
    before + letter + letter + next + after,
    before + next + letter + after,
    before + random.pick([...LETTERS]) + next + after,
  ])
}

describe('reconciliation with the snapshot', function () {
  this.timeout(600_000)
  let graph: Graph
  let server: TestServer
  before(async function () {
    if (!hasSnapshot()) return this.skip()
    ;({ graph } = await openSnapshot())
    server = await startServer(graph)
  })
  after(async () => {
    await server?.close()
    await graph?.close()
  })

  it(`finds ${SHARE * 100} % of ${NAMES} misspelt organisations in the first ${FIRST}`, async () => {
    const random = createRandom(7)
    const type = graph.model.typeAt('organisations')!
    const named: { readonly iri: string; readonly name: string; readonly text: string }[] = []
    while (named.length < NAMES) {
      const [iri] = graph.list(type, random.below(graph.count(type)), 1) as [string]
      const name = graph.answer(type, iri)?.json.name
      if (typeof name !== 'string' || !/\p{L}{5,}/u.test(name)) continue
      named.push({ iri, name, text: misspell(random, name) })
    }
    const missed: string[] = []
    for (let at = 0; at < NAMES; at += 50) {
      const some = named.slice(at, at + 50)
      const queries = Object.fromEntries(
        some.map(({ text }, i) => [`q${i}`, { query: text, type: 'organisation', limit: FIRST }]),
      )
      const response = await fetch(`${server.root}/reconcile`, {
        method: 'POST',
        body: new URLSearchParams({ queries: JSON.stringify(queries) }),
      })
      expect(response.status).to.equal(200)
      const answer = (await response.json()) as Json
      some.forEach(({ iri, name, text }, i) => {
        const found = (answer[`q${i}`].result as Json[]).map(({ id }) => id as string)
        if (!found.includes(iri)) missed.push(`${text} (${name})`)
      })
    }
    console.log(`      ${NAMES - missed.length} of ${NAMES}; not: ${missed.join('; ')}`)
    expect(missed.length).to.be.at.most(NAMES * (1 - SHARE))
  })

  it('finds them by their names as they are, first', async () => {
    const random = createRandom(8)
    const type = graph.model.typeAt('organisations')!
    for (let i = 0; i < 50; i++) {
      const [iri] = graph.list(type, random.below(graph.count(type)), 1) as [string]
      const { name } = graph.answer(type, iri)!.json
      const queries = JSON.stringify({ q: { query: name as string, type: 'organisation' } })
      const { body } = await getJson(`${server.root}/reconcile?queries=${encodeURIComponent(queries)}`)
      const [first] = body.q.result as Json[]
      expect(first?.score, name as string).to.equal(95)
      expect(foldWords(first?.name as string), name as string).to.equal(foldWords(name as string))
    }
  })
})
