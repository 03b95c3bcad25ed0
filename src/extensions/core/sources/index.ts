/** The formats of metadata from elsewhere that skeg reads. */

import { crossref } from './crossref/index.ts'
import { datacite } from './datacite/index.ts'
import { ror } from './ror.ts'

export const sources = [crossref, datacite, ror]
