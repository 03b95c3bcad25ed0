/** Makes a source one whose records are linked with those of all others: identifiers, merging, ORCIDs. */

import type { Source } from '../../model/rows/source-row.ts'
import { merger } from './merge-records.ts'
import { withAliases } from './same-identifiers.ts'

/**
 * A source whose records are linked with those of all others: what several say of one product is merged, entities
 * are found by each of their ids, and an ORCID that stands beside two names is none.
 */
export const defineSource = (source: Source): Source => withAliases({ merger, ...source })
