/** Warnings about a subject, from merging its parts. */

import type { FindingKind } from '../../findings/kinds.ts'
import { orList } from '../../model/values/text.ts'
import type { StoredValue } from '../../record/rdf/stored.ts'
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

/** Values on which copies of one subject differ. */
export interface Conflicts {
  /** Takes values that differ; texts, in more than their spelling. @param origin of the one that is not used */
  add(
    path: readonly string[],
    used: StoredValue | undefined,
    dropped: StoredValue,
    origin?: RecordPlace,
  ): void
  /** Reports them all as one finding, which has the path of the first. */
  report(warn: WarnOfSubject, iri: string, origin: RecordPlace | undefined): void
}

/** Values that a finding shows of each path, and characters of a value. */
const [MOST_VALUES, MOST_CHARACTERS] = [3, 200]

const shown = (value: StoredValue | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

export function createConflicts(): Conflicts {
  const found = new Map<string, { used: string; dropped: Set<string> }>()
  let first: RecordPlace | undefined
  return {
    add(path, used, dropped, origin) {
      if (typeof used === 'string' && typeof dropped === 'string' && isSameText(used, dropped)) return
      first ??= origin
      const key = path.join('.')
      const values = found.get(key) ?? { used: shown(used), dropped: new Set() }
      found.set(key, { used: shown(used), dropped: values.dropped.add(shown(dropped)) })
    },
    report(warn, iri, origin) {
      const sentences = Array.from(found, ([path, { used, dropped }]) => {
        dropped.delete(used)
        const more = dropped.size > MOST_VALUES ? [`${dropped.size - MOST_VALUES} more`] : []
        const others = orList([...[...dropped].sort().slice(0, MOST_VALUES), ...more])
        return [path, `${used} is used, ${others} is not`] as const
      })
      const [[path, message] = [], ...others] = sentences
      if (path === undefined) return
      const more = others.map(([key, sentence]) => `; ${key}: ${sentence}`).join('')
      warn(
        'conflicting-copies',
        first ?? origin,
        iri,
        path.split('.'),
        `differs between copies: ${message}${more}`,
      )
    },
  }
}
