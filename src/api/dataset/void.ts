/**
 * What descriptions of the graph share: their vocabularies, counts as VoID has them, formats as the W3C names
 * them.
 */

import type { MediaName } from '../../config/media.ts'
import { addTriple, quote, RDF_TYPE, XSD, type TripleIndex } from '../../record/rdf/triples.ts'
import { isIriText, iriText } from '../../sparql/terms.ts'
import type { Statistics } from '../../search-index/query/index-reader.ts'

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  xsd: XSD,
  dcat: 'http://www.w3.org/ns/dcat#',
  dcatap: 'http://data.europa.eu/r5r/',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  formats: 'http://www.w3.org/ns/formats/',
  prov: 'http://www.w3.org/ns/prov#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  schema: 'https://schema.org/',
  sd: 'http://www.w3.org/ns/sparql-service-description#',
  sh: 'http://www.w3.org/ns/shacl#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  pav: 'http://purl.org/pav/',
  voidext: 'http://ldf.fi/void-ext#',
  void: 'http://rdfs.org/ns/void#',
} as const

/** Prefix → namespace. */
export const prefixes: ReadonlyMap<string, string> = new Map(Object.entries(namespaces))

/** Media types as the W3C names their formats; those without a name are left out. */
export const formats: { readonly [N in MediaName]?: string } = {
  results: 'SPARQL_Results_JSON',
  resultsxml: 'SPARQL_Results_XML',
  csv: 'SPARQL_Results_CSV',
  tsv: 'SPARQL_Results_TSV',
  turtle: 'Turtle',
  trig: 'TriG',
  ntriples: 'N-Triples',
  nquads: 'N-Quads',
  rdfxml: 'RDF_XML',
  jsonld: 'JSON-LD',
}

const iri = (name: string): string => {
  const [prefix = '', local = ''] = name.split(/:(.*)/s)
  return namespaces[prefix as keyof typeof namespaces] + local
}

/** A prefixed name as a term. */
export const curie = (name: string): string => iriText(iri(name))
export const integer = (value: number): string => `"${value}"^^<${XSD}integer>`
/** What people wrote, as an IRI if it is one. */
export const iriOrLiteral = (text: string): string => (isIriText(text) ? iriText(text) : quote(text))

/** Adds triples; the property is a prefixed name. */
export type Add = (subject: string, property: string, ...objects: readonly string[]) => void

export const addTo =
  (nodes: TripleIndex): Add =>
  (subject, property, ...objects) => {
    for (const object of objects)
      addTriple(nodes, subject, property === 'rdf:type' ? RDF_TYPE : iri(property), object)
  }

/**
 * Adds the counts of a data set.
 * @param url of the description, from which its parts get their IRIs: labels of blank nodes would change
 */
export function addCounts(
  add: Add,
  url: string,
  set: string,
  { triples, subjects, classes, properties }: Statistics,
): void {
  add(set, 'void:triples', integer(triples))
  add(set, 'void:distinctSubjects', integer(subjects))
  add(set, 'void:classes', integer(classes.size))
  add(set, 'void:properties', integer(properties.size))
  const partitions = [
    ['class', 'entities', classes],
    ['property', 'triples', properties],
  ] as const
  for (const [kind, counted, counts] of partitions) {
    for (const [i, [of, count]] of [...counts].entries()) {
      const node = iriText(`${url}#${kind}-${i + 1}`)
      add(set, `void:${kind}Partition`, node)
      add(node, `void:${kind}`, iriText(of))
      add(node, `void:${counted}`, integer(count))
    }
  }
}
