/** The formats of metadata from elsewhere that skeg reads. */

import { defineSource } from '../load/linking/define-source.ts'
import type { Source } from '../model/rows/source-row.ts'
import { crossref } from './crossref/index.ts'
import { datacite } from './datacite/index.ts'
import { oai } from './datacite/oai/index.ts'
import { openalex } from './openalex/index.ts'
import { openaire } from './openaire/index.ts'
import { opencitations } from './opencitations/index.ts'
import { orcid } from './orcid/index.ts'
import { bibtex, csl, ris } from './references/index.ts'
import { ror } from './ror/index.ts'
import { table } from './table/index.ts'

/** In the order in which their records outweigh those of the others: first those who register DOIs. */
export const sources: readonly Source[] = [
  crossref,
  datacite,
  ror,
  openaire,
  opencitations,
  orcid,
  oai,
  openalex,
  csl,
  bibtex,
  ris,
  table,
].map(defineSource)
