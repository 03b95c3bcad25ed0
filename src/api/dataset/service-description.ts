/** SPARQL 1.1 Service Description: what the endpoint understands, gives, and is about. */

import type { About } from '../../config/about.ts'
import { offersOf } from '../../config/media.ts'
import { quote, type TripleIndex } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import type { Statistics } from '../../search-index/query/index-reader.ts'
import { addCounts, addTo, formats, iriOrLiteral, curie } from './void.ts'

/**
 * The triples of the description.
 * @param url of the endpoint
 */
export function describeService(
  url: string,
  { title, description, licence }: About,
  statistics: Statistics,
): TripleIndex {
  const nodes: TripleIndex = new Map()
  const add = addTo(nodes)
  const [service, dataset, graph] = ['#service', '#dataset', '#default-graph'].map((part) =>
    iriText(url + part),
  ) as [string, string, string]
  const results = new Set(
    [...offersOf('select'), ...offersOf('ask'), ...offersOf('triples')].flatMap(
      ({ name }) => formats[name] ?? [],
    ),
  )

  add(service, 'rdf:type', curie('sd:Service'))
  add(service, 'sd:endpoint', iriText(url))
  add(service, 'sd:supportedLanguage', curie('sd:SPARQL11Query'))
  add(service, 'sd:feature', curie('sd:UnionDefaultGraph'))
  add(service, 'sd:resultFormat', ...[...results].map((format) => curie(`formats:${format}`)))
  add(service, 'sd:defaultDataset', dataset)
  add(dataset, 'rdf:type', curie('sd:Dataset'))
  add(dataset, 'dcterms:title', quote(title))
  add(dataset, 'dcterms:description', quote(description))
  if (licence) add(dataset, 'dcterms:license', iriOrLiteral(licence))
  add(dataset, 'sd:defaultGraph', graph)
  add(graph, 'rdf:type', curie('sd:Graph'), curie('void:Dataset'))
  addCounts(add, url, graph, statistics)
  return nodes
}
