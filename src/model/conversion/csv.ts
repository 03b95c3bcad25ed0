/** Rows of CSV (RFC 4180) as its text streams by. */

import { UnreadableText, type TextFormat, type TextRecord } from '../rows/source-row.ts'

export interface CsvRow {
  readonly fields: readonly string[]
  /** Line on which the row starts, from 1. */
  readonly line: number
  /** The text ends inside of a quoted field. */
  readonly isCutOff?: true
}

/** Characters that a field may have: authors of physics papers come to some megabytes. */
const MAX_FIELD_CHARACTERS = 50_000_000

export interface CsvReader {
  /** The rows that a piece of the text completes. @throws UnreadableText if a field has no end */
  read(piece: string): CsvRow[]
  /** The row that the end of the text completes. */
  end(): CsvRow[]
}

/** Reads rows as their text comes in pieces; blank lines are none. @param separator one character */
export function createCsvReader(separator = ','): CsvReader {
  const endOfPlain = new RegExp(`[\\n\\r\\${separator}]`, 'g')
  let fields: string[] = []
  let field: string[] = []
  let length = 0
  let [line, start] = [1, 1]
  let [isQuoted, isAfterQuote, isAfterReturn] = [false, false, false]

  function add(text: string): void {
    field.push(text)
    length += text.length
    if (length > MAX_FIELD_CHARACTERS)
      throw new UnreadableText(`has from line ${start} on a field that does not end; a quote is expected`)
  }
  function endField(): void {
    fields.push(field.length === 1 ? (field[0] as string) : field.join(''))
    field = []
    length = 0
  }
  function endRow(): CsvRow[] {
    if (fields.length === 0 && field.length === 0) return []
    endField()
    const row = { fields, line: start }
    fields = []
    return [row]
  }

  return {
    read(piece) {
      const rows: CsvRow[] = []
      for (let i = 0; i < piece.length;) {
        const character = piece[i]
        const isSecondOfEnd = isAfterReturn && character === '\n'
        isAfterReturn = !isQuoted && character === '\r'
        if (isQuoted) {
          const quote = piece.indexOf('"', i)
          const end = quote === -1 ? piece.length : quote
          const text = piece.slice(i, end)
          add(text)
          line += text.split('\n').length - 1
          if (quote !== -1) [isQuoted, isAfterQuote] = [false, true]
          i = end + 1
        } else if (character === '"' && (isAfterQuote || field.length === 0)) {
          add(isAfterQuote ? '"' : '')
          isQuoted = true
          i++
        } else {
          isAfterQuote = false
          if (character === separator) endField()
          else if (isAfterReturn || (character === '\n' && !isSecondOfEnd)) {
            rows.push(...endRow())
            start = ++line
          } else if (!isSecondOfEnd) {
            endOfPlain.lastIndex = i
            const end = endOfPlain.exec(piece)?.index ?? piece.length
            add(piece.slice(i, end))
            i = end
            continue
          }
          i++
        }
      }
      return rows
    },
    end: () => (isQuoted ? endRow().map((row) => ({ ...row, isCutOff: true })) : endRow()),
  }
}

/**
 * The rows of a text, piece by piece those that the piece completes; blank lines are none.
 * @throws UnreadableText if a field has no end
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const reader = createCsvReader()
  for await (const piece of pieces) yield reader.read(piece)
  yield reader.end()
}

/** The columns of a CSV text by its first line, without quotes. */
const columnsOf = (head: string): string[] =>
  (head.replace(/^\uFEFF/, '').split(/[\r\n]/, 1)[0] as string)
    .split(',')
    .map((column) => column.trim().replace(/^"(.*)"$/, '$1'))

/** A row as a record, or what is wrong with it. */
export function recordOf(columns: readonly string[], { fields, line, isCutOff }: CsvRow): TextRecord {
  if (isCutOff) return { line, fault: 'ends inside of a quoted field, as if the file were cut off' }
  if (fields.length !== columns.length)
    return {
      line,
      fault: `has ${fields.length} fields; ${columns.length} are expected, as in the first line`,
    }
  return { line, record: Object.fromEntries(columns.map((name, i) => [name, fields[i]])) }
}

/**
 * Tables as CSV whose first line names the columns, each row a record of texts by column.
 * @param tables columns that are all there in one kind of table; others may stand beside them
 */
export function csvText(...tables: readonly (readonly string[])[]): TextFormat {
  const isTable = (names: readonly string[]): boolean =>
    tables.some((columns) => columns.every((column) => names.includes(column)))
  const expected = `expected are ${tables.map((columns) => columns.join(', ')).join(', or ')}`

  async function* records(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
    let columns: readonly string[] | undefined
    for await (const rows of readCsv(pieces)) {
      const head = columns === undefined ? rows.shift() : undefined
      if (head !== undefined) {
        columns = head.fields.map((name) => name.trim())
        if (!isTable(columns)) {
          yield [{ line: head.line, fault: `has the columns ${columns.join(', ')}; ${expected}` }]
          return
        }
      }
      const names = columns ?? []
      yield rows.map((row) => recordOf(names, row))
    }
  }

  return { recognises: (head) => isTable(columnsOf(head)), records }
}
