/** What is wrong with the values that the rows of a type select: for titles, pages, links and citations. */

import { cslNameParts, cslTypes, cslVariables } from './csl.ts'
import { suggestNames } from '../values/closest-match.ts'
import { isObject } from '../values/json.ts'
import type { ReportFault } from '../rows/merge.ts'
import type { Citation, EntityType, Field, FieldOf, Kinds, Selection } from '../rows/row.ts'
import { fieldsAlong } from '../rows/walk.ts'

interface NamedValuePath extends Selection {
  readonly member: string
}

/** Members whose value is a key of the record. */
const KEYS = /^(?:exchange\.entityField|citation\.versions|display\.(?:subtype|abstract|chips))$/

/** All that a member of a row selects of a record, wherever a path stands in it. */
function selectionsIn(member: string, value: unknown): NamedValuePath[] {
  if (Array.isArray(value)) return value.flatMap((one) => selectionsIn(member, one))
  if (typeof value === 'string') return KEYS.test(member) ? [{ member, path: [value] }] : []
  if (!isObject(value)) return []
  if ('path' in value) return [{ ...(value as unknown as Selection), member }]
  return Object.entries(value).flatMap(([name, one]) => selectionsIn(`${member}.${name}`, one))
}

/** All that a row selects of a record. */
function valuePathsOf(type: EntityType): NamedValuePath[] {
  const { signposts, labelsWithoutTitle, kinds, schemaOrg, display, citation, exchange } = type
  const { byline, bylineNotes } = display ?? {}
  const { forms = '', address, access, ...reading } = display?.reading ?? {}
  const selected = { signposts, labelsWithoutTitle, schemaOrg, citation, exchange }
  return [
    ...Object.entries(selected).flatMap(([member, value]) => selectionsIn(member, value)),
    ...selectionsIn('display', { ...display, reading }),
    ...selectionsIn('display.reading', { address, access }).map((one) => ({
      ...one,
      path: [forms, ...one.path],
    })),
    ...(kinds?.rows ?? []).flatMap(({ has }) =>
      Object.keys(has).map((path) => ({ member: 'kinds', path: path.split('.') })),
    ),
    ...(bylineNotes === undefined
      ? []
      : [{ member: 'display.bylineNotes', path: [...(byline?.path.slice(0, -1) ?? []), bylineNotes] }]),
  ]
}

/** All words that the row of a vocabulary names. */
export const termsOf = (field: Field): readonly string[] =>
  field.kind === 'rdfType'
    ? [...field.terms, field.default ?? []].flat()
    : field.kind === 'vocabTerm'
      ? [...(field.terms ?? []), ...(field.localTerms ?? [])]
      : []

/** Whether a field can have no other words than those that its row names. */
export const isClosed = (field: Field): field is FieldOf<'rdfType' | 'vocabTerm'> =>
  field.kind === 'rdfType' || (field.kind === 'vocabTerm' && !field.extensible && !field.namespaces)

/** The words that a field can have; undefined if it can have any. */
const closedTerms = (field: Field | undefined): readonly string[] | undefined =>
  field && isClosed(field) && field.terms ? termsOf(field) : undefined

function checkWhere(
  where: Selection['where'],
  on: readonly Field[],
  place: string,
  report: ReportFault,
): void {
  const tables = on.flatMap((field) => ('fields' in field ? [field.fields] : []))
  for (const [name, value] of Object.entries(where ?? {})) {
    if (name === 'class' && on.some(({ kind }) => kind === 'labelledClass')) continue
    const field = tables.map((table) => table[name]).find(Boolean)
    if (!field) {
      report(
        `${place} where ${name} is ${value}, but nothing on the way has ${name}; ` +
          suggestNames(name, new Set(tables.flatMap((table) => Object.keys(table)))),
      )
      continue
    }
    const words = closedTerms(field)
    if (words && !words.includes(value))
      report(
        `${place} where ${name} is ${value}, which is not one of its terms; ${suggestNames(value, words)}`,
      )
  }
}

function checkCitation({ name, kinds }: EntityType, citation: Citation, report: ReportFault): void {
  const [variables, what] = kinds ? [cslVariables, 'variable'] : [cslNameParts, 'name part']
  for (const variable of Object.keys(citation.variables))
    if (!variables.has(variable))
      report(
        `${name} has the CSL ${what} ${variable}, which CSL does not have; ` +
          suggestNames(variable, variables),
      )
}

function checkKinds({ name, fields }: EntityType, { names, rows }: Kinds, report: ReportFault): void {
  for (const [kind, { csl }] of Object.entries(names))
    if (!cslTypes.has(csl))
      report(`${name} cites ${kind} as ${csl}, which is not a type of CSL; ${suggestNames(csl, cslTypes)}`)
  for (const { kind, has } of rows) {
    if (!Object.hasOwn(names, kind))
      report(
        `${name} has a row of the kind ${kind}, which has no names; ${suggestNames(kind, Object.keys(names))}`,
      )
    for (const [path, words] of Object.entries(has)) {
      const field = fieldsAlong(fields, path.split('.'))?.at(-1)
      const closed = closedTerms(field)
      for (const word of words) {
        const place = `${name} knows ${kind} by ${path} ${word}`
        if (closed && !closed.includes(word))
          report(`${place}, which is not one of its terms; ${suggestNames(word, closed)}`)
        if (field?.kind === 'labelledClass' && /[/#]/.test(word))
          report(`${place}, which no class has; what follows the last / or # of its IRI is expected`)
      }
    }
  }
  if (Object.keys(rows.at(-1)?.has ?? {}).length > 0)
    report(`${name} has kinds whose last row asks for values; expected: a row for what is of no other kind`)
}

function checkSubtypes({ name, fields, schemaOrg, display }: EntityType, report: ReportFault): void {
  const subtypes = closedTerms(fields[display?.subtype ?? '']) ?? []
  for (const word of Object.keys(schemaOrg?.subtypes ?? {}))
    if (!subtypes.includes(word))
      report(
        `${name} has a class of schema.org for ${word}, which is not a term of display.subtype; ` +
          suggestNames(word, subtypes),
      )
}

/** Tells which titles, pages, links and citations select what a type does not have. */
export function checkValuePaths(type: EntityType, report: ReportFault): void {
  const { name, fields, labelFields, referenceFields, search = {}, citation } = type
  const noField = (member: string, key: string): string =>
    `${name} names ${key} in ${member}, which is not a field of it; ${suggestNames(key, Object.keys(fields))}`
  for (const key of referenceFields) if (!fields[key]) report(noField('referenceFields', key))
  for (const { keys, others, identifying } of type.composites ?? [])
    for (const key of [...keys, others, identifying])
      if (key !== undefined && !fields[key]) report(noField('composites', key))
  const texts = { labelFields, 'search.names': search.names, 'search.texts': search.texts }
  for (const [member, keys = []] of Object.entries(texts))
    for (const key of keys) {
      const field = fields[key]
      if (!field) report(noField(member, key))
      else if (field.kind !== 'string' && field.kind !== 'langString')
        report(`${name} names ${key} in ${member}, which is ${field.kind}; it must be string or langString`)
    }
  for (const [member, kind, paths = []] of [
    ['references', 'reference', search.references],
    ['years', 'date', search.years],
  ] as const)
    for (const path of paths)
      if (fieldsAlong(fields, path.split('.'))?.at(-1)?.kind !== kind)
        report(`${name} has ${path} in search.${member}, which leads to no ${kind}; expected: a path to one`)
  for (const { member, path, where } of valuePathsOf(type)) {
    const on = fieldsAlong(fields, path)
    const place = `${name} names ${path.join('.')} in ${member}`
    if (on) checkWhere(where, on, place, report)
    else report(`${place}, which is not a field of it`)
  }
  checkSubtypes(type, report)
  if (citation) checkCitation(type, citation, report)
  if (type.kinds) checkKinds(type, type.kinds, report)
}
