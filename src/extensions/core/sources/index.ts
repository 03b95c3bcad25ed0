/** The formats of metadata from elsewhere that skeg reads. */

import { crossref } from './crossref/index.ts'
import { datacite } from './datacite/index.ts'
import { openaire } from './openaire/index.ts'
import { opencitations } from './opencitations/index.ts'
import { orcid } from './orcid.ts'
import { bibtex, csl, ris } from './references/index.ts'
import { ror } from './ror.ts'

export const sources = [crossref, datacite, ror, openaire, opencitations, orcid, csl, bibtex, ris]
