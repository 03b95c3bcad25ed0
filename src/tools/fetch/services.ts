/** The services that have records by identifier: how each is asked, and by whose source its answers are read. */

import type { ListedId } from './list.ts'

export interface Service {
  /** What its path is relative to. */
  readonly url: string
  readonly kind: ListedId['kind']
  /** The source of its records; absent: any. */
  readonly source?: string
  readonly accept: string
  /** What stands behind the base URL. */
  path(value: string, mail: string | undefined): string
}

const JSON_TYPE = 'application/json'

export const services: readonly Service[] = [
  {
    url: 'https://doi.org',
    kind: 'doi',
    // DataCite has the first form, Crossref the second, with all that it knows; other agencies have the second.
    accept: 'application/vnd.datacite.datacite+json, application/vnd.citationstyles.csl+json;q=0.9',
    path: (doi) => encodeURI(doi).replace(/[?#]/g, encodeURIComponent),
  },
  {
    url: 'https://api.openalex.org',
    kind: 'doi',
    source: 'openalex',
    accept: JSON_TYPE,
    path: (doi, mail) =>
      `works/doi:${encodeURIComponent(doi)}${mail === undefined ? '' : `?mailto=${encodeURIComponent(mail)}`}`,
  },
  {
    url: 'https://pub.orcid.org/v3.0',
    kind: 'orcid',
    source: 'orcid',
    accept: JSON_TYPE,
    path: (orcid) => `${orcid}/record`,
  },
  {
    url: 'https://api.ror.org/v2',
    kind: 'ror',
    source: 'ror',
    accept: JSON_TYPE,
    path: (ror) => `organizations/${ror}`,
  },
]
