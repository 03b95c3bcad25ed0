/**
 * Validates the term definitions of contexts: which values their keywords may have, and which definition each
 * kind of field needs so that a JSON-LD processor makes the triples that skeg stores.
 */

import { didYouMean } from '../values/closest-match.ts'
import { RDF_TYPE } from '../context/iri.ts'
import type { EntityType, Field, FieldOf, Kind } from '../rows/row.ts'
import { parseTerm, type Term } from '../context/context.ts'
import type { Vocabulary } from '../context/vocabulary.ts'
import { walkFields } from '../rows/walk.ts'
import type { ReportFault } from '../rows/merge.ts'

/** Keywords of which a term may be another name. */
const ALIASED = ['@id', '@type', '@nest', '@none']
const TYPES = ['@id', '@vocab']
const DATATYPES: ReadonlySet<string> = new Set(
  [
    'string boolean decimal integer double float date time dateTime dateTimeStamp gYear gMonth ' +
      'gDay gYearMonth gMonthDay duration yearMonthDuration dayTimeDuration',
    'byte short int long unsignedByte unsignedShort unsignedInt unsignedLong positiveInteger ' +
      'nonNegativeInteger negativeInteger nonPositiveInteger',
    'hexBinary base64Binary anyURI language normalizedString token NMTOKEN Name NCName',
  ].flatMap((names) => names.split(' ').map((name) => `xsd:${name}`)),
)

/** A term as a context defines it, for messages. */
export function formatTerm({ iri, type, container, nest, reverse, vocab, base }: Term): string {
  const scope = { '@vocab': vocab, '@base': base }
  const definition = {
    [reverse ? '@reverse' : '@id']: iri,
    '@type': type,
    '@container': container,
    '@nest': nest,
    '@context': vocab === undefined && base === undefined ? undefined : scope,
  }
  const text = JSON.stringify(definition, null, 1).replace(/\n\s*/g, ' ')
  return text === `{ "@id": ${JSON.stringify(iri)} }` ? JSON.stringify(iri) : text
}

/** IRIs that need no prefix. */
const ABSOLUTE = /^(?:https?|urn|tag|info|ark|doi):/

function iriError(iri: string, { prefixes, terms }: Pick<Vocabulary, 'prefixes' | 'terms'>): string[] {
  if (iri.startsWith('@'))
    return ALIASED.includes(iri)
      ? []
      : [
          `is the keyword ${iri}, which is not supported; ` +
            `${didYouMean(iri, ALIASED)}known are ${ALIASED.join(', ')}`,
        ]
  const prefix = /^([^:]+):(?!\/\/)/.exec(iri)?.[1]
  if (/\s/.test(iri)) return [`has the IRI ${iri}, which is not an IRI: it has blanks`]
  if (ABSOLUTE.test(iri) || (prefix !== undefined && prefixes.has(prefix))) return []
  if (prefix === undefined) return [`has the IRI ${iri}, which is not an IRI`]
  const term = terms.get(prefix)
  return [
    term === undefined
      ? `has the IRI ${iri}, but ${prefix} is not a prefix of the contexts`
      : `has the IRI ${iri}, but ${prefix} is a term and not a prefix: ${term.iri} does not end in / or #; ` +
        `{ "@id": "${term.iri}", "@prefix": true } makes it one`,
  ]
}

function typeError(type: string): string[] {
  if (TYPES.includes(type) || DATATYPES.has(type)) return []
  return type.startsWith('xsd:')
    ? [
        `has the datatype ${type}, which XML Schema does not have; ` +
          `${didYouMean(type, DATATYPES)}fields have ${FIELD_DATATYPES.join(', ')}`,
      ]
    : [
        `has the @type ${type}; ${didYouMean(type, [...TYPES, ...DATATYPES])}` +
          `known are ${TYPES.join(', ')} and the datatypes of XML Schema, such as xsd:dateTime`,
      ]
}

/** What is wrong with the values in a term definition, given all contexts. */
export const termDefinitionErrors = (
  { iri, type, nest, vocab, base }: Term,
  vocabulary: Pick<Vocabulary, 'prefixes' | 'terms'>,
): string[] => [
  ...iriError(iri, vocabulary),
  ...[vocab, base].flatMap((namespace) =>
    namespace === undefined || vocabulary.prefixes.has(namespace) ? [] : iriError(namespace, vocabulary),
  ),
  ...(type === undefined ? [] : typeError(type)),
  ...(nest === undefined || vocabulary.terms.get(nest)?.iri === '@nest'
    ? []
    : [`has "@nest": "${nest}", but ${nest} is not a term that is @nest`]),
]

/** What a term must be for a field; `description` completes "its term must have". */
interface TermRequirement {
  readonly description: string
  readonly accepts: (term: Term, iri: string) => boolean
}

const typed = (description: string, ...types: readonly (string | undefined)[]): TermRequirement => ({
  description,
  accepts: ({ iri, type, container }) =>
    !iri.startsWith('@') && types.includes(type) && container !== '@language',
})

const IRI = typed('"@type": "@id" or "@vocab"', '@id', '@vocab')
const NEST: TermRequirement = {
  description: '"@id": "@nest"',
  accepts: ({ iri, type, container }) => iri === '@nest' && type === undefined && container === undefined,
}
const DATES = ['xsd:dateTime', 'xsd:date', 'xsd:gYearMonth', 'xsd:gYear']

/** JSON itself tells integers from other numbers, of which JSON-LD makes doubles. */
const numbers: { readonly [D in FieldOf<'number'>['datatype']]: TermRequirement } = {
  integer: typed('"@type": "xsd:integer", or none', 'xsd:integer', undefined),
  decimal: typed('"@type": "xsd:decimal"', 'xsd:decimal'),
  float: typed('"@type": "xsd:float"', 'xsd:float'),
}
const FIELD_DATATYPES = [
  'xsd:string',
  'xsd:boolean',
  ...Object.keys(numbers).map((name) => `xsd:${name}`),
  ...DATES,
]

export const termRequirements: { readonly [K in Exclude<Kind, 'number'>]: TermRequirement } = {
  string: {
    description: '"@type": "xsd:string", or none',
    accepts: ({ iri, type }) => !iri.startsWith('@') && (type === undefined || type === 'xsd:string'),
  },
  langString: {
    description: '"@container": "@language", and no "@type"',
    accepts: ({ iri, type, container }) =>
      !iri.startsWith('@') && type === undefined && container === '@language',
  },
  boolean: typed('"@type": "xsd:boolean", or none', 'xsd:boolean', undefined),
  date: typed(`"@type": ${DATES.map((date) => `"${date}"`).join(' or ')}`, ...DATES),
  iri: IRI,
  vocabTerm: typed('"@type": "@vocab"', '@vocab'),
  rdfType: {
    description: '"@id": "@type", or "@id": "rdf:type" and "@type": "@vocab"',
    accepts: ({ type, container }, iri) =>
      container !== '@language' &&
      ((iri === '@type' && type !== '@id') || (iri === RDF_TYPE && type === '@vocab')),
  },
  reference: IRI,
  object: typed('"@type": "@id" or "@vocab", or none', '@id', '@vocab', undefined),
  nest: NEST,
  labelledClass: IRI,
  typedIri: IRI,
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
    description: `"@type": "@vocab" and "@context": { "@vocab": "${namespace}" }`,
    accepts: (term, iri) => termRequirements.vocabTerm.accepts(term, iri) && isThere(term),
  }
}

/**
 * Tells which fields have terms that say other RDF of their values than the rows.
 * @param excepted terms whose values are stored as no context can say
 */
export function checkFieldTerms(
  type: EntityType,
  { prefixes, terms, iri }: Vocabulary,
  excepted: ReadonlySet<string>,
  report: ReportFault,
): void {
  const expand = (name: string): string => prefixes.get(name) ?? iri(name) ?? name
  for (const { path, field } of walkFields(type.fields)) {
    if (path.some((key) => excepted.has(key))) continue
    const key = path.at(-1) as string
    const location = `${type.name}.${path.join('.')}`
    const right = requirementOf(field, expand)
    const term = terms.get(key) ?? (iri(key) === undefined ? undefined : parseTerm(key))
    if (!term) {
      if (right === NEST || field.kind === 'rdfType')
        report(
          `${location} is not a term of the contexts; a context needs a definition of ${key}, ` +
            `with ${right.description}`,
        )
      continue
    }
    if (term.type?.startsWith('xsd:') && !DATATYPES.has(term.type)) continue
    const isKeyword = term.iri.startsWith('@') && right !== NEST && field.kind !== 'rdfType'
    if (field.kind === 'string' && field.viaNode !== undefined)
      report(
        `${location} is text wrapped in a node, which no context can say; a correction of ` +
          `${path.join(' or ')} must say so, with storedAs: rows`,
      )
    else if (!right.accepts(term, iri(key) ?? term.iri))
      report(
        `${location} is ${field.kind}, so that its term must have ` +
          `${isKeyword ? 'an IRI, and ' : ''}${right.description}; it is ${formatTerm(term)}`,
      )
    else if ((term.vocab ?? term.base) !== undefined && !(field.kind === 'vocabTerm' && field.namespaces))
      report(
        `${location} is ${field.kind}${field.kind === 'vocabTerm' ? ' without namespaces' : ''}, ` +
          `so that its term must not have "@context"; it is ${formatTerm(term)}`,
      )
  }
}
