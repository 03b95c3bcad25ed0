/** Makes a source one whose records are linked with those of others. */

import type { Source } from '../model/rows/source-row.ts'
import { withAliases } from './linking/aliases.ts'
import { merger } from './linking/merge-records.ts'
import { withOneOrcidEach } from './linking/one-orcid.ts'

/**
 * A source whose records are linked with those of all others: what several say of one product is merged, entities
 * are found by each of their ids, and an ORCID that stands beside two names is none.
 */
export const defineSource = (source: Source): Source => withAliases(withOneOrcidEach({ merger, ...source }))
