/**
 * What holds for all filters: any text survives, no text changes a query, conditions only take away and have
 * no order.
 */

import { expect } from 'chai'
import fc from 'fast-check'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sparqljs, { type Pattern, type SelectQuery } from 'sparqljs'
import { compile } from '../../src/filter/query/compile.ts'
import type { Condition } from '../../src/filter/condition.ts'
import { alternativesOf } from '../../src/filter/values/alternatives.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { drawConditions } from '../support/conditions.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { openGraph } from '../support/graphs.ts'
import { ignorance } from '../support/ignorance.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'
import { openOpinion } from '../support/second-opinion.ts'
import { isFullEffort, runs } from '../support/effort.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const BASE = 'https://base.example/'

const HOSTILE = [
  '"',
  "'",
  '\\',
  '"}',
  '} UNION { ?a ?b ?c } #',
  '" . ?entity ?p ?o . "',
  '\\" . ?s ?p ?o . \\"',
  '> . ?s ?p ?o . <',
  '#',
  '# comment\n',
  '/* */',
  '%22',
  '\u0000',
  '\n',
  '\r\n',
  '\t',
  '\u2028',
  '\u2029',
  '"""',
  "'''",
  '"@en',
  '"^^<x>',
  '.*',
  '^$',
  '(a+)+$',
  '[',
  '{}',
  '$1',
  '\\1',
  '?entity',
  '$entity',
  '<script>',
  'SELECT * { ?s ?p ?o }',
  '\\u0022',
  '\\U00000022',
  '%00',
  'é',
  'ﬁ',
  'İ',
  'ß',
  'ς',
  '😀',
  '\u202e',
  'constructor',
  '__proto__',
]

const textArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 4 })), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join(''))
      .filter((text) => text !== ''),
  },
)

const written = (conditions: readonly { key: string; value: string }[]): string =>
  `,${conditions.map(({ key, value }) => `${key}:${encodeURIComponent(value)}`).join(',')}`

describe('any text', () => {
  const RUNS = isFullEffort ? 10_000 : 200
  const BATCH = Math.min(500, RUNS)

  it('survives a filter: it is found exactly where it is, or one of its values between bars', async () => {
    const type = model.typeAt('organisations')!
    for (let batch = 0; batch < RUNS / BATCH; batch++) {
      const texts = fc.sample(textArbitrary, { numRuns: BATCH, seed: batch + 1 })
      const folder = temporaryFolder()
      const records = texts.map((name, i) => ({
        local_identifier: `o${i}`,
        entity_type: 'organisation',
        name,
        short_name: `x${name}y`,
      }))
      writeFileSync(join(folder, 'records.json'), JSON.stringify(records))
      await using graph = (await openGraph([folder], { model, base: BASE })).graph
      rmSync(folder, { recursive: true })
      const byText = new Map<string, string[]>()
      texts.forEach((text, i) => byText.set(text, [...(byText.get(text) ?? []), `${BASE}o${i}`].sort()))
      for (const text of byText.keys()) {
        const iris = [...new Set(alternativesOf(text).flatMap((one) => byText.get(one) ?? []))].sort()
        expect(
          (
            await graph.search(type, parseFilter([written([{ key: 'name', value: text }])], type, model))
          ).slice(),
          JSON.stringify(text),
        ).to.deep.equal(iris)
      }
      for (const [text, [iri]] of [...byText].slice(0, 20)) {
        expect(
          (
            await graph.search(
              type,
              parseFilter([written([{ key: 'cf.search.name', value: text }])], type, model),
            )
          ).slice(),
          JSON.stringify(text),
        ).to.include(iri)
      }
    }
  })

  /** Kinds of patterns and numbers of triples of a query. */
  function shapeOf(query: string): string {
    const shape: string[] = []
    const walk = (patterns: readonly Pattern[]): void => {
      for (const pattern of patterns) {
        shape.push(
          pattern.type === 'bgp'
            ? `bgp ${pattern.triples.length}`
            : pattern.type === 'values'
              ? 'values'
              : (pattern.type ?? ''),
        )
        if ('patterns' in pattern) walk(pattern.patterns)
      }
    }
    walk((new sparqljs.Parser().parse(query) as SelectQuery).where ?? [])
    return shape.join(', ')
  }

  it('never changes the number of patterns', () => {
    const quiet = { ...ignorance, spellingsOf: () => [], prefixesOf: () => [] }
    const filters = model.types
      .flatMap((type) => model.filtersOf(type).all.map((filter) => ({ type, filter })))
      .filter(
        ({
          filter: {
            row,
            path: { target },
          },
        }) => ['equals', 'contains'].includes(row.operator) && !['rdfType', 'type'].includes(target.kind),
      )
    const compiled = ({ type, filter }: (typeof filters)[number], value: string): string =>
      compile(type, [{ key: filter.key, filter, value }] as Condition[], {
        model,
        base: BASE,
        statistics: quiet,
      }).ids
    const plain = new Map(filters.map((one) => [one, shapeOf(compiled(one, 'x')).replace('values, ', '')]))
    fc.assert(
      fc.property(fc.constantFrom(...filters), textArbitrary, (one, text) => {
        expect(shapeOf(compiled(one, text)).replace('values, ', '')).to.equal(plain.get(one))
      }),
      {
        numRuns: RUNS,
        // A short run gives each filter one text of eight, and each text to one filter of eight.
        examples: filters.flatMap((one, i) =>
          HOSTILE.filter((_, j) => isFullEffort || (i + j) % 8 === 0).map(
            (text): [(typeof filters)[number], string] => [one, text],
          ),
        ),
      },
    )
  })
})

describe('condition lists', () => {
  const opinion = throughout(async () => {
    const source = await writeGenerated(sources.demo, { seed: 7, grants: 200, services: 60, citations: 200 })
    const opened = await openOpinion(source)
    rmSync(dirname(source.path), { recursive: true })
    return opened
  })

  const search = async (
    type: (typeof model.types)[number],
    conditions: readonly Condition[],
  ): Promise<readonly string[]> => (await opinion.graph.search(type, conditions)).slice()

  const draw = (seed: number): { type: (typeof model.types)[number]; conditions: Condition[] } => {
    const random = createRandom(seed)
    const type = random.pick(model.types.filter((one) => opinion.graph.count(one) > 0))
    const { keys } = model.filtersOf(type)
    const conditions = drawConditions(
      random,
      opinion.evaluator,
      type.path,
      keys,
      opinion.lists.get(type.path)!,
      random.pick(keys),
    )
    return { type, conditions: parseFilter([written(conditions)], type, model) }
  }

  it('never find more with one condition more', async () => {
    for (let seed = 1; seed <= runs(1000); seed++) {
      const { type, conditions } = draw(seed)
      for (let length = 0; length < conditions.length; length++) {
        const [fewer, more] = await Promise.all([
          search(type, conditions.slice(0, length)),
          search(type, conditions.slice(0, length + 1)),
        ])
        const known = new Set(fewer)
        expect(
          more.filter((iri) => !known.has(iri)),
          conditions.map(({ key, value }) => `${key}:${value}`).join(','),
        ).to.be.empty
      }
    }
  })

  it('have no order as long as no filter comes twice', async () => {
    for (let seed = 5001; seed <= 5000 + runs(1000); seed++) {
      const { type, conditions } = draw(seed)
      const once = conditions.filter(
        ({ filter }, i) => conditions.findIndex((other) => other.filter === filter) === i,
      )
      expect(await search(type, [...once].reverse())).to.deep.equal(await search(type, once))
    }
  })

  it('say the same twice', async () => {
    for (let seed = 9001; seed <= 9000 + runs(200); seed++) {
      const { type, conditions } = draw(seed)
      expect(await search(type, [...conditions, ...conditions])).to.deep.equal(await search(type, conditions))
    }
  })
})
