/**
 * The graph as search engines of data read it: one object of schema.org, which is Croissant 1.1 too
 * (https://docs.mlcommons.org/croissant/).
 */

import type { About } from '../../config/about.ts'
import type { Dataset } from '../../api/dataset/dataset.ts'

const agent = ({ name, url }: NonNullable<About['publisher']>): object => ({
  '@type': 'Organization',
  name,
  ...(url && { url }),
})

const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  citeAs: 'cr:citeAs',
  isLiveDataset: 'cr:isLiveDataset',
} as const

/** The last segment of an IRI of a language, for those who take codes. */
const codeOf = (iri: string): string => iri.replace(/^.*[/#]/, '').toLowerCase()

/** The object for the page of the data. */
export function describeForSearch({ about, urls: { root, api }, file, loaded, has }: Dataset): object {
  const { title, description, publisher, creator = publisher, licence, created, version } = about
  const { issued = created, identifier, keywords, languages, contact, temporal, sources } = about
  const dump = {
    // The library of Croissant takes the first.
    '@type': ['cr:FileObject', 'DataDownload'],
    '@id': 'dump',
    name: 'dump.nq.gz',
    description: 'All data as N-Quads',
    contentUrl: `${root}/dump?format=gzip`,
    encodingFormat: ['application/n-quads', 'application/gzip'],
    ...(file && { contentSize: `${file.bytes} B`, sha256: file.sha256 }),
  }
  return {
    '@context': CONTEXT,
    '@type': 'Dataset',
    '@id': `${root}/.well-known/void#dataset`,
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: title,
    description,
    url: `${root}/`,
    ...(identifier && { identifier, citeAs: identifier }),
    ...(licence && { license: licence }),
    ...(creator && { creator: agent(creator) }),
    ...(publisher && { publisher: agent(publisher) }),
    ...(issued && { datePublished: issued }),
    ...(created && { dateCreated: created }),
    dateModified: loaded.toISOString(),
    ...(temporal && { temporalCoverage: `${temporal[0]}/${temporal[1] ?? '..'}` }),
    ...(sources && { isBasedOn: sources }),
    ...(version && { version }),
    ...(keywords && { keywords }),
    ...(languages && { inLanguage: languages.map(codeOf) }),
    ...(contact && {
      contactPoint: { '@type': 'ContactPoint', [contact.startsWith('mailto:') ? 'email' : 'url']: contact },
    }),
    isAccessibleForFree: true,
    isLiveDataset: true,
    ...(has('/dump') && { distribution: [dump] }),
    subjectOf: {
      '@type': 'DataDownload',
      contentUrl: `${root}/.well-known/void`,
      encodingFormat: 'text/turtle',
    },
    potentialAction: { '@type': 'SearchAction', target: `${api}/{collection}?filter={filter}` },
  }
}
