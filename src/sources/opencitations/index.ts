/** OpenCitations: Meta and Index, as CSV of the dumps and as JSON of the APIs. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes, TextRecord } from '../../model/rows/source-row.ts'
import { columnsOf, readCsv } from '../shared/csv.ts'
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

async function* records(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  let columns: readonly string[] | undefined
  for await (const rows of readCsv(pieces)) {
    if (columns === undefined) {
      const first = rows.shift()
      if (first === undefined) continue
      columns = first.fields.map((name) => name.trim())
      if (readerOf(columns) === undefined) {
        yield [{ line: first.line, fault: `has the columns ${columns.join(', ')}; ${expected}` }]
        return
      }
    }
    const names = columns
    yield rows.map(({ fields, line, isCutOff }): TextRecord => {
      if (isCutOff) return { line, fault: 'ends inside of a quoted field, as if the file were cut off' }
      if (fields.length !== names.length)
        return {
          line,
          fault: `has ${fields.length} fields; ${names.length} are expected, as in the first line`,
        }
      return { line, record: Object.fromEntries(names.map((name, i) => [name, fields[i]])) }
    })
  }
}

const expected = `expected are ${kinds.map(([columns]) => columns.join(', ')).join(', or ')}`

export const opencitations: Source = {
  name: 'opencitations',
  label: 'OpenCitations',
  recognises: (record) =>
    readerOf(Object.keys(record)) !== undefined &&
    typeof (record['id'] ?? record['citing'] ?? record['citing_id']) === 'string',
  text: { recognises: (head) => readerOf(columnsOf(head)) !== undefined, records },
  read(record, notes) {
    const read = readerOf(Object.keys(record))
    if (read) return read(record, notes)
    notes.refuse(`is no row of OpenCitations; ${expected}`)
    return []
  },
}
