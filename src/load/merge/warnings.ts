/** Warnings about a subject, from merging its parts. */

import type { FindingKind } from '../../findings/kinds.ts'
import type { OnConflict } from '../../record/rdf/stored.ts'
import { isSameText } from './compare-copies.ts'
import type { RecordPlace } from './part.ts'

/** Reports a finding about a subject. @param origin absent where no single record is the cause */
export type WarnOfSubject = (
  kind: FindingKind,
  origin: RecordPlace | undefined,
  iri: string,
  path: readonly string[],
  message: string,
) => void

/** Reports single values that differ in more than their spelling. @param between where they stand */
export const reportConflicts =
  (warn: WarnOfSubject, iri: string, between: 'copies' | 'records', origin?: RecordPlace): OnConflict =>
  (path, first, other) => {
    if (typeof first === 'string' && typeof other === 'string' && isSameText(first, other)) return
    warn(
      'conflicting-copies',
      origin,
      iri,
      path,
      `differs between ${between}: ${JSON.stringify(first)} is used, ${JSON.stringify(other)} is ignored`,
    )
  }
