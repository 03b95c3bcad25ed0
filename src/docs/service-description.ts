/** SPARQL 1.1 Service Description: what the endpoint understands, gives, and is about. */

import type { About } from '../about.ts'
import { offersOf } from '../media.ts'
import { quote, type Nodes } from '../record/triples.ts'
import { namedNode } from '../sparql/terms.ts'
import type { Statistics } from '../store/statistics.ts'
import { addCounts, addTo, formats, linkOrText, named } from './void.ts'

/**
 * The triples of the description.
 * @param url of the endpoint
 */
export function describeService(
  url: string,
  { title, description, licence }: About,
  statistics: Statistics,
): Nodes {
  const nodes: Nodes = new Map()
  const add = addTo(nodes)
  const [service, dataset, graph] = ['#service', '#dataset', '#default-graph'].map((part) =>
    namedNode(url + part),
  ) as [string, string, string]
  const results = new Set(
    [...offersOf('select'), ...offersOf('ask'), ...offersOf('triples')].flatMap(
      ({ name }) => formats[name] ?? [],
    ),
  )

  add(service, 'rdf:type', named('sd:Service'))
  add(service, 'sd:endpoint', namedNode(url))
  add(service, 'sd:supportedLanguage', named('sd:SPARQL11Query'))
  add(service, 'sd:feature', named('sd:UnionDefaultGraph'))
  add(service, 'sd:resultFormat', ...[...results].map((format) => named(`formats:${format}`)))
  add(service, 'sd:defaultDataset', dataset)
  add(dataset, 'rdf:type', named('sd:Dataset'))
  add(dataset, 'dcterms:title', quote(title))
  add(dataset, 'dcterms:description', quote(description))
  if (licence) add(dataset, 'dcterms:license', linkOrText(licence))
  add(dataset, 'sd:defaultGraph', graph)
  add(graph, 'rdf:type', named('sd:Graph'), named('void:Dataset'))
  addCounts(add, url, graph, statistics)
  return nodes
}
