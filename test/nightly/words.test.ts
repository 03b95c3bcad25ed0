/** Searches for words in the snapshot: the same records as a plain evaluator, and first what somebody means. */

import { expect } from 'chai'
import { ownTask } from '../../src/admission/task.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { wordsCondition } from '../../src/filter/condition.ts'
import { parseWords } from '../../src/model/values/word-query.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { createRandom, type Random } from '../support/random.ts'
import type { Json } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'
import { createWordEvaluator, wordsIn, type WordEvaluator } from '../support/word-evaluator.ts'

const QUERIES = 1000
const MEANT = 200
const FIRST = 5
const SHARE = 0.95

describe('words in the snapshot', function () {
  this.timeout(1_200_000)
  let graph: Graph
  let words: WordEvaluator
  const lists = new Map<EntityType, readonly Json[]>()
  before(async function () {
    if (!hasSnapshot()) return this.skip()
    ;({ graph } = await openSnapshot())
    for (const type of graph.model.types)
      lists.set(
        type,
        graph
          .list(type, 0, graph.count(type))
          .flatMap((iri): Json[] => [graph.answer(type, iri)?.json ?? []].flat() as Json[]),
      )
    const byIri = new Map([...lists.values()].flat().map((one) => [one.local_identifier as string, one]))
    words = createWordEvaluator(graph.model, (value) => {
      const record = byIri.get((value as Json).local_identifier as string)
      return record ? [record] : []
    })
  })
  after(() => graph?.close())

  const find = async (type: EntityType, text: string): Promise<readonly string[]> =>
    (await graph.search(type, [wordsCondition(graph.model, type, text)])).slice()

  /** Some words of a record, whole or their beginnings, at times one of another record, at times a phrase. */
  function draw(random: Random, type: EntityType): string {
    const records = lists.get(type)!
    const from = (record: Json): string[] => {
      const { names, references, texts } = words.wordsOf(record, type)
      return wordsIn([names, references, random.chance(0.3) ? texts : ''].join(' '))
    }
    const all = from(random.pick(records))
    const some = Array.from({ length: 1 + random.below(4) }, () => random.pick(all)).filter(Boolean)
    const spelled = some.map((word) =>
      random.chance(0.2) ? word.slice(0, 1 + random.below(word.length)) : word,
    )
    if (random.chance(0.1)) spelled.push(random.pick(from(random.pick(records))) ?? 'none')
    return random.chance(0.1)
      ? `"${spelled.slice(0, 2).join(' ')}" ${spelled.slice(2).join(' ')}`
      : spelled.join(' ')
  }

  it(`finds what a plain evaluator finds, ${QUERIES} times`, async () => {
    const random = createRandom(5)
    const types = [...lists].flatMap(([type, records]) => (records.length > 0 ? [type] : []))
    const differences: string[] = []
    let found = 0
    for (let i = 0; i < QUERIES; i++) {
      const type = random.pick(types)
      const text = draw(random, type)
      const expected = lists
        .get(type)!
        .filter((record) => words.has(text, record, type))
        .map((record) => record.local_identifier as string)
      const actual = await find(type, text)
      found += actual.length > 0 ? 1 : 0
      if (actual.join(' ') !== expected.join(' '))
        differences.push(`${type.path} ${text}: ${actual.length} instead of ${expected.length}`)
    }
    expect(differences).to.deep.equal([])
    expect(found, 'queries that find something').to.be.above(QUERIES / 2)
  })

  /** A word of a title with one letter too few. */
  function misspell(random: Random, title: string): string {
    const long = title.split(' ').filter((word) => /^\p{L}{6,}$/u.test(word))
    const word = random.pick(long)
    const at = 1 + random.below(word.length - 2)
    return title.replace(word, word.slice(0, at) + word.slice(at + 1))
  }

  /** Products of a year by somebody of a name. */
  const worksOf = (name: string, year: string): number =>
    lists.get(graph.model.typeAt('products')!)!.filter((record) => {
      const { references } = words.wordsOf(record, graph.model.typeAt('products')!)
      return references.includes(` ${name} `) && references.includes(` ${year} `)
    }).length

  it(`has what is meant in the first ${FIRST} for ${SHARE * 100} %`, async () => {
    const random = createRandom(6)
    const type = graph.model.typeAt('products')!
    const missed = { words: [] as string[], title: [] as string[], year: [] as string[] }
    const counts = { words: 0, title: 0, year: 0 }
    for (let i = 0; i < MEANT;) {
      const record = random.pick(lists.get(type)!)
      const title = String([Object.values((record.titles ?? {}) as Json)].flat(2)[0] ?? '')
      const by = random.pick((record.contributions ?? []) as Json[])?.by as Json | undefined
      const manifestation = ((record.manifestations ?? []) as Json[])[0]
      const venue = manifestation?.biblio?.in as Json | undefined
      const year = String(manifestation?.dates?.publication?.[0] ?? '').slice(0, 4)
      const family = wordsIn(String(by?.name ?? '')).at(-1)
      const distinctive = wordsIn(title).filter((word) => word.length > 5)
      if (!family || !venue || !year || distinctive.length < 2 || !/\p{L}{6}/u.test(title)) continue
      const kind = (['words', 'title', 'year'] as const)[i % 3]!
      // Of more works of one name in one year, nobody could say which is meant.
      if (kind === 'year' && worksOf(family, year) > FIRST) continue
      if (kind === 'title' && !title.split(' ').some((word) => /^\p{L}{6,}$/u.test(word))) continue
      const text =
        kind === 'words'
          ? `${random.pick(distinctive)} ${family} ${wordsIn(String(venue.name))[0]}`
          : kind === 'title'
            ? misspell(random, title)
            : `${family} ${year}`
      i++
      counts[kind]++
      const query = async (words: string): Promise<readonly string[]> =>
        graph.sorted(
          type,
          [wordsCondition(graph.model, type, words)],
          { name: 'relevance', isDescending: false },
          0,
          FIRST,
        )
      let first = await query(text)
      if (first.length === 0) {
        // What the page shows then.
        const fewer = graph.names.mostWords(type, parseWords(text), ownTask)
        if (fewer) first = await query(fewer.text)
      }
      if (!first.includes(record.local_identifier as string)) missed[kind].push(text)
    }
    for (const kind of ['words', 'title', 'year'] as const)
      console.log(
        `      ${kind}: ${counts[kind] - missed[kind].length} of ${counts[kind]}; not: ${missed[kind].slice(0, 12).join('; ')}`,
      )
    expect(missed.words.length + missed.title.length + missed.year.length).to.be.at.most(MEANT * (1 - SHARE))
  })
})
