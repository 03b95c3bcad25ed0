/** Collection and id of what was read. */

import { resolveIri } from '../../model/context/iri.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import { isObject } from '../../model/values/json.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { localIdentifierOf } from '../../record/json/dialects.ts'
import { digest } from '../../record/rdf/stored.ts'
import type { Conversion } from '../conversion/convert.ts'
import type { EntryHead } from './entry.ts'

interface Collected {
  /** That of all inputs. */
  readonly collection?: string | undefined
}

const SKG_IF = 'skg-if'

/** @param base against which its id resolves */
export function headOfRecord(record: unknown, base: string, { collection = SKG_IF }: Collected): EntryHead {
  const id = isObject(record) ? (localIdentifierOf(record) ?? record['id']) : undefined
  return { collection, key: typeof id === 'string' ? resolveIri(id, base) : '' }
}

export const headOfSubject = (iri: string, { collection = SKG_IF }: Collected): EntryHead => ({
  collection,
  key: iri,
})

export function headOfConversion(
  source: Source,
  { records, additions, aliases, collection: own, key, sourceDate, deleted }: Conversion,
  { collection }: Collected,
): EntryHead {
  const id = records[0]?.['local_identifier']
  const known = key ?? (typeof id === 'string' ? id : undefined)
  return {
    collection: collection ?? own ?? source.name,
    key: known ?? digest(JSON.stringify([additions, aliases])),
    source: source.name,
    date: sourceDate,
    isMade: known !== undefined && isGeneratedId(known),
    ...(deleted && { isDeleted: true }),
  }
}
