/** OpenCitations: Meta and Index, as CSV of the dumps and as JSON of the APIs. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { csvText } from '../../model/conversion/csv.ts'
import { readCitation, readCorrespondence } from './citations.ts'
import { readMeta } from './meta.ts'

type Reader = (row: Json, notes: SourceNotes) => Json[]

/** Kinds of rows: columns that are all there. */
const kinds: readonly (readonly [columns: readonly string[], read: Reader])[] = [
  [['citing', 'cited'], readCitation],
  [['citing_id', 'cited_id'], readCitation],
  [['id', 'title', 'author', 'pub_date', 'venue', 'type'], readMeta],
  [['omid', 'id'], readCorrespondence],
]

const readerOf = (names: readonly string[]): Reader | undefined =>
  kinds.find(([columns]) => columns.every((column) => names.includes(column)))?.[1]

const expected = `expected are ${kinds.map(([columns]) => columns.join(', ')).join(', or ')}`

export const opencitations: Source = {
  name: 'opencitations',
  label: 'OpenCitations',
  provider: { name: 'OpenCitations', url: 'https://opencitations.net/' },
  selection: {
    isWork: (record) => 'author' in record || 'venue' in record,
    ids: 'id citing citing_id',
    keys: {
      orcid: 'author editor',
      issn: 'venue id',
      doi: 'id',
      year: 'pub_date',
      type: 'type',
      openalex: 'id',
    },
  },
  recognises: (record) =>
    readerOf(Object.keys(record)) !== undefined &&
    typeof (record['id'] ?? record['citing'] ?? record['citing_id']) === 'string',
  text: csvText(...kinds.map(([columns]) => columns)),
  read(record, notes) {
    const read = readerOf(Object.keys(record))
    if (read) return read(record, notes)
    notes.refuse(`is no row of OpenCitations; ${expected}`)
    return []
  },
}
