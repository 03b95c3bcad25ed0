/**
 * Records as CSV (RFC 4180): a header and a line for each record; the columns come from the rows, whatever
 * the records hold.
 */

import { parseJson, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import { isArray } from '../../model/rows/walk.ts'
import type { EntityType, Field, Fields, Kind } from '../../model/rows/row.ts'
import { NODE_KEYS, type FieldSelection } from '../json/select-fields.ts'
import { titleOf } from '../naming/title.ts'

/** Text, or a list of texts with a place for each item, so that the columns of one list go together. */
type Texts = string | readonly Texts[]

/** A column below a field: what its name adds to the field's, and how its texts are read. */
interface Column {
  readonly name: string
  readonly read: (value: unknown) => Texts
}

/** Empty for what is no number: JSON has none for it. */
const cellText = (value: unknown): string =>
  value === undefined || value === null || (typeof value === 'number' && !Number.isFinite(value))
    ? ''
    : String(value)
const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? cellText((value as Json).local_identifier ?? (value as Json)['@id'])
    : cellText(value)

const plain: readonly Column[] = [{ name: '', read: cellText }]

/** @param selection what is selected of the field; absent: all */
type ColumnsOf = (field: Field, model: Model, selection?: FieldSelection) => readonly Column[]
const nested: ColumnsOf = (field, model, selection) =>
  fieldColumns((field as { fields: Fields }).fields, model, selection).map((column) => ({
    ...column,
    name: `.${column.name}`,
  }))

/** A language map is a list of texts, and beside it the list of their languages. */
const languages =
  (pick: (language: string, text: string) => string) =>
  (value: unknown): Texts =>
    Object.entries((value ?? {}) as Record<string, string | string[]>).flatMap(([language, texts]) =>
      [texts].flat().map((text) => pick(language, text)),
    )

/** The columns of one value of each kind of field. */
const makers: Readonly<Record<Kind, ColumnsOf>> = {
  string: () => plain,
  number: () => plain,
  boolean: () => plain,
  date: () => plain,
  iri: () => plain,
  vocabTerm: () => plain,
  rdfType: () => plain,
  typedIri: () => [{ name: '', read: idOf }],
  langString: () => [
    { name: '', read: languages((_, text) => text) },
    { name: '.language', read: languages((language) => language) },
  ],
  reference: (field, model, selection) => {
    const id = { name: '.local_identifier', read: idOf }
    const title: Column = {
      name: '.title',
      read: (value) =>
        typeof value === 'object' && value !== null
          ? (titleOf(value as Json, model.typeNamed((value as Json).entity_type as string)) ?? '')
          : '',
    }
    const isIdAlone = selection && [...selection.keys()].every((key) => NODE_KEYS.includes(key))
    return isIdAlone ? [id] : [id, title, ...codeColumns(field, model, selection)]
  },
  object: nested,
  nest: nested,
  labelledClass: (field, model, selection) => [
    ...(!selection || selection.has('class')
      ? [{ name: '.class', read: (value: unknown) => cellText((value as Json | undefined)?.class) }]
      : []),
    ...nested(field, model, selection),
  ],
}

/** Codes by which what is referred to is counted and compared, such as the country of an affiliation. */
function codeColumns(field: Field, model: Model, selection?: FieldSelection): Column[] {
  const types = 'range' in field ? field.range.flatMap((name) => model.typeNamed(name) ?? []) : []
  const keys = types.flatMap(({ fields, referenceFields }) =>
    referenceFields.filter((key) => {
      const inner = fields[key]
      return inner?.kind === 'string' && inner.codeList !== undefined && (!selection || selection.has(key))
    }),
  )
  return [...new Set(keys)].map((key) => ({
    name: `.${key}`,
    read: (value) => cellText((value as Json | undefined)?.[key]),
  }))
}

/** The columns of a table of fields, each read from the object around it. */
function fieldColumns(fields: Fields, model: Model, selection?: FieldSelection): Column[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (selection && !selection.has(key)) return []
    const many = isArray(field)
    return makers[field.kind](field, model, selection?.get(key)).map(({ name, read }) => ({
      name: key + name,
      read: (around: unknown): Texts => {
        const value = (around as Json | undefined)?.[key]
        return many ? [value ?? []].flat().map(read) : read(value)
      },
    }))
  })
}

/** All texts of a cell. */
const flatten = (texts: Texts): string[] => (typeof texts === 'string' ? [texts] : texts.flatMap(flatten))

/** Whether a text would be taken for several. */
const isJsonArray = (text: string): boolean => text.startsWith('[') && Array.isArray(parseJson(text))

/**
 * One cell before it is quoted: one text as it stands, several as JSON, lists in lists, so that the items of the
 * columns of one list have the same places. Empty where no item has a text.
 */
function cellOf(texts: Texts): string {
  if (typeof texts === 'string') return texts
  const all = flatten(texts)
  const [only = ''] = all
  if (all.length <= 1 && !isJsonArray(only)) return only
  return all.some(Boolean) ? JSON.stringify(texts) : ''
}

/** What spreadsheets take for a formula, although it is text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** A cell that spreadsheets show as it is, and never run: an apostrophe stands before what looks like a formula. */
const escapeFormula = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

/** Some spreadsheets take `;` or a tab for the end of a cell. */
const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Names of the columns of a type, and how their cells are read. @param selection the fields that have some */
export function columnsOf(
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
): { readonly name: string; cell(record: Json): string }[] {
  const whole = NODE_KEYS.map((name) => ({
    name,
    cell: (record: Json) => cellText(record[name]),
  }))
  return [
    ...whole,
    ...fieldColumns(type.fields, model, selection).map(({ name, read }) => ({
      name,
      cell: (record: Json) => cellOf(read(record)),
    })),
  ]
}

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/** The line that names the columns of a type. @param selection the fields that have columns; absent: all */
export const csvHeader = (type: EntityType, model: Model, selection?: FieldSelection): string =>
  lineOf(columnsOf(type, model, selection).map(({ name }) => name))

/** The lines of records of one type. @param selection the fields that have columns; absent: all */
export function csvLines(
  records: readonly Json[],
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
): string {
  const columns = columnsOf(type, model, selection)
  return records.map((record) => lineOf(columns.map(({ cell }) => escapeFormula(cell(record))))).join('')
}

/** CSV text of records of one type. @param selection the fields that have columns; absent: all */
export const writeCsv = (
  records: readonly Json[],
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
): string => csvHeader(type, model, selection) + csvLines(records, type, model, selection)
