/** Extensions as others write them, held against the row types: one table says what each member must be. */

import { checkDigits } from './check-digits.ts'
import { codes } from './codes.ts'
import type { FilterRow } from './filter-row.ts'
import { isObject } from './json.ts'
import { nearest } from './nearest.ts'
import type { IdentifierScheme, TextChange } from './identifier-row.ts'
import type { Addition, Correction, Extension, TermTable, Words } from './extension-row.ts'
import type {
  Citation,
  EntityType,
  FieldOf,
  Hints,
  Kind,
  Rank,
  SchemaClass,
  Selection,
  Signpost,
  View,
} from './row.ts'

type Report = (fault: string) => void

/** Tells what is wrong with a value; `where` names it. */
type Check = (value: unknown, where: string, report: Report) => void

/** A member of an object. */
interface Member {
  readonly check: Check
  readonly needed?: true
}

/** The members of a type: all of them, those that it demands as such, and no others. */
type MembersOf<T> = {
  readonly [M in keyof Required<T>]: undefined extends T[M]
    ? Member & { needed?: never }
    : Member & { needed: true }
}

type Members = Readonly<Record<string, Member>>

const shown = (value: unknown): string => {
  const text =
    typeof value === 'string' || value === null
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : typeof value === 'function'
            ? 'a function'
            : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** What holds for all values of which `holds` is true; `right` says what that is. */
const be =
  (holds: (value: unknown) => boolean, right: string): Check =>
  (value, where, report) => {
    if (!holds(value)) report(`${where} is ${shown(value)}; it must be ${right}`)
  }
const matching = (pattern: RegExp, right: string): Check =>
  be((value) => typeof value === 'string' && pattern.test(value), right)
const text = be((value) => typeof value === 'string' && value.trim() !== '', 'text')
const yes = be((value) => value === true, 'true, or left out')
const number = be((value) => typeof value === 'number' && Number.isFinite(value), 'a number')
const oneOf = (...values: readonly string[]): Check =>
  be((value) => values.includes(value as string), values.join(' or '))

const list =
  (of: Check, least = 0, most = Infinity): Check =>
  (value, where, report) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      report(
        `${where} is ${shown(value)}; it must be a list${least > 0 ? ` of ${least === most ? least : `${least} or more`}` : ''}`,
      )
      return
    }
    value.forEach((one, i) => of(one, `${where}[${i}]`, report))
  }

/** An object whose keys are names of the author's choice. */
const table =
  (of: Check, key = /./, keys = ''): Check =>
  (value, where, report) => {
    if (!isObject(value)) {
      report(`${where} is ${shown(value)}; it must be an object`)
      return
    }
    for (const [name, one] of Object.entries(value)) {
      if (!key.test(name)) report(`${where} has the key ${shown(name)}; ${keys}`)
      of(one, `${where}.${name}`, report)
    }
  }

const object =
  (members: Members): Check =>
  (value, where, report) => {
    if (!isObject(value)) {
      report(`${where} is ${shown(value)}; it must be an object with ${Object.keys(members).join(', ')}`)
      return
    }
    for (const [name, { check, needed }] of Object.entries(members)) {
      if (value[name] !== undefined) check(value[name], `${where}.${name}`, report)
      else if (needed) report(`${where} lacks ${name}`)
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(members, name))
        report(`${where} has the unknown member ${name}; ${meant(name, Object.keys(members))}`)
  }

function meant(name: string, known: readonly string[]): string {
  const guess = nearest(name, known)
  return `${guess === undefined ? '' : `did you mean ${guess}? `}known are ${known.join(', ')}`
}

const must = (check: Check): Member & { needed: true } => ({ check, needed: true })
const may = (check: Check): { readonly check: Check } => ({ check })
const of = <T>(members: MembersOf<T>): Check => object(members)

const words = list(text)
const FIELD_KEY = /^(?!(?:local_identifier|entity_type|meta)$)[^@\s.|^][^.|^]*$/
const fields: Check = (value, where, report) =>
  table(field, FIELD_KEY, 'a field cannot be called so')(value, where, report)

const common = {
  doc: must(text),
  label: may(text),
  aliases: may(words),
  also: may(words),
  required: may(yes),
}
const many = may(yes)
const kind = must(text)

const kinds: { readonly [K in Kind]: MembersOf<FieldOf<K>> } = {
  text: {
    kind,
    ...common,
    many,
    wrapped: may(text),
    scheme: may(text),
    caseless: may(yes),
    codes: may(oneOf(...Object.keys(codes))),
    values: may(words),
  },
  languages: { kind, ...common, each: must(oneOf('one', 'list')) },
  number: {
    kind,
    ...common,
    datatype: must(oneOf('integer', 'decimal', 'float')),
    least: may(number),
    most: may(number),
    unit: may(text),
  },
  boolean: { kind, ...common },
  date: { kind, ...common, many },
  link: { kind, ...common, many },
  term: {
    kind,
    ...common,
    many,
    values: may(words),
    coined: may(words),
    open: may(yes),
    synonyms: may(table(text)),
    namespaces: may(words),
    localNames: may(words),
    codes: may(oneOf(...Object.keys(codes))),
    written: may(oneOf('prefixed', 'bare', 'iri')),
    caseless: may(yes),
  },
  class: { kind, ...common, many, values: must(words), synonyms: may(table(text)), otherwise: may(text) },
  entity: { kind, ...common, many, of: must(list(text, 1)), written: may(oneOf('id')), backwards: may(text) },
  node: {
    kind,
    ...common,
    many,
    fields: must(fields),
    rank: may(of<Rank>({ key: must(text), assigned: may(yes), ties: may(text) })),
    toldBy: may(
      table((value, where, report) => {
        if (value !== 'any') words(value, where, report)
      }),
    ),
    ordered: may(list(text, 2, 2)),
    hints: may(table(text)),
    misplaced: may(table(words)),
    range: may(yes),
  },
  group: { kind, ...common, fields: must(fields) },
  concept: { kind, ...common, fields: must(fields), itself: may(yes) },
  typed: { kind, ...common, many },
}

const field: Check = (value, where, report) => {
  const named = isObject(value) ? value.kind : undefined
  if (isObject(value) && typeof named === 'string' && Object.hasOwn(kinds, named))
    object(kinds[named as Kind])(value, where, report)
  else if (!isObject(value)) report(`${where} is ${shown(value)}; it must be an object with kind and doc`)
  else report(`${where} has the kind ${shown(named)}; ${meant(String(named), Object.keys(kinds))}`)
}

const keys = list(text, 1)
const only = may(table(text))
const selection = of<Selection>({ path: must(keys), where: only })
const selections: Check = (value, where, report) =>
  (Array.isArray(value) ? list(selection, 1) : selection)(value, where, report)
const citation = of<Citation>({
  told: may(
    list(
      of<NonNullable<Citation['told']>[number]>({ path: must(keys), where: only, words: must(table(text)) }),
      1,
    ),
  ),
  forms: may(text),
  variables: must(table(selections)),
})
const signpost = of<Signpost>({
  path: must(keys),
  where: only,
  rel: must(oneOf('cite-as', 'author', 'license', 'item')),
})
const view = of<View>({
  kind: may(text),
  byline: may(selection),
  lead: may(text),
  brief: must(list(selection)),
  tags: may(table(selection)),
})
const schema = of<SchemaClass>({
  name: must(text),
  by: may(text),
  words: may(table(text)),
  properties: may(table(selection)),
})

const filters = table(
  of<FilterRow>({
    operator: must(oneOf('equals', 'contains', 'from', 'to')),
    on: may(text),
    doc: must(text),
    example: must(text),
    aliases: may(words),
    scheme: may(text),
    joins: may(yes),
  }),
)

const entity = of<EntityType>({
  name: must(text),
  path: must(matching(/^[a-z][a-z0-9_-]*$/, 'a segment of a path: small letters, digits, - and _')),
  label: must(text),
  plural: must(text),
  doc: must(text),
  aliases: may(words),
  hints: may(of<Hints>({ types: may(table(table(text))), keys: may(table(text)) })),
  title: must(keys),
  schema: may(schema),
  citation: may(citation),
  signposts: may(list(signpost)),
  view: may(view),
  reference: must(words),
  fields: must(fields),
  filters: may(filters),
})

const vocabulary = of<Words>({ words: must(list(text, 1)), synonyms: may(table(text)) })
const addition = of<Addition>({
  fields: may(fields),
  values: may(table(vocabulary, /^[^.\s][^\n]*$/, 'keys with dots between are expected')),
  filters: may(filters),
})

const NAME = matching(/^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _')
const term = of<TermTable>({
  url: must(matching(/^https?:\/\/[^\s#]+$/, 'the http(s) URL under which the context is published')),
  version: must(text),
  prefixes: must(table(matching(/^[a-z][a-z0-9+.-]*:\S+$/i, 'a whole IRI'))),
  terms: must(table(text, /^[^@]/, 'no term starts with @')),
})
const correction = of<Correction>({
  context: must(text),
  terms: must(list(text, 1)),
  ours: may(text),
  datatype: may(oneOf('by text')),
  values: may(oneOf('by rows')),
  reason: must(text),
})

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    return Boolean(new RegExp(value, 'i'))
  } catch {
    return false
  }
}

const PREFIX = /^(?:|https:\/\/(?:\*|[^\s/*]+)\/\S*|(?!https?:)[^\s*]*[^\w\s*])$/i
const pattern = be(isPattern, 'a regular expression as text')
type ChangeOf<K extends string> = Extract<TextChange, Readonly<Record<K, string>>>
const changes = {
  lower: of<ChangeOf<'lower'>>({ lower: must(pattern) }),
  upper: of<ChangeOf<'upper'>>({ upper: must(pattern) }),
  replace: of<ChangeOf<'replace'>>({
    replace: must(pattern),
    by: must(be((value) => typeof value === 'string', 'a text, which may be empty')),
  }),
}
const change: Check = (value, where, report) => {
  const [, check] = Object.entries(changes).find(([name]) => isObject(value) && name in value) ?? []
  if (check) check(value, where, report)
  else report(`${where} is ${shown(value)}; it must be an object with lower, upper, or replace and by`)
}
const identifierScheme = of<IdentifierScheme>({
  doc: must(text),
  aliases: may(list(matching(/^[^A-Z]+$/, 'a word in lower case'))),
  pattern: must(pattern),
  valid: may(pattern),
  prefixes: must(
    list(
      matching(
        PREFIX,
        'empty, a word with a mark behind it such as doi:, or the start of a URL that begins with https://',
      ),
      1,
    ),
  ),
  stored: may(be((value) => typeof value === 'string', 'one of the prefixes')),
  normalise: may(list(change)),
  resolver: may(matching(/^https?:\/\/[^\s/]+\/\S*$/, 'the start of an http(s) URL')),
  ofEntities: may(yes),
  checkDigit: may(oneOf(...Object.keys(checkDigits))),
  distinct: may(yes),
  example: must(text),
})

const extension = of<Extension>({
  name: must(NAME),
  version: must(text),
  contexts: must(table(term, /^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _ is expected')),
  corrections: may(list(correction)),
  identifierSchemes: may(table(identifierScheme, /^[^A-Z\s]+$/, 'a word in lower case is expected')),
  entities: may(list(entity)),
  extend: may(table(addition)),
})

/** The members that the row of a field of each kind may have, `needed` those that it must have. */
export const membersOf: {
  readonly [K in Kind]: readonly { readonly name: string; readonly needed: boolean }[]
} = Object.fromEntries(
  Object.entries(kinds).map(([name, members]) => [
    name,
    Object.entries(members).map(([member, { needed }]) => ({ name: member, needed: needed === true })),
  ]),
) as never

/**
 * What is wrong with the shape of an extension, one sentence each; whether it fits the others, `buildModel`
 * says.
 */
export function definitionFaults(value: unknown): string[] {
  const faults: string[] = []
  extension(value, '', (fault) => faults.push(fault.replace(/^[. ]/, '')))
  return faults
}
