/** Findings about a subject, from merging what is said of it. */

import type { FindingKind } from '../../findings.ts'
import type { OnConflict } from '../../record/stored.ts'
import { isSameText } from './compare-copies.ts'
import type { Origin } from './part.ts'

/** Warns of a subject; without origin where no single record is the cause. */
export type WarnOf = (
  kind: FindingKind,
  origin: Origin | undefined,
  iri: string,
  path: readonly string[],
  message: string,
) => void

/** Reports single values that differ in more than their spelling. @param between what they stand in */
export const reportConflicts =
  (warn: WarnOf, iri: string, between: 'copies' | 'records', origin?: Origin): OnConflict =>
  (path, first, other) => {
    if (typeof first === 'string' && typeof other === 'string' && isSameText(first, other)) return
    warn(
      'conflicting-copies',
      origin,
      iri,
      path,
      `differs between ${between}: ${JSON.stringify(first)} is kept, ${JSON.stringify(other)} is not`,
    )
  }
