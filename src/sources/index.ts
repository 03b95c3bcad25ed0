/** The formats of metadata from elsewhere that skeg reads. */

import type { Source } from '../model/rows/source-row.ts'
import { crossref } from './crossref/index.ts'
import { datacite } from './datacite/index.ts'
import { openalex } from './openalex/index.ts'
import { openaire } from './openaire/index.ts'
import { opencitations } from './opencitations/index.ts'
import { orcid } from './orcid.ts'
import { bibtex, csl, ris } from './references/index.ts'
import { ror } from './ror.ts'
import { table } from './table/index.ts'
import { withAliases } from './linking/same-identifiers.ts'
import { merger } from './linking/merge-records.ts'

/**
 * A source whose records are linked with those of all others: what several say of one product is merged, entities
 * are found by each of their ids, and an ORCID that stands beside two names is none.
 */
export const defineSource = (source: Source): Source => withAliases({ merger, ...source })

/** In the order in which their records outweigh those of the others: first those who register DOIs. */
export const sources: readonly Source[] = [
  crossref,
  datacite,
  ror,
  openaire,
  opencitations,
  orcid,
  openalex,
  csl,
  bibtex,
  ris,
  table,
].map(defineSource)
