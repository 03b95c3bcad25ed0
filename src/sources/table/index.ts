/** Tables of persons, organisations, products and grants, as CSV, TSV and XLSX. */

import type { Source, TextFormat } from '../../model/rows/source-row.ts'
import { mapText, readMap } from './map.ts'
import { readRow } from './records.ts'
import { findTable, readTable } from './rows.ts'
import type { TableMap } from './words.ts'

const textWith = (maps: readonly TableMap[]): TextFormat => ({
  endings: ['.csv', '.tsv', '.xlsx'],
  recognises: (head) => findTable(head, maps) !== undefined,
  records: (pieces) => readTable(pieces, maps),
  mapOf(head) {
    const table = findTable(head, maps)
    return table && mapText(table.map)
  },
  withMaps: (texts) => textWith(texts.map(readMap)),
})

export const table: Source = {
  name: 'table',
  label: 'tables',
  recognises: () => false,
  text: textWith([]),
  read: readRow,
}
