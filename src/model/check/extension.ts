/** Checks extensions as others write them: one table says what each member must be. */

import { interfaceLanguages } from '../../config/about.ts'
import { suggestNames } from '../values/closest-match.ts'
import { checkDigits } from '../identifiers/check-digits.ts'
import { codeLists } from '../values/codes.ts'
import { filterMembers, filters, kinds as kindTable, schemaOrgProperty } from './filters.ts'
import { isObject } from '../values/json.ts'
import type { IdentifierScheme, TextChange } from '../identifiers/row.ts'
import type { Provider, RecordMerger, SelectionPaths, Source, TextFormat } from '../rows/source-row.ts'
import { textEndings } from '../rows/source-row.ts'
import type { Correction } from '../context/context-document.ts'
import type { TypeExtension, Extension, VocabularyExtension } from '../rows/extension-row.ts'
import type {
  LabelWithoutTitle,
  Notice,
  Citation,
  Composite,
  Exchange,
  ExchangedAgents,
  EntityType,
  FieldOf,
  Hints,
  Kind,
  ListOrder,
  OrderBy,
  SchemaOrgClass,
  SearchPlaces,
  Selection,
  Series,
  Signpost,
  Display,
  ProfileRow,
} from '../rows/row.ts'
import { contextDocument, termDefinition } from './context.ts'
import {
  checkThat,
  formatValue,
  list,
  literalTrue,
  matching,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  required,
  table,
  text,
  type Check,
  type MembersOf,
} from '../rows/shape.ts'

const strings = list(text)
const FIELD_KEY = /^(?!(?:local_identifier|entity_type|meta)$)[^@\s.|^][^.|^]*$/
const fields: Check = (value, location, report) =>
  table(field, FIELD_KEY, 'this is not a valid name of a field')(value, location, report)

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
  date: { kind, ...common, multiple: many, future: optional(literalTrue) },
  iri: { kind, ...common, multiple: many, isLicence: optional(literalTrue) },
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
      table((value, location, report) => {
        if (value !== 'any') strings(value, location, report)
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

const field: Check = (value, location, report) => {
  const named = isObject(value) ? value.kind : undefined
  if (isObject(value) && typeof named === 'string' && Object.hasOwn(kinds, named))
    object(kinds[named as Kind])(value, location, report)
  else if (!isObject(value))
    report(`${location} is ${formatValue(value)}; it must be an object with kind and doc`)
  else {
    report(
      `${location} has the kind ${formatValue(named)}; ${suggestNames(String(named), Object.keys(kinds))}`,
    )
    for (const name of Object.keys(value))
      if (!Object.values(kinds).some((members) => Object.hasOwn(members, name)))
        report(`${location} has the unknown member ${name}, which no kind of field has`)
  }
}

const keys = list(text, 1)
const whereClause = optional(table(text))
const valuePath = objectOf<Selection>({ path: required(keys), where: whereClause })
const valuePaths: Check = (value, location, report) =>
  (Array.isArray(value) ? list(valuePath, 1) : valuePath)(value, location, report)
const citation = objectOf<Citation>({
  versions: optional(text),
  variables: required(table(valuePaths)),
})
const exchangedAgents = objectOf<ExchangedAgents>({
  role: required(text),
  path: required(keys),
  where: whereClause,
  agent: optional(text),
  affiliations: optional(keys),
})
const exchange = objectOf<Exchange>({
  entity: optional(text),
  entityField: optional(text),
  entities: optional(table(text)),
  values: required(table(valuePaths)),
  agents: optional(list(exchangedAgents)),
  dates: optional(table(valuePaths)),
  relations: optional(table(valuePath)),
})
const signpost = objectOf<Signpost>({
  path: required(keys),
  where: whereClause,
  rel: required(oneOf('cite-as', 'author', 'license', 'item')),
})
const notice = objectOf<Notice>({
  label: required(text),
  text: optional(text),
  level: required(oneOf('warning', 'note', 'good')),
  selection: optional(valuePath),
  kind: optional(text),
  referredBy: optional(text),
})
const display = objectOf<Display>({
  subtype: optional(text),
  byline: optional(valuePath),
  bylineNotes: optional(text),
  notices: optional(list(notice)),
  fullText: optional(valuePath),
  series: optional(objectOf<Series>({ filter: required(text), date: required(text) })),
  abstract: optional(text),
  summary: required(list(valuePath)),
  metaTags: optional(table(valuePath)),
})
const schemaOrg = objectOf<SchemaOrgClass>({
  name: required(text),
  subtypes: optional(table(text)),
  ofPersonName: optional(text),
  properties: optional(table(valuePath)),
  propertiesOf: optional(table(table(schemaOrgProperty))),
})

const profile = objectOf<ProfileRow>({
  collection: required(text),
  filter: required(text),
  label: required(text),
  facets: required(table(text)),
  itemFacets: optional(table(text)),
  whereNamed: optional(list(oneOf('items', 'years', 'count'))),
})
const entityMembers: MembersOf<EntityType> = {
  name: required(text),
  path: required(matching(/^[a-z][a-z0-9_-]*$/, 'a segment of a path: small letters, digits, - and _')),
  label: required(text),
  plural: required(text),
  doc: required(text),
  aliases: optional(strings),
  hints: optional(objectOf<Hints>({ types: optional(table(table(text))), keys: optional(table(text)) })),
  addition: optional(literalTrue),
  outsideNavigation: optional(literalTrue),
  labelFields: required(keys),
  composites: optional(
    list(objectOf<Composite>({ keys: required(keys), others: optional(text), identifying: optional(text) })),
  ),
  hasPersonNames: optional(literalTrue),
  labelsWithoutTitle: optional(
    list(objectOf<LabelWithoutTitle>({ path: required(keys), where: whereClause, text: required(text) })),
  ),
  search: optional(
    objectOf<SearchPlaces>({
      names: optional(keys),
      references: optional(strings),
      texts: optional(keys),
      years: optional(strings),
      example: optional(text),
    }),
  ),
  kinds: optional(kindTable),
  schemaOrg: optional(schemaOrg),
  exchange: optional(exchange),
  citation: optional(citation),
  signposts: optional(list(signpost)),
  display: optional(display),
  referenceFields: required(strings),
  fields: required(fields),
  filters: optional(filters),
  citedOnly: optional(literalTrue),
  orders: optional(
    table(
      objectOf<ListOrder>({
        doc: required(text),
        path: required(text),
        collection: optional(text),
        by: required(oneOf('date', 'text', 'referrers')),
      }),
    ),
  ),
  profiles: optional(list(profile)),
  charts: optional(table(text)),
}
const entity = objectOf<EntityType>(entityMembers)

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
const correction = objectOf<Correction>({
  context: required(text),
  terms: required(list(matching(/^[^@]/, 'a term, which does not start with @'), 1)),
  definition: optional(termDefinition),
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
const change: Check = (value, location, report) => {
  const [, check] = Object.entries(changes).find(([name]) => isObject(value) && name in value) ?? []
  if (check) check(value, location, report)
  else
    report(`${location} is ${formatValue(value)}; it must be an object with lower, upper, or replace and by`)
}
const schemeMembers: MembersOf<IdentifierScheme> = {
  doc: required(text),
  aliases: optional(list(matching(/^[^A-Z]+$/, 'a word in lower case'))),
  localTerm: optional(literalTrue),
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
  ofOneEntity: optional(literalTrue),
  checkDigit: optional(oneOf(...Object.keys(checkDigits))),
  unambiguous: optional(literalTrue),
  example: required(text),
}
const identifierScheme = objectOf<IdentifierScheme>(schemeMembers)

const callable = checkThat((value) => typeof value === 'function', 'a function')
const httpUrl = matching(/^https?:\/\/[^\s<>"{}|\\^`]+$/, 'an http(s) URL')
const source = objectOf<Source>({
  name: required(NAME),
  label: required(text),
  provider: optional(objectOf<Provider>({ name: required(text), url: required(httpUrl) })),
  containers: optional(strings),
  otherFiles: optional(strings),
  text: optional(
    objectOf<TextFormat>({
      endings: optional(list(oneOf(...textEndings))),
      recognises: required(callable),
      records: required(callable),
      mapOf: optional(callable),
      withMaps: optional(callable),
    }),
  ),
  selection: optional(
    objectOf<SelectionPaths>({
      isWork: required(callable),
      ids: required(text),
      cites: optional(text),
      keys: required(table(text)),
    }),
  ),
  merger: optional(objectOf<RecordMerger>({ merges: required(callable), merge: required(callable) })),
  recognises: required(callable),
  read: required(callable),
})

const extension = objectOf<Extension>({
  name: required(NAME),
  version: required(text),
  contexts: required(
    table(contextDocument, /^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _ is expected'),
  ),
  corrections: optional(list(correction)),
  identifierSchemes: optional(table(identifierScheme, /^[^A-Z\s]+$/, 'a word in lower case is expected')),
  entities: optional(list(entity)),
  sources: optional(list(source)),
  extend: optional(table(addition)),
  translations: optional(
    table(
      table(text),
      new RegExp(`^(?:${interfaceLanguages.join('|')})$`),
      `a language of the pages is expected: ${interfaceLanguages.join(', ')}`,
    ),
  ),
})

/** What the members of rows must be. */
export const rowMembers = {
  kinds,
  entities: entityMembers,
  filters: filterMembers,
  identifierSchemes: schemeMembers,
}

/**
 * What is wrong with the shape of an extension, one sentence each; whether it fits the others, `buildModel`
 * says.
 */
export function validateExtension(value: unknown): string[] {
  const faults: string[] = []
  extension(value, '', (fault) => faults.push(fault.replace(/^[. ]/, '')))
  return faults
}
