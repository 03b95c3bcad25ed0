/** What SPARQL says of a graph: a second opinion on its index, by queries as plain as they can be. */

import type { GraphStatistics } from '../../src/filter/values/value-test.ts'
import { planContent } from '../../src/search-index/content/plan.ts'
import { referenceFields } from '../../src/search-index/referrers.ts'
import type { Model } from '../../src/model/model.ts'
import { identifiersOf } from '../../src/model/identifier-predicates.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sortCodePoints } from '../../src/model/values/sorting.ts'
import { iriOf, isIri, RDF_TYPE, lexicalForm } from '../../src/record/rdf/triples.ts'
import { createTypeDetector } from '../../src/record/rdf/type-detection.ts'
import { iriText, literal, literalText, namedNode } from '../../src/sparql/terms.ts'
import type { Row, Store } from '../../src/store/store.ts'

interface Entity {
  readonly types: readonly EntityType[]
  readonly isRecord: boolean
}

type Counts = [iri: string, count: number][]

export interface Oracle {
  /** By the IRIs of all named graphs. */
  readonly entities: ReadonlyMap<string, Entity>
  /** IRIs of the records of a type, in code point order. */
  records(type: EntityType): readonly string[]
  /** What names an IRI. */
  referencesTo(iri: string): Promise<{
    /** The words of the properties by which each entity does. */
    readonly owners: ReadonlyMap<string, readonly string[]>
    /** `TYPE FIELD IRI` of each record and field, sorted. */
    readonly byField: readonly string[]
  }>
  holders(types: readonly EntityType[], identifier: string): readonly string[]
  spellingsOf(canonical: string): readonly string[]
  readonly statistics: {
    readonly triples: number
    readonly subjects: number
    readonly classes: Counts
    readonly properties: Counts
  }
  readonly filterStatistics: GraphStatistics
}

const numberOf = ({ n }: Row): number => Number(lexicalForm(n!))

const byFrequency = (rows: readonly Row[]): Counts =>
  rows
    .map((row): [string, number] => [iriOf(row.of!), numberOf(row)])
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

export async function createOracle(
  store: Pick<Store, 'select'>,
  model: Model,
  base: string,
): Promise<Oracle> {
  const entities = await readEntities(store, model)
  const records = new Map(
    model.types.map((type) => [
      type,
      sortCodePoints(
        [...entities].flatMap(([iri, { types, isRecord }]) =>
          isRecord && types.includes(type) ? [iri] : [],
        ),
      ),
    ]),
  )
  const fields = referenceFields(model)
  const { holders, schemes } = await readIdentifiers(store, model, base)
  const [counted] = await store.select(
    'SELECT (COUNT(*) AS ?n) (COUNT(DISTINCT ?s) AS ?subjects) { ?s ?p ?o }',
  )
  const properties = byFrequency(await store.select('SELECT ?of (COUNT(*) AS ?n) { ?s ?of ?o } GROUP BY ?of'))
  const triples = new Map(properties)
  const values = new Map<string, ReturnType<GraphStatistics['valuesOf']>>()
  const { vocabularies } = planContent(model, '')
  for (const predicate of vocabularies) {
    const rows = await store.select(`SELECT ?o (COUNT(*) AS ?n) { ?s ${iriText(predicate)} ?o } GROUP BY ?o`)
    values.set(
      predicate,
      rows.map((row) => ({
        term: isIri(row.o!) ? namedNode(iriOf(row.o!)) : literal(lexicalForm(row.o!)),
        count: numberOf(row),
      })),
    )
  }
  const addresses = [...entities].flatMap(([iri, { types }]) => {
    const address = model.identifiers.readIri(iri)
    return address ? [{ ...address, iri, types }] : []
  })
  const spellingsOf = (canonical: string): string[] => [
    ...(entities.has(canonical) ? [canonical] : []),
    ...sortCodePoints(
      addresses.filter((one) => one.canonical === canonical && one.iri !== canonical).map(({ iri }) => iri),
    ),
  ]
  return {
    entities,
    records: (type) => records.get(type)!,
    async referencesTo(iri) {
      const rows = await store.select(
        `SELECT DISTINCT ?owner ?p WHERE { GRAPH ?owner { ?node ?p ${iriText(iri)} } }`,
      )
      const owners = new Map<string, string[]>()
      const byField = new Set<string>()
      for (const row of rows) {
        const [owner, predicate] = [iriOf(row.owner!), iriOf(row.p!)]
        owners.set(
          owner,
          sortCodePoints([...(owners.get(owner) ?? []), model.vocabulary.compactIri(predicate, base)]),
        )
        const entity = entities.get(owner)
        for (const { name } of entity?.isRecord ? entity.types : []) {
          const field = fields.get(`${name} ${predicate}`)
          if (field) byField.add(`${name} ${field.path.join('.')} ${owner}`)
        }
      }
      return { owners, byField: sortCodePoints([...byField]) }
    },
    holders(types, identifier) {
      const found = model.identifiers
        .spellings(identifier)
        .flatMap((form) => holders.get(literalText(form)) ?? [])
        .filter(({ iri, types: own }) => {
          const entity = entities.get(iri)
          return (
            entity?.isRecord &&
            entity.types.some((type) => types.includes(type)) &&
            types.some((type) => own.includes(type))
          )
        })
      return sortCodePoints([...new Set(found.map(({ iri }) => iri))])
    },
    spellingsOf,
    statistics: {
      triples: numberOf(counted!),
      subjects: Number(lexicalForm(counted!.subjects!)),
      classes: byFrequency(await store.select('SELECT ?of (COUNT(*) AS ?n) { ?s a ?of } GROUP BY ?of')),
      properties,
    },
    filterStatistics: {
      triples: (predicate) => triples.get(predicate) ?? 0,
      records: (name) => records.get(model.typeNamed(name)!)?.length ?? 0,
      valuesOf: (predicate) => values.get(predicate),
      hasSubject: (iri) => entities.has(iri),
      irisOfIdentifier: spellingsOf,
      iriPrefixesOfScheme: (scheme, types) => [
        ...new Set(
          addresses
            .filter((one) => one.scheme === scheme && !schemes.get(one.iri)?.has(scheme))
            .filter((one) => one.types.some(({ name }) => types.includes(name)))
            .map(({ prefix }) => prefix),
        ),
      ],
    },
  }
}

/** The types of what has a named graph, and whether more is said of it than those. */
async function readEntities(
  store: Pick<Store, 'select'>,
  model: Model,
): Promise<ReadonlyMap<string, Entity>> {
  const typesOf = createTypeDetector(model)
  const classes = model.types.map((type) => model.classOf(type))
  const graphs = new Map<string, { classes: string[]; predicates: Set<string>; isRecord: boolean }>()
  for (const { g, s, p, o } of await store.select('SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }')) {
    const iri = iriOf(g!)
    const graph = graphs.get(iri) ?? { classes: [], predicates: new Set(), isRecord: false }
    graphs.set(iri, graph)
    const own =
      iriOf(p!) === RDF_TYPE && s === g && isIri(o!) && classes.includes(iriOf(o!)) ? iriOf(o!) : undefined
    if (own !== undefined) graph.classes.push(own)
    else graph.isRecord = true
    if (s === g) graph.predicates.add(iriOf(p!))
  }
  return new Map(
    [...graphs].map(([iri, graph]) => [
      iri,
      {
        types: typesOf(graph.classes, graph.predicates),
        isRecord: graph.isRecord && graph.classes.length > 0,
      },
    ]),
  )
}

/** Who has which identifiers, by their values as N-Triples text, and of which schemes. */
async function readIdentifiers(
  store: Pick<Store, 'select'>,
  model: Model,
  base: string,
): Promise<{
  readonly holders: ReadonlyMap<
    string,
    readonly { readonly iri: string; readonly types: readonly EntityType[] }[]
  >
  readonly schemes: ReadonlyMap<string, ReadonlySet<string>>
}> {
  const holders = new Map<string, { iri: string; types: EntityType[] }[]>()
  const schemes = new Map<string, Set<string>>()
  for (const type of model.types)
    for (const { hasIdentifier, scheme, value, ofEntity } of identifiersOf(model, type)) {
      if (!ofEntity) continue
      const rows = await store.select(
        `SELECT ?owner ?value ?scheme { ?owner ${iriText(hasIdentifier)} ?node
         OPTIONAL { ?node ${iriText(value)} ?value } OPTIONAL { ?node ${iriText(scheme)} ?scheme } }`,
      )
      for (const { owner, value: text, scheme: name } of rows) {
        if (!isIri(owner!)) continue
        const iri = iriOf(owner!)
        if (text !== undefined) holders.set(text, [...(holders.get(text) ?? []), { iri, types: [type] }])
        if (name !== undefined && isIri(name))
          schemes.set(
            iri,
            (schemes.get(iri) ?? new Set()).add(model.vocabulary.compactIri(iriOf(name), base).toLowerCase()),
          )
      }
    }
  return { holders, schemes }
}
