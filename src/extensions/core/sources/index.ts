/** The formats of metadata from elsewhere that skeg reads. */

import { crossref } from './crossref.ts'
import { datacite } from './datacite.ts'
import { ror } from './ror.ts'

export const sources = [crossref, datacite, ror]
