/** Knowledge for compiling filters where no graph has been learnt. */

import type { GraphStatistics } from '../../src/filter/values/value-test.ts'
import { model } from './model.ts'

/** Nothing is known: every filter still has its query, which may look longer. */
export const ignorance: GraphStatistics = {
  triples: () => 100_000,
  records: () => 10_000,
  valuesOf: () => undefined,
  hasSubject: () => true,
  irisOfIdentifier: (address) => [address],
  iriPrefixesOfScheme: (scheme) =>
    model.identifiers.ofEntities.includes(scheme) ? [model.identifiers.rows[scheme]?.resolver as string] : [],
}
