/** The graph as a data set: VoID (what is in it, how often) and DCAT (who publishes it, how to get at it). */

import type { About } from '../../config/about.ts'
import { offersOf } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import { quote, XSD, type TripleIndex } from '../../record/rdf/triples.ts'
import { API_PATH, type Urls } from '../../record/urls.ts'
import { dateTerm } from '../../record/rdf/quads.ts'
import { isIriText, iriText } from '../../sparql/terms.ts'
import type { GraphOrigin } from '../../search-index/query/graph.ts'
import type { Statistics } from '../../search-index/query/index-reader.ts'
import { addLinksets, addPartitions } from './partitions.ts'
import { addCounts, addTo, formats, iriOrLiteral, curie, type Add } from './void.ts'

const VOID_PATH = '/.well-known/void'

/** The whole graph as a file. */
export interface DumpFile {
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** What the description needs to know. */
export interface Dataset {
  readonly model: Model
  readonly base: string
  readonly urls: Urls
  readonly about: About
  readonly statistics: Statistics
  /** IRIs of a few records. */
  readonly examples: readonly string[]
  /** Queries that the endpoint answers. */
  readonly queries: readonly { readonly title: string; readonly text: string }[]
  /** When the graph was loaded, by which software and from where. */
  readonly loaded: Date
  readonly origin?: GraphOrigin | undefined
  /** The file of the dump; absent where it is made when it is asked for, or there is none. */
  readonly file?: DumpFile | undefined
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

/** The list of the EU of which an IRI is one: who checks for DCAT-AP need not fetch it. */
const EU_LIST = /^http:\/\/publications\.europa\.eu\/resource\/authority\/[^/]+(?=\/)/

const EU_THEMES = 'http://publications.europa.eu/resource/authority/data-theme'

/** A resource of others that is typed here, since no one who reads this looks it up. */
function addTyped(add: Add, subject: string, property: string, iri: string, type: string): void {
  const object = iriOrLiteral(iri)
  add(subject, property, object)
  if (isIriText(iri)) add(object, 'rdf:type', curie(type))
  const [list] = EU_LIST.exec(iri) ?? []
  if (list !== undefined) add(object, 'skos:inScheme', iriText(list))
}

/** A concept of others, by the last word of its IRI. */
function addConcept(add: Add, subject: string, property: string, iri: string): void {
  addTyped(add, subject, property, iri, 'skos:Concept')
  if (isIriText(iri)) add(iriText(iri), 'skos:prefLabel', quote(iri.replace(/^.*[/#](?=.)/, '')))
}

/** The scheme of the themes, where they are those of the EU. */
function addTaxonomy(add: Add, catalogue: string, { themes = [] }: About): void {
  if (!themes.some((theme) => theme.startsWith(`${EU_THEMES}/`))) return
  addTyped(add, catalogue, 'dcat:themeTaxonomy', EU_THEMES, 'skos:ConceptScheme')
  add(iriText(EU_THEMES), 'dcterms:title', quote('Data theme'))
}

function addAgent(add: Add, node: string, { name, url, type }: NonNullable<About['publisher']>): void {
  add(node, 'rdf:type', curie('foaf:Agent'))
  add(node, 'foaf:name', quote(name))
  if (url) addTyped(add, node, 'foaf:homepage', url, 'foaf:Document')
  if (type) addConcept(add, node, 'dcterms:type', type)
}

/** A text in each language that it has, else in none. */
function inLanguages(about: About, read: (one: About) => string): string[] {
  const texts = Object.entries(about.byLanguage ?? {})
  return texts.length > 0 ? texts.map(([tag, one]) => `${quote(read(one))}@${tag}`) : [quote(read(about))]
}

/** What is said of the data, of the catalogue that lists them, and of the ways to get at them. */
function addCommon(add: Add, subject: string, about: About): void {
  const { publisher, languages = [], spatial = [] } = about
  add(subject, 'dcterms:title', ...inLanguages(about, ({ title }) => title))
  add(subject, 'dcterms:description', ...inLanguages(about, ({ description }) => description))
  if (publisher) add(subject, 'dcterms:publisher', '_:publisher')
  for (const one of languages) addTyped(add, subject, 'dcterms:language', one, 'dcterms:LinguisticSystem')
  for (const one of spatial) addTyped(add, subject, 'dcterms:spatial', one, 'dcterms:Location')
}

function addFinding(add: Add, subject: string, { keywords = [], themes = [], contact }: About): void {
  add(subject, 'dcat:keyword', ...keywords.map(quote))
  for (const one of themes) addConcept(add, subject, 'dcat:theme', one)
  if (contact) add(subject, 'dcat:contactPoint', '_:contact')
}

function addDates(add: Add, subject: string, { created, issued = created }: About, loaded: Date): void {
  if (issued) add(subject, 'dcterms:issued', dateTerm(issued))
  add(subject, 'dcterms:modified', dateTerm(loaded.toISOString()))
}

function addPeriod(add: Add, set: string, { temporal }: About): void {
  if (!temporal) return
  const [start, end] = temporal
  add(set, 'dcterms:temporal', '_:period')
  add('_:period', 'rdf:type', curie('dcterms:PeriodOfTime'))
  if (start !== undefined) add('_:period', 'dcat:startDate', dateTerm(start))
  if (end !== undefined) add('_:period', 'dcat:endDate', dateTerm(end))
}

function addLicence(add: Add, subject: string, { licence }: About): void {
  if (licence) addTyped(add, subject, 'dcterms:license', licence, 'dcterms:LicenseDocument')
}

function addAbout(add: Add, subject: string, about: About): void {
  const { publisher, creator = publisher, contact, created, version, identifier } = about
  addCommon(add, subject, about)
  addFinding(add, subject, about)
  addLicence(add, subject, about)
  if (version) add(subject, 'dcat:version', quote(version))
  if (created) add(subject, 'dcterms:created', dateTerm(created))
  if (identifier) add(subject, 'dcterms:identifier', quote(identifier))
  if (publisher) addAgent(add, '_:publisher', publisher)
  if (creator) add(subject, 'dcterms:creator', creator === publisher ? '_:publisher' : '_:creator')
  if (creator && creator !== publisher) addAgent(add, '_:creator', creator)
  if (!contact) return
  add('_:contact', 'rdf:type', curie('vcard:Kind'))
  add('_:contact', contact.startsWith('mailto:') ? 'vcard:hasEmail' : 'vcard:hasURL', iriOrLiteral(contact))
}

/** A way to get at the data: its URL, where it is described, and the standard that it follows. */
function addService(
  add: Add,
  [service, catalogue, set]: readonly [string, string, string],
  about: About,
  [title, url, describedAt, standard]: readonly [string, string, string, string],
): void {
  add(catalogue, 'dcat:service', service)
  add(service, 'rdf:type', curie('dcat:DataService'))
  add(service, 'dcterms:title', quote(title))
  addFinding(add, service, about)
  addLicence(add, service, about)
  if (about.publisher) add(service, 'dcterms:publisher', '_:publisher')
  add(service, 'dcat:endpointURL', iriText(url))
  add(service, 'dcat:endpointDescription', iriText(describedAt))
  add(service, 'dcat:servesDataset', set)
  addTyped(add, service, 'dcterms:conformsTo', standard, 'dcterms:Standard')
}

const FILE_TYPE = 'http://publications.europa.eu/resource/authority/file-type/RDF_N_QUADS'
const IANA = 'http://www.iana.org/assignments/media-types/'
const AVAILABLE = 'http://publications.europa.eu/resource/authority/planned-availability/AVAILABLE'

function addDump(add: Add, dump: string, { about, urls: { root }, file }: Dataset): void {
  add(dump, 'rdf:type', curie('dcat:Distribution'))
  add(dump, 'dcterms:title', quote('All data as N-Quads'))
  add(dump, 'dcterms:description', quote('The whole graph, each record in a named graph of its own.'))
  add(dump, 'dcat:downloadURL', iriText(`${root}/dump?format=gzip`))
  add(dump, 'dcat:accessURL', iriText(`${root}/dump`))
  addTyped(add, dump, 'dcterms:format', FILE_TYPE, 'dcterms:MediaTypeOrExtent')
  addTyped(add, dump, 'dcat:mediaType', `${IANA}application/n-quads`, 'dcterms:MediaType')
  addTyped(add, dump, 'dcat:compressFormat', `${IANA}application/gzip`, 'dcterms:MediaType')
  addConcept(add, dump, 'dcatap:availability', AVAILABLE)
  addLicence(add, dump, about)
  if (!file) return
  add(dump, 'dcat:byteSize', `"${file.bytes}"^^<${XSD}nonNegativeInteger>`)
  add(dump, 'spdx:checksum', '_:checksum')
  add('_:checksum', 'rdf:type', curie('spdx:Checksum'))
  add('_:checksum', 'spdx:algorithm', curie('spdx:checksumAlgorithm_sha256'))
  add(curie('spdx:checksumAlgorithm_sha256'), 'rdf:type', curie('spdx:ChecksumAlgorithm'))
  add('_:checksum', 'spdx:checksumValue', `"${file.sha256}"^^<${XSD}hexBinary>`)
}

/** By what the graph was made of which sources, and when: PROV, and PAV for those who read that. */
function addProvenance(add: Add, set: string, { loaded, origin, about: { sources = [] } }: Dataset): void {
  const time = dateTerm(loaded.toISOString())
  add(set, 'prov:generatedAtTime', time)
  add(set, 'prov:wasGeneratedBy', '_:load')
  add(set, 'pav:importedOn', time)
  add('_:load', 'rdf:type', curie('prov:Activity'))
  add('_:load', 'rdfs:label', quote('Loading of the records'))
  add('_:load', 'prov:endedAtTime', time)
  if (origin) {
    add('_:load', 'prov:wasAssociatedWith', '_:software')
    add(set, 'pav:createdWith', '_:software')
    add('_:software', 'rdf:type', curie('prov:SoftwareAgent'))
    add('_:software', 'rdfs:label', quote(origin.software))
  }
  const addSources = (subject: string, property: string, pav: string, names: readonly string[]): void => {
    for (const [i, name] of names.entries()) {
      const source = /^https?:/.test(name) && isIriText(name) ? iriText(name) : `_:${pav}${i + 1}`
      add(subject, property, source)
      add(set, `pav:${pav}`, source)
      add(source, 'rdf:type', curie('prov:Entity'))
      add(source, 'rdfs:label', quote(name))
    }
  }
  addSources(set, 'prov:wasDerivedFrom', 'derivedFrom', sources)
  addSources('_:load', 'prov:used', 'importedFrom', origin?.sources ?? [])
}

/** The prefixes that queries declare, for those who write queries in other editors. */
function addPrefixes(add: Add, subject: string, queries: Dataset['queries']): void {
  const declared = queries.flatMap(({ text }) => [...text.matchAll(/^PREFIX (\S+): <(\S+)>/gm)])
  const namespaces = new Map(declared.map(([, prefix = '', namespace = '']) => [prefix, namespace]))
  for (const [prefix, namespace] of namespaces) {
    const node = `_:prefix-${prefix}`
    add(subject, 'sh:declare', node)
    add(node, 'sh:prefix', quote(prefix))
    add(node, 'sh:namespace', `"${namespace}"^^<${XSD}anyURI>`)
  }
}

/** Queries to begin with, for those who write queries: people, editors and models. */
function addQueries(add: Add, { queries, urls: { root } }: Dataset): void {
  const prefixes = iriText(`${root}${VOID_PATH}#prefixes`)
  addPrefixes(add, prefixes, queries)
  for (const [i, { title, text }] of queries.entries()) {
    const node = iriText(`${root}${VOID_PATH}#query-${i + 1}`)
    add(node, 'rdf:type', curie('sh:SPARQLExecutable'), curie('sh:SPARQLSelectExecutable'))
    add(node, 'rdfs:comment', quote(title))
    add(node, 'sh:prefixes', prefixes)
    add(node, 'sh:select', quote(text))
    add(node, 'schema:target', iriText(`${root}/sparql`))
  }
}

/** Ways to get at the data: name, title, path, where it is described, and the standard that it follows. */
const SERVICES = [
  [
    'api',
    'SKG-IF API',
    API_PATH,
    '/openapi.json',
    'https://w3id.org/skg-if/specs/interoperability-framework/',
  ],
  ['sparql', 'SPARQL endpoint', '/sparql', '/sparql', 'https://www.w3.org/TR/sparql11-protocol/'],
  ['changes', 'Changes', '/changes', '/changes', 'https://w3id.org/ldes/specification'],
  [
    'oai',
    'OAI-PMH',
    '/oai',
    '/oai?verb=Identify',
    'http://www.openarchives.org/OAI/openarchivesprotocol.html',
  ],
] as const

/** The triples of the description. */
export function describeDataset(dataset: Dataset): TripleIndex {
  const {
    model,
    urls: { root },
    about,
    base,
    statistics,
    examples,
    loaded,
    has,
  } = dataset
  const nodes: TripleIndex = new Map()
  const add = addTo(nodes)
  const page = iriText(root + VOID_PATH)
  const home = iriText(`${root}/`)
  const [set, catalogue, dump] = ['dataset', 'catalogue', 'dump'].map((name) =>
    iriText(`${root}${VOID_PATH}#${name}`),
  ) as [string, string, string]

  add(page, 'rdf:type', curie('void:DatasetDescription'))
  add(page, 'foaf:primaryTopic', set)
  add(page, 'foaf:topic', set, catalogue)
  add(home, 'rdf:type', curie('foaf:Document'))
  add(catalogue, 'rdf:type', curie('dcat:Catalog'))
  addCommon(add, catalogue, about)
  addLicence(add, catalogue, about)
  addDates(add, catalogue, about, loaded)
  add(catalogue, 'foaf:homepage', home)
  addTaxonomy(add, catalogue, about)
  add(catalogue, 'dcat:dataset', set)
  add(set, 'rdf:type', curie('void:Dataset'), curie('dcat:Dataset'))
  addAbout(add, set, about)
  addDates(add, set, about, loaded)
  addPeriod(add, set, about)
  addProvenance(add, set, dataset)
  add(set, 'dcat:landingPage', home)
  add(set, 'void:uriSpace', quote(base))
  add(set, 'void:vocabulary', ...[...vocabulariesOf(dataset)].map(iriText))
  add(set, 'void:exampleResource', ...examples.map(iriText))
  add(
    set,
    'void:feature',
    ...offersOf('entity').flatMap(({ name }) => (formats[name] ? [curie(`formats:${formats[name]}`)] : [])),
  )
  addCounts(add, root + VOID_PATH, set, statistics)
  addPartitions(add, root + VOID_PATH, model, statistics)
  addLinksets(add, root + VOID_PATH, set, dataset)
  for (const [name, title, path, describedAt, standard] of SERVICES) {
    if (!has(path)) continue
    const service = iriText(`${root}${VOID_PATH}#${name}`)
    const description = has(describedAt.replace(/\?.*/, '')) ? describedAt : path
    addService(add, [service, catalogue, set], about, [title, root + path, root + description, standard])
  }
  if (has('/sparql')) {
    add(set, 'void:sparqlEndpoint', iriText(`${root}/sparql`))
    addQueries(add, dataset)
  }
  if (has('/dump')) {
    add(set, 'void:dataDump', iriText(`${root}/dump`))
    add(set, 'dcat:distribution', dump)
    addDump(add, dump, dataset)
  }
  return nodes
}
