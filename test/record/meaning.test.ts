// What answers mean: jsonld.js expands each to the triples of its document, by skeg's contexts and by the
// published ones but for the corrections.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IS_REFERENCED_BY } from '../../src/model/rows/added-filters.ts'
import { readCorrections } from '../../src/model/rows/extension.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { tripleLines } from '../../src/record/rdf/triples.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { itInFull } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { canonical, lean, lineOf, missingIn, parse, reachable, type Quad } from './graphs.ts'

const shared = new URL('../../../shared/', import.meta.url)
const corpus = new URL('corpus/', shared)
const demo = new URL('../../data/', import.meta.url)
const here = existsSync(corpus)
const BASE = 'https://w3id.org/skg-if/sandbox/test/'
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

type Context = Record<string, unknown>
interface Difference {
  readonly triple: Quad
  readonly side: 'document' | 'answer'
  readonly type: EntityType
  readonly iri: string
  readonly base: string
  readonly document: readonly Quad[]
}

/** A known difference: why it is there, and which triples it covers. */
interface Exception {
  readonly reason: string
  covers(difference: Difference): boolean
}

const iriOf = (name: string): string => model.vocabulary.iri(name) as string
const entityClasses = new Set(model.types.map((type) => model.classOf(type)))

const ours: readonly Exception[] = [
  {
    reason:
      'An id that is used for two kinds has one graph with the triples of both; an answer is of one kind.',
    covers: ({ triple: { subject }, side, document }) =>
      side === 'document' &&
      document.filter(
        (other) =>
          other.subject.equals(subject) &&
          other.predicate.value === RDF_TYPE &&
          entityClasses.has(other.object.value),
      ).length > 1,
  },
  {
    reason:
      'A word with characters that no IRI can hold is stored percent-encoded and shown as it was ' +
      'given; jsonld.js drops it.',
    covers: ({ triple: { object }, side, base }) =>
      side === 'document' &&
      object.termType === 'NamedNode' &&
      object.value.startsWith(base) &&
      object.value.includes('%'),
  },
  {
    reason: 'That a record stands in the graph as others cite it alone is no field.',
    covers: ({ triple: { predicate, object }, base }) =>
      predicate.value === IS_REFERENCED_BY && object.value === base,
  },
  {
    reason:
      'Contributions to services are free text, which no context can say: an agent without id ' +
      'that has the name, and a role that is text.',
    covers: ({ triple: { predicate }, type }) =>
      type.name === 'service' &&
      ['srv_contributions', 'by', 'role', 'name'].map(iriOf).includes(predicate.value),
  },
]

/**
 * The corrections as exceptions: triples with the predicate of a corrected term, or whose object is its IRI
 * or its word under the base.
 */
function corrected(published: readonly Context[]): Exception[] {
  const prefixes = Object.assign({}, ...published) as Context
  const publishedIris = (term: string): string[] =>
    published.flatMap((context) => {
      const found = context[term] as string | { '@id': string } | undefined
      const [prefix = '', name = ''] = (typeof found === 'string' ? found : (found?.['@id'] ?? '')).split(
        /:(.*)/s,
      )
      return found === undefined
        ? []
        : [typeof prefixes[prefix] === 'string' ? prefixes[prefix] + name : `${prefix}:${name}`]
    })
  return [...readCorrections('core'), ...readCorrections('srv')].map(({ terms, reason }) => {
    const iris = new Set(terms.flatMap((term) => [iriOf(term), ...publishedIris(term)]))
    return {
      reason: `${terms.join(', ')}: ${reason}`,
      covers: ({ triple: { predicate, object }, base }) =>
        iris.has(predicate.value) ||
        iris.has(object.value) ||
        terms.some((term) => object.value === base + term),
    }
  })
}

const readPublished = (name: string): Context => {
  const { '@context': context } = JSON.parse(
    readFileSync(new URL(`spec/context-${name}.json`, shared), 'utf8'),
  ) as { '@context': Context }
  return Object.fromEntries(
    Object.entries(context).filter(([key]) => !key.startsWith('_comment') && !key.startsWith('TODO')),
  )
}

/**
 * One way to expand answers: the contexts, in the order of the model's, and how it may differ from the
 * document.
 */
interface Reading {
  readonly contexts: readonly Context[]
  readonly plainDates: boolean
  readonly exceptions: readonly Exception[]
  readonly used: Set<Exception>
}

const reading = (
  contexts: readonly Context[],
  plainDates: boolean,
  exceptions: readonly Exception[],
): Reading => ({ contexts, plainDates, exceptions, used: new Set() })
const byOurs = reading(
  model.contexts.map(({ document }) => document['@context']),
  true,
  ours,
)
const published = here ? ['core-1.1.0', 'api-1.0.0', 'srv-in-data'].map(readPublished) : []
const byPublished = reading(published, false, [...corrected(published), ...ours])

async function expand(answer: object, base: string, { contexts }: Reading): Promise<string> {
  const [core, api, srv] = model.contexts.map(({ url }) => url)
  const documentLoader = (url: string): Promise<object> =>
    Promise.resolve({
      documentUrl: url,
      document: { '@context': contexts[model.contexts.findIndex((context) => context.url === url)] },
    })
  return (await jsonld.toRDF(
    { '@context': [core, api, { '@base': base }, srv], ...answer } as never,
    { documentLoader, format: 'application/n-quads' } as never,
  )) as unknown as string
}

/**
 * What an answer says and its document does not, and the other way round, but for exceptions; empty if they
 * are the same RDF.
 */
async function differences(
  answer: object,
  text: string,
  type: EntityType,
  iri: string,
  base: string,
  way: Reading,
): Promise<string[]> {
  const all = parse(text, way.plainDates)
  let document = reachable(iri, lean(all))
  let expanded = reachable(iri, lean(parse(await expand(answer, base, way), way.plainDates)))
  // What hangs on an entity that only a difference names is part of the difference.
  const dropped = new Set<string>()
  for (;;) {
    const found: Difference[] = (
      [
        ['document', missingIn(expanded, document)],
        ['answer', missingIn(document, expanded)],
      ] as const
    ).flatMap(([side, triples]) =>
      triples.map((triple) => ({ triple, side, type, iri, base, document: all })),
    )
    const known = found.filter((difference) => {
      const exception = way.exceptions.find((candidate) => candidate.covers(difference))
      if (exception) way.used.add(exception)
      return (
        exception !== undefined ||
        (difference.side === 'document' && dropped.has(difference.triple.subject.id))
      )
    })
    if (known.length === 0) {
      if (found.length > 0) return found.map(({ side, triple }) => `only in the ${side}: ${lineOf(triple)}`)
      return (await canonical(document)) === (await canonical(expanded)) ? [] : ['other RDF']
    }
    for (const { triple, side } of known)
      if (side === 'document' && triple.subject.id === iri) dropped.add(triple.object.id)
    const explained = new Set(known.map(({ triple }) => triple))
    document = reachable(iri, lean(document.filter((triple) => !explained.has(triple))))
    expanded = reachable(iri, lean(expanded.filter((triple) => !explained.has(triple))))
  }
}

/** The differences of all records of a graph, by each reading. */
async function differencesOf(graph: Graph): Promise<string[]> {
  const frame = createFramer(model, graph.base)
  const found: string[] = []
  for (const type of model.types) {
    const documents = await graph.documents(graph.list(type, 0, graph.count(type)))
    for (const { iri, nodes } of documents) {
      const answer = frame({ iri, nodes }, type)
      const text = [...tripleLines(nodes)].map((line) => `${line} .\n`).join('')
      for (const way of here ? [byOurs, byPublished] : [byOurs]) {
        found.push(
          ...(await differences(answer, text, type, iri, graph.base, way)).map(
            (line) => `${type.name} ${iri} ${way === byOurs ? '' : 'by the published contexts '}${line}`,
          ),
        )
      }
    }
  }
  return found
}

async function check(paths: readonly string[], base?: string): Promise<void> {
  await using graph = (await openGraph(paths, { model, base })).graph
  expect(await differencesOf(graph)).to.deep.equal([])
}

describe('the meaning of answers', function () {
  if (!here) it.skip('is that of the documents of the corpus, which is absent')
  for (const [i, name] of (here ? readdirSync(corpus).sort() : []).entries()) {
    const itWhere = i % 4 === 0 ? it : itInFull
    itWhere(`is that of the document: ${name}`, () => {
      const text = readFileSync(new URL(name, corpus), 'utf8')
      return check([fileURLToPath(new URL(name, corpus))], /"@base"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? BASE)
    })
  }
  it('is that of the document: the demo graph', function () {
    if (!existsSync(demo)) return this.skip()
    return check(
      readdirSync(demo)
        .filter((name) => name !== 'about.json')
        .map((name) => fileURLToPath(new URL(name, demo))),
    )
  })
  it('differs in no way that is listed and never occurs', function () {
    if (!here) return this.skip()
    expect(byOurs.exceptions.filter((exception) => !byOurs.used.has(exception))).to.deep.equal([])
  })
})
