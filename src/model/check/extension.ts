/** Checks extensions as others write them: one table says what each member must be. */

import { interfaceLanguages } from '../../config/about.ts'
import { suggestNames } from '../values/closest-match.ts'
import { checkDigits } from '../identifiers/check-digits.ts'
import { codeLists } from '../values/codes.ts'
import type { FilterRow } from '../rows/filter-row.ts'
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
  Kind,
  KindNames,
  KindRow,
  Kinds,
  SchemaOrgProperty,
  ListOrder,
  OrderBy,
  SchemaOrgClass,
  SearchPlaces,
  Selection,
  Reading,
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
  matching,
  membersOf,
  number,
  object,
  objectOf,
  oneOf,
  table,
  text,
  type Check,
  type Members,
} from '../rows/shape.ts'

const FIELD_KEY = /^(?!(?:local_identifier|entity_type|meta)$)[^@\s.|^][^.|^]*$/
const fields: Check = (value, location, report) =>
  table(field, FIELD_KEY, 'this is not a valid name of a field')(value, location, report)

const COMMON = 'kind! doc! label aliases[] inputPredicates[] required?'
const VOCABULARY = 'namespaces[] localNames[] codeList serializeAs caseInsensitive?'
const codeList = oneOf(...Object.keys(codeLists))

const kinds: { readonly [K in Kind]: Members } = {
  string: membersOf<FieldOf<'string'>>()(
    `${COMMON} multiple? viaNode scheme caseInsensitive? codeList terms[]`,
    { codeList },
  ),
  langString: membersOf<FieldOf<'langString'>>()(`${COMMON} multiple?`),
  number: membersOf<FieldOf<'number'>>()(`${COMMON} datatype! minimum maximum unit`, {
    datatype: oneOf('integer', 'decimal', 'float'),
    minimum: number,
    maximum: number,
  }),
  boolean: membersOf<FieldOf<'boolean'>>()(COMMON),
  date: membersOf<FieldOf<'date'>>()(`${COMMON} multiple? future?`),
  iri: membersOf<FieldOf<'iri'>>()(`${COMMON} multiple? isLicence?`),
  vocabTerm: membersOf<FieldOf<'vocabTerm'>>()(
    `${COMMON} multiple? terms[] localTerms[] extensible? termAliases{} ${VOCABULARY}`,
    { codeList, serializeAs: oneOf('prefixed', 'bare', 'iri') },
  ),
  rdfType: membersOf<FieldOf<'rdfType'>>()(`${COMMON} multiple? terms[]! termAliases{} default`),
  reference: membersOf<FieldOf<'reference'>>()(`${COMMON} multiple? range[1]! serializeAs inverseLabel`, {
    serializeAs: oneOf('id'),
  }),
  object: membersOf<FieldOf<'object'>>()(
    `${COMMON} multiple? fields! orderBy identity[] discriminator interval hints{} hoistFrom`,
    {
      fields,
      orderBy: objectOf<OrderBy>()('key! fillFromPosition? thenBy'),
      discriminator: table((value, location, report) => {
        if (value !== 'any') list(text)(value, location, report)
      }),
      interval: list(text, 2, 2),
      hoistFrom: table(list(text)),
    },
  ),
  nest: membersOf<FieldOf<'nest'>>()(`${COMMON} fields!`, { fields }),
  labelledClass: membersOf<FieldOf<'labelledClass'>>()(`${COMMON} fields! selfClass?`, { fields }),
  typedIri: membersOf<FieldOf<'typedIri'>>()(`${COMMON} multiple?`),
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

const filterMembers = membersOf<FilterRow>()(
  'operator! path doc! label example! aliases[] scheme orIdentifier sameItem? addition? facet narrows? mainType',
  {
    operator: oneOf('equals', 'contains', 'within', 'gte', 'lte'),
    orIdentifier: objectOf<NonNullable<FilterRow['orIdentifier']>>()('scheme! path!'),
  },
)
const filters = table(object(filterMembers))

const valuePath = objectOf<Selection>()('path[1]! where{}')
const valuePaths: Check = (value, location, report) =>
  (Array.isArray(value) ? list(valuePath, 1) : valuePath)(value, location, report)
const agents = list(objectOf<ExchangedAgents>()('role! path[1]! where{} agent affiliations[1]'))

const NAMING =
  'name! path! label! plural! doc! aliases[] hints{} addition? outsideNavigation? labelFields[1]! composites'
const SHOWING =
  'hasPersonNames? labelsWithoutTitle search kinds schemaOrg exchange citation signposts display'
const LISTING = 'referenceFields[]! fields! filters citedOnly? orders profiles charts{} examples[]'
const entityMembers = membersOf<EntityType>()(`${NAMING} ${SHOWING} ${LISTING}`, {
  path: matching(/^[a-z][a-z0-9_-]*$/, 'a segment of a path: small letters, digits, - and _'),
  composites: list(objectOf<Composite>()('keys[1]! others identifying')),
  labelsWithoutTitle: list(objectOf<LabelWithoutTitle>()('path[1]! where{} text!')),
  search: objectOf<SearchPlaces>()('names[1] references[] texts[1] years[] example'),
  kinds: objectOf<Kinds>()('names! rows!', {
    names: table(objectOf<KindNames>()('label! csl! coar! dataCite! schemaOrg!', { coar: list(text, 2) })),
    rows: list(objectOf<KindRow>()('kind! has!', { has: table(list(text)) }), 1),
  }),
  schemaOrg: objectOf<SchemaOrgClass>()('name! subtypes{} ofPersonName properties propertiesOf', {
    properties: table(valuePath),
    propertiesOf: table(table(objectOf<SchemaOrgProperty>()('path[1]! where{} classOfContent'))),
  }),
  exchange: objectOf<Exchange>()('entity entityField entities{} values! agents dates relations', {
    values: table(valuePaths),
    agents,
    dates: table(valuePaths),
    relations: table(valuePath),
  }),
  citation: objectOf<Citation>()('versions variables!', { variables: table(valuePaths) }),
  signposts: list(
    objectOf<Signpost>()('path[1]! where{} rel!', { rel: oneOf('cite-as', 'author', 'license', 'item') }),
  ),
  display: objectOf<Display>()(
    'subtype byline bylineNotes notices reading chips series abstract summary! metaTags',
    {
      byline: valuePath,
      notices: list(
        objectOf<Notice>()('label! text level! selection kind referredBy', {
          level: oneOf('warning', 'note', 'good'),
          selection: valuePath,
        }),
      ),
      reading: objectOf<Reading>()(
        'published! venue! host! deposited[]! forms! address! access! open! closed[]! facts!',
        {
          published: list(valuePath),
          venue: valuePath,
          host: valuePath,
          address: valuePath,
          access: valuePath,
          facts: list(valuePath),
        },
      ),
      series: objectOf<Series>()('filter! date!'),
      summary: list(valuePath),
      metaTags: table(valuePath),
    },
  ),
  fields,
  filters,
  orders: table(
    objectOf<ListOrder>()('doc! path! collection by!', { by: oneOf('date', 'text', 'referrers') }),
  ),
  profiles: list(
    objectOf<ProfileRow>()('collection! filter! label! facets{}! itemFacets[] whereNamed', {
      whereNamed: list(oneOf('items', 'years', 'count')),
    }),
  ),
})

const addition = objectOf<TypeExtension>()('fields vocabularies filters', {
  fields,
  vocabularies: table(
    objectOf<VocabularyExtension>()('terms[1]! termAliases{}'),
    /^[^.\s][^\n]*$/,
    'keys with dots between are expected',
  ),
  filters,
})

const NAME = matching(/^[a-z][a-z0-9_-]*$/, 'a name of small letters, digits, - and _')
const correction = objectOf<Correction>()('context! terms! definition datatypeFrom storedAs reason!', {
  terms: list(matching(/^[^@]/, 'a term, which does not start with @'), 1),
  definition: termDefinition,
  datatypeFrom: oneOf('lexicalForm'),
  storedAs: oneOf('rows'),
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
  lower: objectOf<ChangeOf<'lower'>>()('lower!', { lower: pattern }),
  upper: objectOf<ChangeOf<'upper'>>()('upper!', { upper: pattern }),
  replace: objectOf<ChangeOf<'replace'>>()('replace! by!', {
    replace: pattern,
    by: checkThat((value) => typeof value === 'string', 'a text, which may be empty'),
  }),
}
const change: Check = (value, location, report) => {
  const [, check] = Object.entries(changes).find(([name]) => isObject(value) && name in value) ?? []
  if (check) check(value, location, report)
  else
    report(`${location} is ${formatValue(value)}; it must be an object with lower, upper, or replace and by`)
}
const FORM = 'doc! aliases localTerm? pattern! valid prefixes! stored normalise resolver'
const schemeMembers = membersOf<IdentifierScheme>()(
  `${FORM} ofEntities? ofOneEntity? checkDigit unambiguous? example!`,
  {
    aliases: list(matching(/^[^A-Z]+$/, 'a word in lower case')),
    pattern,
    valid: pattern,
    prefixes: list(
      matching(
        PREFIX,
        'empty, a word with a mark behind it such as doi:, or the start of a URL that begins with https://',
      ),
      1,
    ),
    stored: checkThat((value) => typeof value === 'string', 'one of the prefixes'),
    normalise: list(change),
    resolver: matching(/^https?:\/\/[^\s/]+\/\S*$/, 'the start of an http(s) URL'),
    checkDigit: oneOf(...Object.keys(checkDigits)),
  },
)

const httpUrl = matching(/^https?:\/\/[^\s<>"{}|\\^`]+$/, 'an http(s) URL')
const source = objectOf<Source>()(
  'name! label! provider containers[] otherFiles[] text selection merger recognises()! read()!',
  {
    name: NAME,
    provider: objectOf<Provider>()('name! url!', { url: httpUrl }),
    text: objectOf<TextFormat>()('endings recognises()! records()! mapOf() withMaps()', {
      endings: list(oneOf(...textEndings)),
    }),
    selection: objectOf<SelectionPaths>()('isWork()! ids! cites keys{}!'),
    merger: objectOf<RecordMerger>()('merges()! merge()!'),
  },
)

const extension = objectOf<Extension>()(
  'name! version! contexts! corrections identifierSchemes entities sources extend translations',
  {
    name: NAME,
    contexts: table(
      contextDocument,
      /^[a-z][a-z0-9_-]*$/,
      'a name of small letters, digits, - and _ is expected',
    ),
    corrections: list(correction),
    identifierSchemes: table(object(schemeMembers), /^[^A-Z\s]+$/, 'a word in lower case is expected'),
    entities: list(object(entityMembers)),
    sources: list(source),
    extend: table(addition),
    translations: table(
      table(text),
      new RegExp(`^(?:${interfaceLanguages.join('|')})$`),
      `a language of the pages is expected: ${interfaceLanguages.join(', ')}`,
    ),
  },
)

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
