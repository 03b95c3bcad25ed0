/** The graph as a data set: VoID (what is in it, how often) and DCAT (who publishes it, how to get at it). */

import type { About } from '../about.ts'
import { offersOf } from '../media.ts'
import type { Model } from '../model/model.ts'
import { quote, type TripleIndex } from '../record/rdf/triples.ts'
import type { Urls } from '../record/urls.ts'
import { dateTerm } from '../record/rdf/quads.ts'
import { iriText } from '../sparql/terms.ts'
import type { Statistics } from '../query/index-reader.ts'
import { addCounts, addTo, formats, iriOrLiteral, curie, type Add } from './void.ts'

const VOID_PATH = '/.well-known/void'

/** What the description needs to know. */
export interface Dataset {
  readonly model: Model
  readonly base: string
  readonly urls: Urls
  readonly about: About
  readonly statistics: Statistics
  /** IRIs of a few records. */
  readonly examples: readonly string[]
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

/** The namespaces of the contexts in which the classes and properties of the graph are. */
function vocabulariesOf({
  model: { vocabulary },
  statistics: { classes, properties },
}: Dataset): Set<string> {
  const longestFirst = [...vocabulary.prefixes.values()].sort((a, b) => b.length - a.length)
  return new Set(
    [...classes.keys(), ...properties.keys()].flatMap(
      (used) => longestFirst.find((namespace) => used.startsWith(namespace)) ?? [],
    ),
  )
}

function addAbout(
  add: Add,
  subject: string,
  { title, description, publisher, licence, contact, created, version }: About,
): void {
  add(subject, 'dcterms:title', quote(title))
  add(subject, 'dcterms:description', quote(description))
  if (licence) add(subject, 'dcterms:license', iriOrLiteral(licence))
  if (version) add(subject, 'dcat:version', quote(version))
  if (created) add(subject, 'dcterms:created', dateTerm(created))
  if (publisher) {
    add(subject, 'dcterms:publisher', '_:publisher')
    add('_:publisher', 'rdf:type', curie('foaf:Agent'))
    add('_:publisher', 'foaf:name', quote(publisher.name))
    if (publisher.url) add('_:publisher', 'foaf:homepage', iriOrLiteral(publisher.url))
  }
  if (!contact) return
  add(subject, 'dcat:contactPoint', '_:contact')
  add('_:contact', 'rdf:type', curie('vcard:Kind'))
  add('_:contact', contact.startsWith('mailto:') ? 'vcard:hasEmail' : 'vcard:hasURL', iriOrLiteral(contact))
}

/** A way to get at the data: its URL, and where it is described. */
function addService(
  add: Add,
  [service, catalogue, set]: readonly [string, string, string],
  title: string,
  url: string,
  describedAt: string,
): void {
  add(catalogue, 'dcat:service', service)
  add(service, 'rdf:type', curie('dcat:DataService'))
  add(service, 'dcterms:title', quote(title))
  add(service, 'dcat:endpointURL', iriText(url))
  add(service, 'dcat:endpointDescription', iriText(describedAt))
  add(service, 'dcat:servesDataset', set)
}

/** The triples of the description. */
export function describeDataset(dataset: Dataset): TripleIndex {
  const {
    urls: { root, api },
    about,
    base,
    statistics,
    examples,
    has,
  } = dataset
  const nodes: TripleIndex = new Map()
  const add = addTo(nodes)
  const page = iriText(root + VOID_PATH)
  const [set, catalogue, apiService, sparqlService, dump] = [
    'dataset',
    'catalogue',
    'api',
    'sparql',
    'dump',
  ].map((name) => iriText(`${root}${VOID_PATH}#${name}`)) as [string, string, string, string, string]

  add(page, 'rdf:type', curie('void:DatasetDescription'))
  add(page, 'foaf:primaryTopic', set)
  add(page, 'foaf:topic', set, catalogue)
  add(catalogue, 'rdf:type', curie('dcat:Catalog'))
  add(catalogue, 'dcterms:title', quote(about.title))
  add(catalogue, 'dcterms:description', quote(about.description))
  add(catalogue, 'dcat:dataset', set)
  add(set, 'rdf:type', curie('void:Dataset'), curie('dcat:Dataset'))
  addAbout(add, set, about)
  add(set, 'dcat:landingPage', iriText(`${root}/`))
  add(set, 'void:uriSpace', quote(base))
  add(set, 'void:vocabulary', ...[...vocabulariesOf(dataset)].map(iriText))
  add(set, 'void:exampleResource', ...examples.map(iriText))
  add(
    set,
    'void:feature',
    ...offersOf('entity').flatMap(({ name }) => (formats[name] ? [curie(`formats:${formats[name]}`)] : [])),
  )
  addCounts(add, root + VOID_PATH, set, statistics)
  addService(add, [apiService, catalogue, set], 'SKG-IF API', api, `${root}/openapi.json`)
  if (has('/sparql')) {
    add(set, 'void:sparqlEndpoint', iriText(`${root}/sparql`))
    addService(add, [sparqlService, catalogue, set], 'SPARQL endpoint', `${root}/sparql`, `${root}/sparql`)
  }
  if (has('/dump')) {
    add(set, 'void:dataDump', iriText(`${root}/dump`))
    add(set, 'dcat:distribution', dump)
    add(dump, 'rdf:type', curie('dcat:Distribution'))
    add(dump, 'dcat:downloadURL', iriText(`${root}/dump`))
    add(dump, 'dcat:accessURL', iriText(`${root}/dump`))
  }
  return nodes
}
