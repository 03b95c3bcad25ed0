/** Links to the other forms of what a page shows. */

import { mediaTypes, type MediaName, type MediaType } from '../../../config/media.ts'
import { between, h, type Content } from '../../shared/html.ts'
import { relativeHref, type Site } from './site.ts'

/** A form in which the same can be had. */
export interface AlternateFormat {
  readonly href: string
  readonly name: MediaName
  readonly type?: string | undefined
}

/** What readers call the forms, but for those that `texts.formats` has. */
const names: { readonly [N in MediaName]?: string } = {
  json: 'JSON',
  jsonld: 'JSON-LD',
  skgif: 'SKG-IF',
  turtle: 'Turtle',
  trig: 'TriG',
  ntriples: 'N-Triples',
  nquads: 'N-Quads',
  rdfxml: 'RDF/XML',
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  csl: 'CSL JSON',
  bibtex: 'BibTeX',
  ris: 'RIS',
  apa: 'APA',
  tsv: 'TSV',
  results: 'JSON',
  resultsxml: 'XML',
}

const relationOf = (name: MediaName): string => {
  const { rel }: Pick<MediaType, 'type' | 'rel'> = mediaTypes[name]
  return rel ?? 'alternate'
}

const isInHead = (name: MediaName): boolean => {
  const { describedby, inHead }: Pick<MediaType, 'type' | 'describedby' | 'inHead'> = mediaTypes[name]
  return describedby ?? inHead ?? false
}

function nameOf(name: MediaName, { locale }: Site): string {
  const texts: { readonly [N in MediaName]?: string } = locale.texts.formats
  return texts[name] ?? names[name] ?? name
}

/** Links in a line. */
export const formatList = (formats: readonly AlternateFormat[], site: Site): Content =>
  between(
    formats
      .filter(({ name }) => relationOf(name) === 'alternate')
      .map(({ href, name }) => h('a', { href: relativeHref(site, href) }, nameOf(name, site))),
    ' · ',
  )

/** Those of the other forms of a page that programs read, and all in the linkset: each is one more to be crawled. */
export const alternateLinks = (
  formats: readonly AlternateFormat[],
  site: Site,
): { readonly rel: string; readonly href: string; readonly type: string | undefined }[] =>
  formats
    .filter(({ name }) => isInHead(name) || relationOf(name) !== 'alternate')
    .map(({ href, name, type }) => ({ rel: relationOf(name), href: relativeHref(site, href), type }))
