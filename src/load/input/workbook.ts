/** Workbooks (XLSX) → the text of their first sheet as CSV. A formula is never evaluated: it is what it last gave. */

import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { InputError } from '../text/input-error.ts'

/** Bytes of a workbook, unpacked: it is held as a whole, at some eight times its size. */
const MAX_BYTES = 64_000_000

const tooLarge = (): InputError =>
  new InputError(
    `is a workbook of more than ${MAX_BYTES / 1e6} MB when unpacked; save it as CSV, which may have any size`,
  )

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BYTES) throw tooLarge()
  }
  return Buffer.concat(chunks)
}

/** Cells of all sheets: each is held from A1 to its last row and its last column, whatever is in between. */
const MAX_CELLS = 5_000_000

/** A cell that has content, by its column and row. */
const CELL = /<(?:\w+:)?c\s[^>]*?\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["'][^>]*(?<!\/)>/g

/** Characters of a tag: a longer one is none of a cell. */
const MAX_TAG = 10_000

const numberOfColumn = (letters: string): number =>
  [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0)

/**
 * Cells that are merged in the sheets of a workbook; each entry is unpacked once, so that sizes are what they say.
 * @throws InputError for what is too large
 */
async function mergedCellsOf(bytes: Buffer): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const merged: string[] = []
  let [length, cells] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    let [tail, lastColumn, lastRow] = ['', 'A', 0]
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      length += (piece as Buffer).length
      if (length > MAX_BYTES) throw tooLarge()
      tail += (piece as Buffer).toString('latin1')
      for (const [, range = ''] of tail.matchAll(/<mergeCell [^>]*?ref=["']([^"']*)["']/g)) merged.push(range)
      for (const [, column = '', row] of tail.matchAll(CELL)) {
        if (numberOfColumn(column) > numberOfColumn(lastColumn)) lastColumn = column
        lastRow = Math.max(lastRow, Number(row))
      }
      tail = tail.slice(Math.max(tail.lastIndexOf('<'), tail.length - MAX_TAG, 0))
    }
    cells += numberOfColumn(lastColumn) * lastRow
    if (cells > MAX_CELLS)
      throw new InputError(
        `is a workbook with a sheet of which the cells reach to ${lastColumn}${lastRow}; ` +
          `${MAX_CELLS / 1e6} million cells can be read, ` +
          'empty ones among them: delete the rows and columns behind the table',
      )
  }
  return merged
}

/** A carriage return is a line break that does not count as a line, so that lines are rows of the sheet. */
const fieldOf = (cell: unknown): string => {
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
  return `"${text.replaceAll('"', '""').replace(/\r?\n/g, '\r')}"`
}

const MOST_NAMED = 5

/** Rows that are written at a time. */
const ROWS = 1000

/** @throws InputError if it is no workbook, or too large */
export async function* readWorkbook(
  stream: Readable,
  note: (message: string) => void,
): AsyncGenerator<string> {
  const bytes = await bytesOf(stream)
  const { default: readSheets } = await import('read-excel-file/node')
  let sheets: Awaited<ReturnType<typeof readSheets>>
  try {
    const merged = await mergedCellsOf(bytes)
    if (merged.length > 0)
      note(
        `has merged cells (${merged.slice(0, MOST_NAMED).join(', ')}${merged.length > MOST_NAMED ? ', …' : ''}), of ` +
          'which the first has the value and the others none',
      )
    sheets = await readSheets(bytes)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`is no workbook that can be read: ${(error as Error).message}`)
  }
  const [first, ...others] = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell != null)))
  if (others.length > 0)
    note(`has further sheets, which are not read: ${others.map(({ sheet }) => sheet).join(', ')}`)
  const rows = first?.data ?? []
  for (let i = 0; i < rows.length; i += ROWS)
    yield `${rows
      .slice(i, i + ROWS)
      .map((row) => row.map(fieldOf).join(','))
      .join('\n')}\n`
}
