/** SPARQL 1.1 Service Description: what the endpoint understands, gives, and is about. */

import type { About } from '../about.ts'
import { offersOf, type MediaName } from '../media.ts'
import { addTriple, quote, RDF_TYPE, XSD, type Nodes } from '../record/triples.ts'
import { isIri, namedNode } from '../sparql/terms.ts'
import type { Statistics } from '../store/statistics.ts'

export const prefixes = {
  dcterms: 'http://purl.org/dc/terms/',
  formats: 'http://www.w3.org/ns/formats/',
  sd: 'http://www.w3.org/ns/sparql-service-description#',
  void: 'http://rdfs.org/ns/void#',
} as const

/** Media types of results as the W3C names their formats; those without a name are not told. */
export const formats: { readonly [N in MediaName]?: string } = {
  results: 'SPARQL_Results_JSON', resultsxml: 'SPARQL_Results_XML', csv: 'SPARQL_Results_CSV', tsv: 'SPARQL_Results_TSV',
  turtle: 'Turtle', trig: 'TriG', ntriples: 'N-Triples', nquads: 'N-Quads', rdfxml: 'RDF_XML', jsonld: 'JSON-LD',
}

const iri = (name: string): string => {
  const [prefix = '', local = ''] = name.split(/:(.*)/s)
  return prefixes[prefix as keyof typeof prefixes] + local
}
const named = (name: string): string => namedNode(iri(name))
const integer = (value: number): string => `"${value}"^^<${XSD}integer>`

type Add = (subject: string, property: string, ...objects: readonly string[]) => void

/** Everything has a name: those of blank nodes would change from answer to answer. */
function addCounts(add: Add, url: string, graph: string, { triples, subjects, classes, properties }: Statistics): void {
  add(graph, 'void:triples', integer(triples))
  add(graph, 'void:distinctSubjects', integer(subjects))
  add(graph, 'void:classes', integer(classes.size))
  add(graph, 'void:properties', integer(properties.size))
  const partitions = [['class', 'entities', classes], ['property', 'triples', properties]] as const
  for (const [kind, counted, counts] of partitions) {
    for (const [i, [of, count]] of [...counts].entries()) {
      const node = namedNode(`${url}#${kind}-${i + 1}`)
      add(graph, `void:${kind}Partition`, node)
      add(node, `void:${kind}`, namedNode(of))
      add(node, `void:${counted}`, integer(count))
    }
  }
}

/**
 * The triples of the description.
 * @param url of the endpoint
 */
export function describeService(url: string, { title, description, licence }: About, statistics: Statistics): Nodes {
  const nodes: Nodes = new Map()
  const add: Add = (subject, property, ...objects) => {
    for (const object of objects) addTriple(nodes, subject, property === 'rdf:type' ? RDF_TYPE : iri(property), object)
  }
  const [service, dataset, graph] = ['#service', '#dataset', '#default-graph'].map((part) => namedNode(url + part)) as [string, string, string]
  const results = new Set([...offersOf('select'), ...offersOf('ask'), ...offersOf('triples')].flatMap(({ name }) => formats[name] ?? []))

  add(service, 'rdf:type', named('sd:Service'))
  add(service, 'sd:endpoint', namedNode(url))
  add(service, 'sd:supportedLanguage', named('sd:SPARQL11Query'))
  add(service, 'sd:feature', named('sd:UnionDefaultGraph'))
  add(service, 'sd:resultFormat', ...[...results].map((format) => named(`formats:${format}`)))
  add(service, 'sd:defaultDataset', dataset)
  add(dataset, 'rdf:type', named('sd:Dataset'))
  add(dataset, 'dcterms:title', quote(title))
  add(dataset, 'dcterms:description', quote(description))
  if (licence) add(dataset, 'dcterms:license', isIri(licence) ? namedNode(licence) : quote(licence))
  add(dataset, 'sd:defaultGraph', graph)
  add(graph, 'rdf:type', named('sd:Graph'), named('void:Dataset'))
  addCounts(add, url, graph, statistics)
  return nodes
}
