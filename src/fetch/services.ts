/** The services that have records by identifier: how each is asked, and by whose source its answers are read. */

import type { ListedId } from './list.ts'

/** Base URLs, by the settings that have them. */
export interface ServiceUrls {
  readonly doiUrl: string
  readonly openalexUrl: string
  readonly orcidUrl: string
  readonly rorUrl: string
}

export interface Service {
  readonly setting: keyof ServiceUrls
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
    setting: 'doiUrl',
    kind: 'doi',
    // DataCite has the first form, Crossref the second, with all that it knows; other agencies have the second.
    accept: 'application/vnd.datacite.datacite+json, application/vnd.citationstyles.csl+json;q=0.9',
    path: (doi) => encodeURI(doi).replace(/[?#]/g, encodeURIComponent),
  },
  {
    setting: 'openalexUrl',
    kind: 'doi',
    source: 'openalex',
    accept: JSON_TYPE,
    path: (doi, mail) =>
      `works/doi:${encodeURIComponent(doi)}${mail === undefined ? '' : `?mailto=${encodeURIComponent(mail)}`}`,
  },
  {
    setting: 'orcidUrl',
    kind: 'orcid',
    source: 'orcid',
    accept: JSON_TYPE,
    path: (orcid) => `${orcid}/record`,
  },
  {
    setting: 'rorUrl',
    kind: 'ror',
    source: 'ror',
    accept: JSON_TYPE,
    path: (ror) => `organizations/${ror}`,
  },
]
