/** Extensions as others write them, held against the row types: one table says what each member must be. */

import { checkDigits } from '../identifiers/check-digits.ts'
import { codeLists } from '../values/codes.ts'
import type { FilterRow } from '../rows/filter-row.ts'
import { isObject } from '../values/json.ts'
import { closestMatch } from '../values/closest-match.ts'
import type { IdentifierScheme, TextChange } from '../identifiers/row.ts'
import type { Source } from '../rows/source-row.ts'
import type {
  TypeExtension,
  Correction,
  Extension,
  TermTable,
  VocabularyExtension,
} from '../rows/extension-row.ts'
import type {
  Citation,
  EntityType,
  FieldOf,
  Hints,
  Kind,
  ListOrder,
  OrderBy,
  SchemaOrgClass,
  Selection,
  Signpost,
  Display,
} from '../rows/row.ts'

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

const formatValue = (value: unknown): string => {
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
const checkThat =
  (holds: (value: unknown) => boolean, right: string): Check =>
  (value, where, report) => {
    if (!holds(value)) report(`${where} is ${formatValue(value)}; it must be ${right}`)
  }
const matching = (pattern: RegExp, right: string): Check =>
  checkThat((value) => typeof value === 'string' && pattern.test(value), right)
const text = checkThat((value) => typeof value === 'string' && value.trim() !== '', 'text')
const literalTrue = checkThat((value) => value === true, 'true, or left out')
const number = checkThat((value) => typeof value === 'number' && Number.isFinite(value), 'a number')
const oneOf = (...values: readonly string[]): Check =>
  checkThat((value) => values.includes(value as string), values.join(' or '))

const list =
  (of: Check, least = 0, most = Infinity): Check =>
  (value, where, report) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      report(
        `${where} is ${formatValue(value)}; it must be a list${least > 0 ? ` of ${least === most ? least : `${least} or more`}` : ''}`,
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
      report(`${where} is ${formatValue(value)}; it must be an object`)
      return
    }
    for (const [name, one] of Object.entries(value)) {
      if (!key.test(name)) report(`${where} has the key ${formatValue(name)}; ${keys}`)
      of(one, `${where}.${name}`, report)
    }
  }

const object =
  (members: Members): Check =>
  (value, where, report) => {
    if (!isObject(value)) {
      report(
        `${where} is ${formatValue(value)}; it must be an object with ${Object.keys(members).join(', ')}`,
      )
      return
    }
    for (const [name, { check, needed }] of Object.entries(members)) {
      if (value[name] !== undefined) check(value[name], `${where}.${name}`, report)
      else if (needed) report(`${where} lacks ${name}`)
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(members, name))
        report(`${where} has the unknown member ${name}; ${suggest(name, Object.keys(members))}`)
  }

function suggest(name: string, known: readonly string[]): string {
  const guess = closestMatch(name, known)
  return `${guess === undefined ? '' : `did you mean ${guess}? `}known are ${known.join(', ')}`
}

const required = (check: Check): Member & { needed: true } => ({ check, needed: true })
const optional = (check: Check): { readonly check: Check } => ({ check })
const objectOf = <T>(members: MembersOf<T>): Check => object(members)

const strings = list(text)
const FIELD_KEY = /^(?!(?:local_identifier|entity_type|meta)$)[^@\s.|^][^.|^]*$/
const fields: Check = (value, where, report) =>
  table(field, FIELD_KEY, 'this is not a valid name of a field')(value, where, report)

const common = {
  doc: required(text),
  label: optional(text),
  aliases: optional(strings),
  inputPredicates: optional(strings),
  required: optional(literalTrue),
}
const many = optional(literalTrue)
const kind = required(text)

const kinds: { readonly [K in Kind]: MembersOf<FieldOf<K>> } = {
  string: {
    kind,
    ...common,
    multiple: many,
    viaNode: optional(text),
    scheme: optional(text),
    caseInsensitive: optional(literalTrue),
    codeList: optional(oneOf(...Object.keys(codeLists))),
    terms: optional(strings),
  },
  langString: { kind, ...common, multiple: many },
  number: {
    kind,
    ...common,
    datatype: required(oneOf('integer', 'decimal', 'float')),
    minimum: optional(number),
    maximum: optional(number),
    unit: optional(text),
  },
  boolean: { kind, ...common },
  date: { kind, ...common, multiple: many },
  iri: { kind, ...common, multiple: many },
  vocabTerm: {
    kind,
    ...common,
    multiple: many,
    terms: optional(strings),
    localTerms: optional(strings),
    extensible: optional(literalTrue),
    termAliases: optional(table(text)),
    namespaces: optional(strings),
    localNames: optional(strings),
    codeList: optional(oneOf(...Object.keys(codeLists))),
    serializeAs: optional(oneOf('prefixed', 'bare', 'iri')),
    caseInsensitive: optional(literalTrue),
  },
  rdfType: {
    kind,
    ...common,
    multiple: many,
    terms: required(strings),
    termAliases: optional(table(text)),
    default: optional(text),
  },
  reference: {
    kind,
    ...common,
    multiple: many,
    range: required(list(text, 1)),
    serializeAs: optional(oneOf('id')),
    inverseLabel: optional(text),
  },
  object: {
    kind,
    ...common,
    multiple: many,
    fields: required(fields),
    orderBy: optional(
      objectOf<OrderBy>({
        key: required(text),
        fillFromPosition: optional(literalTrue),
        thenBy: optional(text),
      }),
    ),
    discriminator: optional(
      table((value, where, report) => {
        if (value !== 'any') strings(value, where, report)
      }),
    ),
    interval: optional(list(text, 2, 2)),
    hints: optional(table(text)),
    hoistFrom: optional(table(strings)),
  },
  nest: { kind, ...common, fields: required(fields) },
  labelledClass: { kind, ...common, fields: required(fields), selfClass: optional(literalTrue) },
  typedIri: { kind, ...common, multiple: many },
}

const field: Check = (value, where, report) => {
  const named = isObject(value) ? value.kind : undefined
  if (isObject(value) && typeof named === 'string' && Object.hasOwn(kinds, named))
    object(kinds[named as Kind])(value, where, report)
  else if (!isObject(value))
    report(`${where} is ${formatValue(value)}; it must be an object with kind and doc`)
  else report(`${where} has the kind ${formatValue(named)}; ${suggest(String(named), Object.keys(kinds))}`)
}

const keys = list(text, 1)
const whereClause = optional(table(text))
const valuePath = objectOf<Selection>({ path: required(keys), where: whereClause })
const valuePaths: Check = (value, where, report) =>
  (Array.isArray(value) ? list(valuePath, 1) : valuePath)(value, where, report)
const citation = objectOf<Citation>({
  itemTypes: optional(
    list(
      objectOf<NonNullable<Citation['itemTypes']>[number]>({
        path: required(keys),
        where: whereClause,
        types: required(table(text)),
      }),
      1,
    ),
  ),
  versions: optional(text),
  variables: required(table(valuePaths)),
})
const signpost = objectOf<Signpost>({
  path: required(keys),
  where: whereClause,
  rel: required(oneOf('cite-as', 'author', 'license', 'item')),
})
const display = objectOf<Display>({
  subtype: optional(text),
  byline: optional(valuePath),
  abstract: optional(text),
  summary: required(list(valuePath)),
  metaTags: optional(table(valuePath)),
})
const schemaOrg = objectOf<SchemaOrgClass>({
  name: required(text),
  subtypeField: optional(text),
  subtypes: optional(table(text)),
  properties: optional(table(valuePath)),
})

const filters = table(
  objectOf<FilterRow>({
    operator: required(oneOf('equals', 'contains', 'within', 'gte', 'lte')),
    path: optional(text),
    doc: required(text),
    example: required(text),
    aliases: optional(strings),
    scheme: optional(text),
    sameItem: optional(literalTrue),
    addition: optional(literalTrue),
    facet: optional(text),
  }),
)

const entity = objectOf<EntityType>({
  name: required(text),
  path: required(matching(/^[a-z][a-z0-9_-]*$/, 'a segment of a path: small letters, digits, - and _')),
  label: required(text),
  plural: required(text),
  doc: required(text),
  aliases: optional(strings),
  hints: optional(objectOf<Hints>({ types: optional(table(table(text))), keys: optional(table(text)) })),
  labelFields: required(keys),
  searchFields: optional(keys),
  schemaOrg: optional(schemaOrg),
  citation: optional(citation),
  signposts: optional(list(signpost)),
  display: optional(display),
  referenceFields: required(strings),
  fields: required(fields),
  filters: optional(filters),
  orders: optional(
    table(
      objectOf<ListOrder>({
        doc: required(text),
        path: required(text),
        by: required(oneOf('date', 'text', 'referrers')),
      }),
    ),
  ),
})

const vocabulary = objectOf<VocabularyExtension>({
  terms: required(list(text, 1)),
  termAliases: optional(table(text)),
})
const addition = objectOf<TypeExtension>({
  fields: optional(fields),
  vocabularies: optional(table(vocabulary, /^[^.\s][^\n]*$/, 'keys with dots between are expected')),
  filters: optional(filters),
})

const NAME = matching(/^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _')
const term = objectOf<TermTable>({
  url: required(matching(/^https?:\/\/[^\s#]+$/, 'the http(s) URL under which the context is published')),
  version: required(text),
  prefixes: required(table(matching(/^[a-z][a-z0-9+.-]*:\S+$/i, 'a whole IRI'))),
  terms: required(table(text, /^[^@]/, 'no term starts with @')),
})
const correction = objectOf<Correction>({
  context: required(text),
  terms: required(list(text, 1)),
  definition: optional(text),
  datatypeFrom: optional(oneOf('lexicalForm')),
  storedAs: optional(oneOf('rows')),
  reason: required(text),
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
const pattern = checkThat(isPattern, 'a regular expression as text')
type ChangeOf<K extends string> = Extract<TextChange, Readonly<Record<K, string>>>
const changes = {
  lower: objectOf<ChangeOf<'lower'>>({ lower: required(pattern) }),
  upper: objectOf<ChangeOf<'upper'>>({ upper: required(pattern) }),
  replace: objectOf<ChangeOf<'replace'>>({
    replace: required(pattern),
    by: required(checkThat((value) => typeof value === 'string', 'a text, which may be empty')),
  }),
}
const change: Check = (value, where, report) => {
  const [, check] = Object.entries(changes).find(([name]) => isObject(value) && name in value) ?? []
  if (check) check(value, where, report)
  else report(`${where} is ${formatValue(value)}; it must be an object with lower, upper, or replace and by`)
}
const identifierScheme = objectOf<IdentifierScheme>({
  doc: required(text),
  aliases: optional(list(matching(/^[^A-Z]+$/, 'a word in lower case'))),
  pattern: required(pattern),
  valid: optional(pattern),
  prefixes: required(
    list(
      matching(
        PREFIX,
        'empty, a word with a mark behind it such as doi:, or the start of a URL that begins with https://',
      ),
      1,
    ),
  ),
  stored: optional(checkThat((value) => typeof value === 'string', 'one of the prefixes')),
  normalise: optional(list(change)),
  resolver: optional(matching(/^https?:\/\/[^\s/]+\/\S*$/, 'the start of an http(s) URL')),
  ofEntities: optional(literalTrue),
  checkDigit: optional(oneOf(...Object.keys(checkDigits))),
  unambiguous: optional(literalTrue),
  example: required(text),
})

const callable = checkThat((value) => typeof value === 'function', 'a function')
const source = objectOf<Source>({
  name: required(NAME),
  label: required(text),
  containers: optional(strings),
  otherFiles: optional(strings),
  recognises: required(callable),
  read: required(callable),
})

const extension = objectOf<Extension>({
  name: required(NAME),
  version: required(text),
  contexts: required(
    table(term, /^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _ is expected'),
  ),
  corrections: optional(list(correction)),
  identifierSchemes: optional(table(identifierScheme, /^[^A-Z\s]+$/, 'a word in lower case is expected')),
  entities: optional(list(entity)),
  sources: optional(list(source)),
  extend: optional(table(addition)),
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
export function validateExtension(value: unknown): string[] {
  const faults: string[] = []
  extension(value, '', (fault) => faults.push(fault.replace(/^[. ]/, '')))
  return faults
}
