/** Knowledge for compiling filters where no graph has been learnt. */

import type { Knowledge } from '../../src/filter/knowledge.ts'
import { model } from './model.ts'

/** Nothing is known: every filter still has its query, which may look longer. */
export const ignorance: Knowledge = {
  triples: () => 100_000,
  records: () => 10_000,
  valuesOf: () => undefined,
  knows: () => true,
  spellingsOf: (address) => [address],
  prefixesOf: (scheme) =>
    model.identifiers.ofEntities.includes(scheme) ? [model.identifiers.rows[scheme]?.resolver as string] : [],
}
