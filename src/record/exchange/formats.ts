/** The formats in which records are harvested. */

import { datacite, openAireData } from './datacite.ts'
import { dublinCore } from './dublin-core.ts'
import type { Format } from './format.ts'
import { openAire } from './openaire.ts'

export const formats: readonly Format[] = [dublinCore, datacite, openAireData, openAire]
