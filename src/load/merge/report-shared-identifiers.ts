/** Entities of different ids that have one identifier, such as two persons with one ORCID: each is reported. */

import type { FindingKind } from '../../findings/kinds.ts'
import type { Model } from '../../model/model.ts'
import { isEntity, type SubjectFragment } from '../../record/rdf/stored.ts'
import { withTurns } from '../../search-index/turns.ts'
import { createLinesByKey } from './lines-by-key.ts'
import type { OwnIdentifiers } from './own-identifiers.ts'
import type { RecordPlace } from './part.ts'
import type { WarnOfSubject } from './warnings.ts'

export interface SameIdentifiers {
  /** Takes what is said of a subject. */
  add(iri: string, fragments: readonly SubjectFragment[], origin: RecordPlace | undefined): void
  /** Reports the identifiers that several entities have; then none are known. */
  report(warn: WarnOfSubject): Promise<void>
}

const KIND = 'same-identifier' satisfies FindingKind

/** Entities that a finding names. */
const MOST_NAMED = 5

type Owner = readonly [iri: string, origin: RecordPlace | null]

/**
 * @param folder for what does not fit in memory
 * @param othersWith the IRIs of entities that have an identifier and do not come
 */
export function createSameIdentifiers(
  model: Model,
  own: OwnIdentifiers,
  folder: string,
  othersWith: (scheme: string, value: string) => readonly string[] = () => [],
): SameIdentifiers {
  const owners = createLinesByKey(folder, 'same-identifiers')
  const ofOne = new Set(
    Object.entries(model.identifiers.rows).flatMap(([scheme, row]) => (row.ofOneEntity ? [scheme] : [])),
  )
  return {
    add(iri, fragments, origin) {
      const entities = fragments.filter(({ subjectType }) => isEntity(subjectType))
      if (entities.length === 0) return
      const ofIri = own.ofIri(iri)
      const all = [...(ofIri ? [ofIri] : []), ...entities.flatMap((one) => own.ofFragment(one))]
      const keys = new Set(
        all.flatMap(({ scheme, value }) => (ofOne.has(scheme) ? [JSON.stringify([scheme, value])] : [])),
      )
      const owner: Owner = [iri, origin ?? null]
      for (const key of keys) owners.add(key, JSON.stringify(owner))
    },
    async report(warn) {
      for await (const [key, lines] of withTurns(owners.groups())) {
        const [scheme, value] = JSON.parse(key) as [string, string]
        const others = othersWith(scheme, value).map((iri): Owner => [iri, { file: '', isEarlier: true }])
        if (lines.length + others.length < 2) continue
        const holders = [...lines.map((line) => JSON.parse(line) as Owner), ...others]
        holders.sort(([a], [b]) => (a < b ? -1 : 1))
        const [first, ...rest] = holders as [Owner, ...Owner[]]
        const [, origin] = holders.find(([, place]) => !place?.isEarlier) ?? first
        const named = rest.slice(0, MOST_NAMED).map(([iri]) => `<${iri}>`)
        const more = rest.length > named.length ? ` and ${rest.length - named.length} more` : ''
        const message = `has the ${scheme} ${value}, which is also that of ${named.join(', ')}${more}`
        warn(KIND, origin ?? undefined, first[0], [], message)
      }
    },
  }
}
