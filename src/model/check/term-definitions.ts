/**
 * The marks of terms: which there are, and which the term of a field must have, so that JSON-LD says what the
 * rows say.
 */

import { closestMatch } from '../values/closest-match.ts'
import { RDF_TYPE } from '../context/rdf.ts'
import type { EntityType, Field, FieldOf, Kind } from '../rows/row.ts'
import { parseTerm, type Term, type Vocabulary } from '../context/vocabulary.ts'
import { walkFields } from '../rows/walk.ts'

type Report = (fault: string) => void

const TYPES = ['@vocab', '@id']
const CONTAINERS = ['@language', '@set']
const KNOWN = [...TYPES, 'xsd:…', ...CONTAINERS, '@reverse', 'vocab:…', 'base:…', 'nest:…']
const DATATYPES: ReadonlySet<string> = new Set(
  [
    'string boolean decimal integer double float date time dateTime dateTimeStamp gYear gMonth gDay gYearMonth gMonthDay duration yearMonthDuration dayTimeDuration',
    'byte short int long unsignedByte unsignedShort unsignedInt unsignedLong positiveInteger nonNegativeInteger negativeInteger nonPositiveInteger',
    'hexBinary base64Binary anyURI language normalizedString token NMTOKEN Name NCName',
  ].flatMap((names) => names.split(' ').map((name) => `xsd:${name}`)),
)

const didYouMean = (name: string, known: Iterable<string>): string => {
  const guess = closestMatch(name, [...known])
  return guess === undefined ? '' : `did you mean ${guess}? `
}

/** What is wrong with the marks in a line of a term table. */
export function termDefinitionErrors(line: string, terms: Vocabulary['terms']): string[] {
  const [head = '', nest] = line.split(' nest:')
  const marks = head.split(' ').slice(1).filter(Boolean)
  const unknown = marks.filter(
    (mark) =>
      !TYPES.includes(mark) &&
      !CONTAINERS.includes(mark) &&
      mark !== '@reverse' &&
      !/^(?:xsd|vocab|base):./.test(mark),
  )
  const types = marks.filter((mark) => TYPES.includes(mark) || mark.startsWith('xsd:'))
  const alike = [types, marks.filter((mark) => CONTAINERS.includes(mark))].filter((found) => found.length > 1)
  return [
    ...(unknown.length === 0
      ? []
      : [
          `has the unknown ${unknown.length > 1 ? 'marks' : 'mark'} ${unknown.join(' and ')}; ${unknown.length > 1 ? '' : didYouMean(unknown[0] as string, KNOWN)}known are ${KNOWN.join(', ')}`,
        ]),
    ...types
      .filter((type) => type.startsWith('xsd:') && !DATATYPES.has(type))
      .map(
        (type) =>
          `has the datatype ${type}, which XML Schema does not have; ${didYouMean(type, DATATYPES)}fields have ${FIELD_DATATYPES.join(', ')}`,
      ),
    ...alike.map((found) => `has the marks ${found.join(' and ')}, of which a term can have one`),
    ...(nest === undefined || terms.get(nest)?.iri === '@nest'
      ? []
      : [`has nest:${nest}, but ${nest} is no term that is @nest; nest:… is the last mark, and names one`]),
  ]
}

/** What a term must be for a field; `says` completes "its term must be". */
interface TermRequirement {
  readonly description: string
  readonly accepts: (term: Term, iri: string) => boolean
}

const typed = (says: string, ...types: readonly (string | undefined)[]): TermRequirement => ({
  description: says,
  accepts: ({ iri, type, container }) =>
    !iri.startsWith('@') && types.includes(type) && container !== '@language',
})

const IRI = typed('marked @id or @vocab', '@id', '@vocab')
const NEST: TermRequirement = {
  description: '@nest',
  accepts: ({ iri, type, container }) => iri === '@nest' && type === undefined && container === undefined,
}
const DATES = ['xsd:dateTime', 'xsd:date', 'xsd:gYearMonth', 'xsd:gYear']

/** JSON itself tells integers from other numbers, of which JSON-LD makes doubles. */
const numbers: { readonly [D in FieldOf<'number'>['datatype']]: TermRequirement } = {
  integer: typed('marked xsd:integer, or unmarked', 'xsd:integer', undefined),
  decimal: typed('marked xsd:decimal', 'xsd:decimal'),
  float: typed('marked xsd:float', 'xsd:float'),
}
const FIELD_DATATYPES = [
  'xsd:string',
  'xsd:boolean',
  ...Object.keys(numbers).map((name) => `xsd:${name}`),
  ...DATES,
]

const termRequirements: { readonly [K in Exclude<Kind, 'number'>]: TermRequirement } = {
  string: {
    description: 'unmarked, or marked xsd:string',
    accepts: ({ iri, type }) => !iri.startsWith('@') && (type === undefined || type === 'xsd:string'),
  },
  langString: {
    description: 'marked @language, without a type',
    accepts: ({ iri, type, container }) =>
      !iri.startsWith('@') && type === undefined && container === '@language',
  },
  boolean: typed('marked xsd:boolean, or unmarked', 'xsd:boolean', undefined),
  date: typed(`marked ${DATES.join(' or ')}`, ...DATES),
  iri: IRI,
  vocabTerm: typed('marked @vocab', '@vocab'),
  rdfType: {
    description: '@type, or rdf:type @vocab',
    accepts: ({ type, container }, iri) =>
      container !== '@language' &&
      ((iri === '@type' && type !== '@id') || (iri === RDF_TYPE && type === '@vocab')),
  },
  reference: IRI,
  object: typed('marked @id or @vocab, or unmarked', '@id', '@vocab', undefined),
  nest: NEST,
  labelledClass: IRI,
  typedIri: IRI,
}

/** What the term of a field of each kind must be, as the guide tells it. */
export const requirementOfKind: { readonly [K in Kind]: string } = {
  ...(Object.fromEntries(Object.entries(termRequirements).map(([kind, { says }]) => [kind, says])) as {
    readonly [K in keyof typeof termRequirements]: string
  }),
  string: `${termRequirements.string.description}; wrapped, none that fits`,
  number: 'marked xsd: and its datatype; for an integer also unmarked',
  vocabTerm: `${termRequirements.vocabTerm.description}; written prefixed or as iri, without words of its own, also @id; written bare, also vocab:… with the first of its namespaces, or base:… where that ends in /`,
  labelledClass: `${IRI.description}; with itself, ${NEST.description}`,
}

/** Whether values are written as IRIs, whole or prefixed, which mean the same whatever they are marked. */
const isAlwaysIri = ({
  namespaces,
  serializeAs,
  terms,
  localTerms,
  extensible,
}: FieldOf<'vocabTerm'>): boolean =>
  namespaces !== undefined &&
  (serializeAs === 'prefixed' || serializeAs === 'iri') &&
  !terms &&
  !localTerms &&
  !extensible

function requirementOf(field: Field, expand: (name: string) => string): TermRequirement {
  if (field.kind === 'number') return numbers[field.datatype]
  if (field.kind === 'labelledClass' && field.selfClass) return NEST
  if (field.kind === 'vocabTerm' && isAlwaysIri(field)) return IRI
  const [first] = field.kind === 'vocabTerm' && field.serializeAs === 'bare' ? (field.namespaces ?? []) : []
  if (first === undefined) return termRequirements[field.kind]
  const namespace = expand(first)
  const isThere = ({ vocab, base }: Term): boolean =>
    vocab === undefined ? base === namespace && namespace.endsWith('/') : expand(vocab) === namespace
  return {
    description: `marked @vocab vocab:${namespace}`,
    accepts: (term, iri) => termRequirements.vocabTerm.accepts(term, iri) && isThere(term),
  }
}

const lineOf = ({ iri, type, container, reverse, vocab, base, nest }: Term): string =>
  [
    iri,
    reverse && '@reverse',
    type,
    container,
    vocab && `vocab:${vocab}`,
    base && `base:${base}`,
    nest && `nest:${nest}`,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Tells which fields have terms that say other RDF of their values than the rows.
 * @param excepted terms whose values are stored as no context can say
 */
export function checkFieldTerms(
  type: EntityType,
  { prefixes, terms, iri }: Vocabulary,
  excepted: ReadonlySet<string>,
  report: Report,
): void {
  const expand = (name: string): string => prefixes.get(name) ?? iri(name) ?? name
  for (const { path, field } of walkFields(type.fields)) {
    if (path.some((key) => excepted.has(key))) continue
    const key = path.at(-1) as string
    const where = `${type.name}.${path.join('.')}`
    const right = requirementOf(field, expand)
    const term = terms.get(key) ?? (iri(key) === undefined ? undefined : parseTerm(key))
    if (!term) {
      if (right === NEST || field.kind === 'rdfType')
        report(
          `${where} is no term of the contexts; a context needs a line for ${key}, which must be ${right.description}`,
        )
      continue
    }
    if (term.type?.startsWith('xsd:') && !DATATYPES.has(term.type)) continue
    if (field.kind === 'string' && field.viaNode !== undefined)
      report(
        `${where} is text wrapped in a node, which no context can say; a correction of ${path.join(' or ')} must tell of it, with values: by rows`,
      )
    else if (!right.accepts(term, iri(key) ?? term.iri))
      report(
        `${where} is ${field.kind}, so that its term must be ${right.description}; it is ${lineOf(term)}`,
      )
    else if ((term.vocab ?? term.base) !== undefined && !(field.kind === 'vocabTerm' && field.namespaces))
      report(
        `${where} is ${field.kind}${field.kind === 'vocabTerm' ? ' without namespaces' : ''}, so that its term must be without vocab:… and base:…; it is ${lineOf(term)}`,
      )
  }
}
