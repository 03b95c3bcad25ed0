/** Tables of persons, organisations, products and grants, as CSV, TSV and XLSX. */

import { createRequire } from 'node:module'
import type { Source, TextFormat } from '../../model/rows/source-row.ts'
import { readRow } from './records.ts'
import { findTable, readTable } from './rows.ts'
import { type TableMap, isKind, kinds, type Kind } from './words.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { orList } from '../../model/values/text.ts'

/** Read where there is a map: most processes need none, and it is a tenth of all code. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml') as typeof import('yaml')

const wordsOf = (kind: Kind): readonly string[] => Object.keys(kinds[kind])

/** The map as a file that --map takes. */
function mapText({ kind, columns, values }: TableMap): string {
  const { stringify } = yaml()
  return [
    `# Rows are ${orList(Object.keys(kinds))}.`,
    stringify({ type: kind }).trimEnd(),
    `# Heading: what it is, of ${wordsOf(kind).join(', ')}; a column with null is not read.`,
    stringify({ columns: Object.fromEntries(columns) }).trimEnd(),
    '# What holds for all rows, such as ror: 05gq02987 for a list of your staff.',
    stringify({ values: Object.fromEntries(values) }).trimEnd(),
  ].join('\n')
}

const requireKnown = (words: readonly unknown[], kind: Kind, member: string): void => {
  const unknown = words.find((word) => word !== null && !wordsOf(kind).includes(String(word)))
  if (unknown !== undefined)
    throw new Error(`${member} has ${String(unknown)}; known for ${kind} are ${wordsOf(kind).join(', ')}`)
}

/** @throws Error that says what is expected */
function readMap(text: string): TableMap {
  const document = yaml().parseDocument(text)
  const [fault] = document.errors
  if (fault) throw new Error(`is no YAML: ${fault.message.split('\n', 1)[0]}`)
  const map: unknown = document.toJS()
  const { type, columns, values = {}, ...others }: Json = isObject(map) ? map : {}
  const [other] = Object.keys(others)
  if (other !== undefined) throw new Error(`has ${other}; known are type, columns and values`)
  if (!isKind(type)) throw new Error(`type is expected to be ${orList(Object.keys(kinds))}`)
  if (!isObject(columns))
    throw new Error('columns is expected to have a line «Heading: word» for each column')
  if (!isObject(values)) throw new Error('values is expected to have lines such as «ror: 05gq02987»')
  requireKnown(Object.values(columns), type, 'columns')
  requireKnown(Object.keys(values), type, 'values')
  return {
    kind: type,
    columns: new Map(Object.entries(columns).map(([heading, word]) => [heading, word as string | null])),
    values: new Map(Object.entries(values).map(([word, value]) => [word, String(value)])),
  }
}

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
