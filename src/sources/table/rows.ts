/** Tables as text: where the headings stand, what separates the columns, and what each row says. */

import { UnreadableText, type TextRecord } from '../../model/rows/source-row.ts'
import { createCsvReader, recordOf, type CsvRow } from '../../model/conversion/csv.ts'
import { recogniseHeadings, type TableMap } from './words.ts'

/** Rows that are searched for headings: a title and the like may stand above them. */
const MAX_ABOVE = 20

const EXPECTED = 'expected are such as Name, ORCID, Department, or Title, DOI, Year, or a map of them (--map)'

const SEPARATORS = [',', ';', '\t', '|']

export interface Table {
  readonly separator: string
  readonly map: TableMap
  readonly headings: readonly string[]
  /** Line of the headings. */
  readonly line: number
  /** Why it is not read by a map that was given. */
  readonly warning?: string
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

const UNCLEAR =
  'has names and family names, but no given names: names are taken for whole ones; a map may say otherwise'

/** The map of headings: the first that was given and has them all, else by what the headings say. */
function mapOf(
  headings: readonly string[],
  maps: readonly TableMap[],
): Pick<Table, 'map' | 'warning'> | undefined {
  const missingIn = (map: TableMap): string[] =>
    [...map.columns.keys()].filter((one) => !headings.includes(one))
  const given = maps.find((map) => missingIn(map).length === 0)
  if (given) return { map: given }
  const map = recogniseHeadings(headings)
  const [first] = maps
  const words = [...(map?.columns.values() ?? [])]
  const isUnclear = words.includes('name') && words.includes('family name') && !words.includes('given name')
  if (!map || !first) return map && { map, ...(isUnclear && { warning: UNCLEAR }) }
  const missing = missingIn(first).join(', ')
  return { map, warning: `is read by its headings: the columns of --map are not all there (${missing})` }
}

/** The table that a text begins with; undefined if it is none. */
export function findTable(head: string, maps: readonly TableMap[]): Table | undefined {
  const text = withoutMark(head)
  const tables = SEPARATORS.flatMap((separator) => {
    const rows: CsvRow[] = createCsvReader(separator).read(text.endsWith('\n') ? text : `${text}\n`)
    for (const { fields, line } of rows.slice(0, MAX_ABOVE)) {
      const headings = fields.map((field) => field.trim())
      const found = mapOf(headings, maps)
      if (found) return [{ separator, headings, line, ...found }]
    }
    return []
  })
  // A text of one separator may have another one in a heading.
  return tables.sort((a, b) => b.headings.length - a.headings.length)[0]
}

/** Fields as many as there are headings: programs leave out empty ones at the end, or add some. */
function withWidth({ fields, ...row }: CsvRow, width: number): CsvRow {
  const isPadded = fields.length > width && fields.slice(width).every((field) => field.trim() === '')
  const padding = Array.from({ length: Math.max(0, width - fields.length) }, () => '')
  return { ...row, fields: isPadded ? fields.slice(0, width) : [...fields, ...padding] }
}

/** The headings of DSpace, which has `||` between the values of a field. */
const DSPACE = /^\w+\.\w/

/** What a row says, by the words of the map: of several columns of one word all that is there. */
function valuesOf(fields: readonly string[], { map, headings }: Table): Record<string, unknown> {
  const found: Record<string, string[]> = {}
  const unread: string[] = []
  for (const [i, heading] of headings.entries()) {
    const field = fields[i] ?? ''
    const texts = (DSPACE.test(heading) ? field.split('||') : [field]).filter((text) => text.trim() !== '')
    if (texts.length === 0 || heading === '') continue
    const word = map.columns.get(heading)
    if (word == null) unread.push(heading)
    else (found[word] ??= []).push(...texts.map((text) => text.trim()))
  }
  for (const [word, value] of map.values) found[word] ??= [value]
  return { kind: map.kind, values: found, unread }
}

/** Tables with tabs often lie beside data, such as a list of where it comes from; CSV is meant to be read. */
const isTabbed = (head: string): boolean => (head.split('\n', 1)[0] as string).includes('\t')

/** Characters among which the headings are looked for. */
const HEAD_CHARACTERS = 65_536

/** The rows of a table as they stream by. */
export async function* readTable(
  pieces: AsyncIterable<string>,
  maps: readonly TableMap[],
): AsyncGenerator<TextRecord[]> {
  let [head, table]: [string, Table | undefined] = ['', undefined]
  let reader = createCsvReader()
  const recordsOf = (rows: readonly CsvRow[], { headings, line, ...rest }: Table): TextRecord[] =>
    rows.flatMap((row): TextRecord[] => {
      if (row.line <= line || row.fields.every((field) => field.trim() === '')) return []
      const whole = withWidth(row, headings.length)
      const one = recordOf(headings, whole)
      if (!('record' in one)) return [one]
      return [{ ...one, record: valuesOf(whole.fields, { headings, line, ...rest }) }]
    })
  function* begin(): Generator<TextRecord[]> {
    table = findTable(head, maps)
    if (!table) {
      if (!isTabbed(head)) throw new UnreadableText(`has headings that are not known; ${EXPECTED}`)
      yield [{ line: 1, warning: `has headings that are not known, and is passed over; ${EXPECTED}` }]
      return
    }
    reader = createCsvReader(table.separator)
    const records = recordsOf(reader.read(withoutMark(head)), table)
    const [first] = records
    if (first && 'record' in first && table.warning !== undefined)
      records[0] = { ...first, warning: table.warning }
    yield records
  }
  for await (const piece of pieces) {
    if (table) yield recordsOf(reader.read(piece), table)
    else {
      head += piece
      if (head.length < HEAD_CHARACTERS) continue
      yield* begin()
      if (!table) return
    }
  }
  if (!table) yield* begin()
  if (table) yield recordsOf(reader.end(), table)
}
