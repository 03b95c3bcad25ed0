/** Candidates for a name that somebody wants to match with a record: Reconciliation Service API 0.2. */

import type { Task } from '../../admission/task.ts'
import { isObject, itemsOf, type Json, valuesAt } from '../../model/values/json.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { summarise, type RecordSummary } from '../../record/naming/record-summary.ts'
import { plainText } from '../../record/naming/field-values.ts'
import { type NameSearch } from '../../search-index/query/name-search.ts'
import { isEmptyQuery, parseWords, foldWords } from '../../model/values/word-query.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import { identifiedRecords, looksLikeIdentifier } from '../../api/lookup/identified.ts'
import { withFacts } from '../../api/lookup/record-facts.ts'
import { keysOf, loadRecords } from '../../api/representation/records.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { propertyFields } from './property-fields.ts'

export interface ReconcileQuery {
  /** Empty where a record is looked for by its properties alone. */
  readonly text: string
  readonly types: readonly EntityType[]
  readonly limit: number
  /** Values that a record should have, by the keys of its fields. */
  readonly properties: readonly { readonly key: string; readonly values: readonly string[] }[]
}

interface Candidate {
  readonly iri: string
  readonly type: EntityType
  readonly score: number
  readonly isExact: boolean
}

/** Scores: what has the text as identifier, as name, and as a name that is not quite the same. */
const IDENTIFIER_SCORE = 100
const EXACT_SCORE = 95
const MAX_SIMILAR_SCORE = 90
const PREFIX_SCORE = 70

/** The share of a score that the properties decide where a query has some. */
const PROPERTY_SHARE = 0.2

/** Candidates that are scored where fewer are requested, so that the first ones do not depend on the limit. */
const MIN_SCORED = 10

/** Up to so many times more are scored where properties, or names, decide among them. */
const WIDER = 5

/** Texts that are looked for where a query has properties alone. */
const MAX_TEXTS = 5

/** The texts by which candidates are found: that of the query, else identifiers and names among the properties. */
function textsOf({ text, types, properties }: ReconcileQuery): string[] {
  if (text !== '') return [text]
  const isName = (key: string): boolean =>
    types.some(({ labelFields, search: { names = labelFields } = {} }) => names.includes(key))
  return properties
    .flatMap(({ key, values }) => values.filter((value) => isName(key) || looksLikeIdentifier(value)))
    .slice(0, MAX_TEXTS)
}

async function identified(
  context: GraphContext,
  text: string,
  { types }: ReconcileQuery,
): Promise<Candidate[]> {
  if (!looksLikeIdentifier(text)) return []
  const keys = keysOf(context, await identifiedRecords(text, context), (type) => types.includes(type))
  return keys.map((key) => ({ ...key, score: IDENTIFIER_SCORE, isExact: true }))
}

async function named(
  names: NameSearch,
  task: Task,
  text: string,
  { types, limit, properties }: ReconcileQuery,
): Promise<Candidate[]> {
  const query = parseWords(text)
  if (isEmptyQuery(query)) return []
  const atLeast = Math.max(limit, MIN_SCORED)
  const most = { exact: atLeast * WIDER, similar: atLeast * (properties.length > 0 ? WIDER : 1) }
  const byType = types.map(async (type) => {
    const [, starting = []] = names.complete(type, query, atLeast, 'prefix')
    return [
      ...(await names.similar(type, text, most, task)).map(({ iri, similarity, isExact }) => ({
        iri,
        type,
        isExact,
        score: isExact ? EXACT_SCORE : MAX_SIMILAR_SCORE * similarity,
      })),
      ...starting.map((iri) => ({ iri, type, isExact: false, score: PREFIX_SCORE })),
    ]
  })
  return (await Promise.all(byType)).flat()
}

/** All texts of a value: ids, names in each language. */
const textsIn = (value: unknown): string[] =>
  itemsOf(value).flatMap((one) =>
    isObject(one) ? Object.values(one).flatMap(textsIn) : typeof one === 'string' ? [one] : [],
  )

/** The field of a property: of the record, or in its objects with dots between the keys. */
const fieldOf = (key: string, { fields }: EntityType): Field | undefined =>
  (Object.hasOwn(fields, key) ? fields[key] : undefined) ?? propertyFields(fields).get(key)?.field

/** The properties that records of the types can have: a table may have columns of any other service, too. */
const comparableProperties = ({ types, properties }: ReconcileQuery): ReconcileQuery['properties'] =>
  properties.filter(({ key }) => types.some((type) => fieldOf(key, type) !== undefined))

/** The share of some properties of which a record has a value. */
function sharedProperties(
  record: Json,
  type: EntityType,
  properties: ReconcileQuery['properties'],
  { model }: GraphContext,
): number {
  const shared = properties.filter(({ key, values }) => {
    const field = fieldOf(key, type)
    if (!field) return false
    const texts = new Set(
      valuesAt(record, key.split('.'))
        .flatMap((value) => [plainText({ value, field }, model), ...textsIn(value)])
        .concat(holdsIdentifiers(field) ? (record.local_identifier as string) : [])
        .map(foldWords),
    )
    // An identifier may be stored in another form than it is written in a table.
    return values.some((value) => model.identifiers.spellings(value).some((one) => texts.has(foldWords(one))))
  })
  return shared.length / properties.length
}

const best = (candidates: readonly Candidate[]): Candidate[] => {
  const byRecord = new Map<string, Candidate>()
  for (const one of candidates) {
    const key = `${one.type.name} ${one.iri}`
    if ((byRecord.get(key)?.score ?? -1) < one.score) byRecord.set(key, one)
  }
  return [...byRecord.values()].sort((a, b) => b.score - a.score)
}

interface ScoredCandidate extends Candidate {
  readonly record: Json
  readonly brief: RecordSummary
}

/** Candidates with what their records say, the best first. */
async function scoreCandidates(
  context: GraphContext,
  query: ReconcileQuery,
  candidates: readonly Candidate[],
): Promise<ScoredCandidate[]> {
  const properties = comparableProperties(query)
  const atLeast = Math.max(query.limit, MIN_SCORED)
  const most = atLeast * WIDER
  // All of exactly this name are scored: some have it as an acronym only.
  const compared = candidates
    .slice(0, most)
    .filter((one, i) => properties.length > 0 || i < atLeast || one.isExact)
  const records = await loadRecords(context, compared)
  const name = foldWords(query.text)
  return (
    compared
      .map((candidate, i) => {
        const record = records[i] as Json
        const share =
          properties.length > 0 ? sharedProperties(record, candidate.type, properties, context) : 1
        const brief = summarise(record, candidate.type, context)
        const isLabel = foldWords(brief.label) === name
        return {
          ...candidate,
          record,
          brief,
          isLabel,
          score: candidate.score * (1 - PROPERTY_SHARE * (1 - share)),
        }
      })
      // Of equal ones those first that are called so, before those with such an acronym or other name.
      .sort((a, b) => b.score - a.score || Number(b.isLabel) - Number(a.isLabel))
  )
}

/** Whether a text is one word and initials, which several may share whom a graph does not know. */
const isAbbreviated = (text: string): boolean => {
  const lengths = foldWords(text)
    .split(' ')
    .map((word) => [...word].length)
  return lengths.includes(1) && lengths.filter((length) => length > 1).length === 1
}

/** Whether a text has the words of a name in their order, but for a comma: “Fang, Zheng” is Zheng Fang. */
const isTurnedRound = (text: string, label: string): boolean =>
  text.includes(',') && !label.includes(',') && foldWords(text) === foldWords(label)

/** The candidates of a query as the protocol has them, the best first. */
export async function reconcile(context: GraphContext, query: ReconcileQuery): Promise<readonly object[]> {
  const candidates = textsOf(query).flatMap((text) => [
    identified(context, text, query),
    named(context.graph.names, context.task, text, query),
  ])
  const scored = await scoreCandidates(context, query, best((await Promise.all(candidates)).flat()))
  const [first] = scored
  const exact = scored.filter(({ isExact }) => isExact)
  const isOnly = exact.filter(({ score }) => score === first?.score).length === 1
  // Of a name that so many have, there may be more.
  const isSure =
    first !== undefined &&
    first.isExact &&
    !isAbbreviated(query.text) &&
    !isTurnedRound(query.text, first.brief.label) &&
    first.score >= EXACT_SCORE &&
    isOnly &&
    exact.length < MIN_SCORED * WIDER
  const offered = scored.slice(0, query.limit)
  const known = await withFacts(
    context,
    offered,
    offered.map(({ record }) => record),
  )
  return offered.map(({ brief, type, score, record }, i) => ({
    id: brief.local_identifier,
    name: brief.label,
    description: summarise(record, type, known).description,
    type: [{ id: type.name, name: type.label }],
    score: Math.round(score * 10) / 10,
    match: i === 0 && isSure,
  }))
}
