/** What is in the graph of an endpoint, counted by its own queries. */

import type { Endpoint } from './endpoint.ts'

export interface EndpointStatistics {
  readonly triples: number
  readonly subjects: number
  /** Entities by class IRI, triples by property IRI; the most frequent first. */
  readonly classes: ReadonlyMap<string, number>
  readonly properties: ReadonlyMap<string, number>
}

type Term = { readonly value: string }

/** Rows of a query as the values of `of`, if there is one, and `n`. */
async function ask(endpoint: Endpoint, text: string): Promise<[string, number][]> {
  const body = await endpoint.ask({ text, type: 'application/sparql-results+json' })
  const { results } = JSON.parse(body.toString('utf8')) as { results: { bindings: { of?: Term; n: Term }[] } }
  return results.bindings.map(({ of, n }) => [of?.value ?? '', Number(n.value)])
}

const grouped = (pattern: string): string => `SELECT ?of (COUNT(*) AS ?n) WHERE { ${pattern} } GROUP BY ?of ORDER BY DESC(?n) ?of`

const kept = new WeakMap<Endpoint, Promise<EndpointStatistics>>()

async function count(endpoint: Endpoint): Promise<EndpointStatistics> {
  const properties = await ask(endpoint, grouped('?s ?of ?o'))
  const classes = await ask(endpoint, grouped('?s a ?of'))
  const [[, subjects] = ['', 0]] = await ask(endpoint, 'SELECT (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s ?p ?o }')
  return { triples: properties.reduce((sum, [, n]) => sum + n, 0), subjects, classes: new Map(classes), properties: new Map(properties) }
}

/** Counts once; undefined while the endpoint cannot say. */
export async function statisticsOf(endpoint: Endpoint): Promise<EndpointStatistics | undefined> {
  let counted = kept.get(endpoint)
  if (!counted) kept.set(endpoint, counted = count(endpoint))
  try {
    return await counted
  } catch {
    kept.delete(endpoint)
    return undefined
  }
}
