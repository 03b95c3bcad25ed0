/** Records of SKG-IF that wait until the ids of all entities are known (--join). */

import type { Model } from '../../model/model.ts'
import { createNormaliser } from '../../record/json/normalise.ts'
import { RecordRejected } from '../../record/json/read-context.ts'
import { isEntity, type SubjectFragment } from '../../record/rdf/stored.ts'
import { aliasByIdentifiers } from '../linking/same-identifiers.ts'
import { createLinesByKey } from '../merge/lines-by-key.ts'
import { createOwnIdentifiers } from '../merge/own-identifiers.ts'
import type { RecordPlace } from '../merge/part.ts'

interface WaitingRecord {
  readonly record: unknown
  readonly base: string
  readonly at: RecordPlace
}

export interface JoinedRecords {
  /** Takes a record, and the identifiers of the entities in it. @throws OutputError */
  add(waiting: WaitingRecord): void
  /** How many entities are called by an identifier in the place of their own id, counted by record. */
  joined(): number
  /** The records that wait; then there are none. */
  take(): Generator<WaitingRecord>
}

/**
 * @param alias takes the ids of entities that are one with what has their ORCID, ROR, DOI or ISSN
 * @param folder for what does not fit in memory
 */
export function createJoinedRecords(
  model: Model,
  graphBase: string,
  alias: (other: string, id: string) => void,
  folder: string,
): JoinedRecords {
  const records = createLinesByKey(folder, 'join')
  const normalise = createNormaliser(model, graphBase)
  const own = createOwnIdentifiers(model, graphBase)
  let joined = 0

  /** What a record says of entities, itself the last; nothing of one that is refused when it is read. */
  function fragmentsOf({ record, base }: WaitingRecord): SubjectFragment[] {
    const found: SubjectFragment[] = []
    try {
      const whole = normalise(record, {
        base,
        warn() {},
        onReference() {},
        count() {},
        onFragment: (inner) => found.push(inner),
      })
      return [...found, whole]
    } catch (error) {
      if (error instanceof RecordRejected) return []
      throw error
    }
  }

  return {
    add(waiting) {
      const entities = fragmentsOf(waiting).flatMap((fragment) => {
        const { iri, subjectType } = fragment
        if (!isEntity(subjectType)) return []
        return [
          { local_identifier: iri, entity_type: subjectType.name, identifiers: own.ofFragment(fragment) },
        ]
      })
      joined += aliasByIdentifiers(entities, alias)
      records.add(entities.at(-1)?.local_identifier ?? '', JSON.stringify(waiting))
    },
    joined: () => joined,
    *take() {
      for (const [, lines] of records.groups())
        for (const line of lines) yield JSON.parse(line) as WaitingRecord
    },
  }
}
