/** Values of a record at the ends of paths, each with its row. */

import { uniqueBy } from '../../model/conversion/json.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import { memoize } from '../../model/values/collections.ts'
import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field, Fields, Selection } from '../../model/rows/row.ts'
import { titleOf } from './title.ts'

export interface FieldValue {
  readonly value: unknown
  readonly field: Field
}

/**
 * Tells what a list names again: by its id; where one of two ids was made, by all that is said of it at the same place.
 * @param list its row
 */
export function createRepetitions(list?: Field): (value: unknown, node: Json) => boolean {
  const seen = new Set<string>()
  const rank = list?.kind === 'object' ? list.orderBy?.key : undefined
  return (value, node) => {
    const { local_identifier: id, entity_type: _, ...rest } = (isObject(value) ? value : {}) as Json
    const own = String(id ?? JSON.stringify(value))
    const said = Object.keys(rest).length > 0 && `${String(node[rank ?? ''] ?? own)} ${JSON.stringify(rest)}`
    const isRepeated = seen.has(own) || (said && seen.has(isGeneratedId(id) ? said : `made ${said}`))
    for (const key of [own, said, isGeneratedId(id) && `made ${said}`]) if (key) seen.add(key)
    return Boolean(isRepeated)
  }
}

/** The values that a selection finds, in the order of the record; an entity once. */
export function selectValues(record: Json, fields: Fields, { path, where }: Selection): FieldValue[] {
  const found: FieldValue[] = []
  const last = path.length - 1
  let isRepeated: ReturnType<typeof createRepetitions> | undefined
  function collect(from: Json, known: Fields, depth: number, list?: Field): void {
    const key = path[depth] as string
    const values = from[key]
    // Most records have few of the fields that somebody may ask for.
    if (values === undefined) return
    const field = known[key] as Field
    for (const value of itemsOf(values)) {
      if (where && 'fields' in field && differs(value as Json, field, where)) continue
      if (depth < last) {
        if ('fields' in field) collect(value as Json, field.fields, depth + 1, field)
      } else if (field.kind !== 'reference' || !(isRepeated ??= createRepetitions(list))(value, from))
        found.push({ value, field })
    }
  }
  collect(record, fields, 0)
  return found
}

/** Whether a node has another value than it must have, of what its row knows; of classes alone, another class. */
function differs(node: Json, row: { kind: string; fields: Fields }, where: Record<string, unknown>): boolean {
  for (const name in where)
    if (node[name] !== where[name])
      if (name === 'class' ? row.kind === 'labelledClass' : Object.hasOwn(row.fields, name)) return true
  return false
}

/** Types of which the fields are remembered: those of a few models. */
const MAX_TYPES = 100

/** An identifier, read from its node. */
export interface Identifier {
  readonly scheme: string
  readonly value: string
  readonly url?: string | undefined
}

/** The identifier in a node of the row; undefined if the row is not of identifiers, or the node has none. */
export function identifierIn(node: unknown, field: Field, { identifiers }: Model): Identifier | undefined {
  if (field.kind !== 'object' || typeof node !== 'object' || node === null) return undefined
  for (const [key, inner] of Object.entries(field.fields)) {
    const value = (node as Json)[key]
    if (inner.kind !== 'string' || inner.scheme === undefined || typeof value !== 'string') continue
    const scheme = String((node as Json)[inner.scheme] ?? '')
    return {
      scheme,
      value,
      get url() {
        return identifiers.pageOf(scheme, value)
      },
    }
  }
  return undefined
}

const identifierFields = memoize(
  ({ fields }: EntityType) => Object.entries(fields).filter(([, field]) => holdsIdentifiers(field)),
  MAX_TYPES,
)

/**
 * The identifiers that a record or a reference to one shows at its top, each page once: first ORCID and ROR, which are
 * of one entity alone, then DOIs, and of the others the one that is its IRI.
 */
export function identifiersIn(record: Json, type: EntityType | undefined, model: Model): Identifier[] {
  const all = (type ? identifierFields(type) : []).flatMap(([key, field]) =>
    itemsOf(record[key]).flatMap((node) => identifierIn(node, field, model) ?? []),
  )
  if (all.length < 2) return all
  const rankOf = ({ scheme, url }: Identifier): number => {
    const row = model.identifiers.rows[scheme.toLowerCase()]
    return row?.ofOneEntity ? 0 : row?.ofEntities ? 1 : url === record.local_identifier ? 2 : 3
  }
  const once = uniqueBy(all, ({ scheme, value, url = `${scheme} ${value}` }) => url)
  return once.sort((a, b) => rankOf(a) - rankOf(b))
}

/** Those of a record whose row has them in the line below its title. */
export const ownIdentifiers = (record: Json, type: EntityType, model: Model): Identifier[] =>
  type.display?.summary.some(({ path: [key = ''] }) => holdsIdentifiers(type.fields[key]))
    ? identifiersIn(record, type, model)
    : []

/**
 * Text of a language map and its language: English, else the first. `none` is the language of text that has
 * none.
 */
export function preferredText(map: Json): { readonly text: string; readonly language: string } | undefined {
  const [language, texts] = map.en !== undefined ? ['en', map.en] : (Object.entries(map)[0] ?? [])
  const [text] = itemsOf(texts)
  return language === undefined || text === undefined ? undefined : { text: String(text), language }
}

/** The last word of an IRI, as text: `…/JournalArticle` is a journal article. */
export const lastWord = (iri: string): string =>
  iri
    .replace(/^.*[/#](?=.)/, '')
    .replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)

/** A term as people write it: journal-article and posted-content have blanks, e-book has its hyphen. */
const withoutHyphens = (text: string): string =>
  /^[a-z]{3,}(?:-[a-z]{3,})+$/.test(text) ? text.replaceAll('-', ' ') : text

/** The label of a class and its language, else the last segment of its IRI. */
export function classLabel({ value, field }: FieldValue): {
  readonly text: string
  readonly language: string
} {
  const fields = Object.entries('fields' in field ? field.fields : {})
  const labels = fields.find(([, inner]) => inner.kind === 'langString')?.[0]
  const found = labels === undefined ? undefined : preferredText(((value as Json)[labels] ?? {}) as Json)
  const { text, language } = found ?? {
    text: lastWord(String((value as Json).class ?? '')),
    language: 'none',
  }
  return { text: withoutHyphens(text), language }
}

/** A value as plain text; empty where there is nothing to read, as of a record without a title. */
export function plainText({ value, field }: FieldValue, model: Model): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const map = value as Json
  if (field.kind === 'reference') return titleOf(map, model.typeNamed(String(map.entity_type))) ?? ''
  if (field.kind === 'langString') return preferredText(map)?.text ?? ''
  return identifierIn(map, field, model)?.value ?? ''
}
