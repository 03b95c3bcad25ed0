/** The fields of a filter, read from the rows: its label in forms, and a value that the served graph has. */

import type { RecordAnswer } from '../../record/answer/record-answer.ts'
import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { isGeneratedId } from '../../model/values/generated-ids.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field, Fields } from '../../model/rows/row.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import { identifierIn } from '../../record/citation/field-values.ts'
import { valuesIn } from '../../filter/values/alternatives.ts'
import { labelOf, langOf, schemeName, upperFirst } from '../shared/labels.ts'
import type { Site } from '../shared/site.ts'

const ID = 'local_identifier'

/** Keys of the first of several paths, without the mark of a reversed reference. */
const keysOf = ({ key, row: { path: on = key } }: Filter): string[] =>
  on
    .replace(/^\^/, '')
    .split('.')
    .map((part) => part.split('|', 1)[0] as string)

const isReversed = ({ key, row: { path: on = key } }: Filter): boolean => on.startsWith('^')

/** Where values are looked for. */
type Source = Pick<Site, 'graph' | 'base' | 'model'>

interface Step {
  readonly key: string
  /** Absent for what is no field: an id, a side of a text. */
  readonly field: Field | undefined
}

function stepsOf(filter: Filter, type: EntityType, model: Model): Step[] {
  let fields: Fields | undefined = type.fields
  return keysOf(filter).map((key) => {
    const field: Field | undefined = fields?.[key]
    fields =
      field === undefined
        ? undefined
        : 'fields' in field
          ? field.fields
          : field.kind === 'reference'
            ? model.typeNamed(field.range[0] as string)?.fields
            : undefined
    return { key, field }
  })
}

const singular = (label: string): string => label.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

const isIdentifierNode = ({ field }: Step): boolean => holdsIdentifiers(field)

/** What the last steps are called: a field, the identifier of one scheme, an id, a side of a text. */
function nameOfValue(steps: readonly Step[], { row: { scheme } }: Filter): string {
  const { key, field } = steps.at(-1) as Step
  if (key === ID) return 'id'
  if (key === '@language') return 'language'
  const holder = steps.at(-2)
  if (scheme !== undefined) return schemeName(valuesIn(scheme)[0] ?? scheme)
  if (holder && isIdentifierNode(holder))
    return field?.kind === 'vocabTerm' ? 'identifier type' : 'identifier'
  if (key === '@value') return ''
  return singular(field ? labelOf(key, field) : key.replaceAll('_', ' '))
}

interface FieldStep extends Step {
  readonly field: Field
  /** Its siblings are relations: their labels are verbs. */
  readonly isRelation: boolean
}

/** The fields on the way to the value, without groups and the nodes of identifiers. */
const ownersIn = (steps: readonly Step[]): FieldStep[] =>
  steps
    .slice(0, -1)
    .flatMap((step, i) =>
      step.field === undefined || step.field.kind === 'nest' || isIdentifierNode(step)
        ? []
        : [{ ...step, field: step.field, isRelation: steps[i - 1]?.field?.kind === 'nest' }],
    )

/** The label of what the value belongs to: the last field that has one of its own, else the first. */
function nameOfOwner(filter: Filter, owners: readonly FieldStep[], model: Model): string {
  const owner = owners.findLast(({ field }) => field.label !== undefined) ?? owners[0]
  if (!owner) return ''
  const { key, field, isRelation } = owner
  const entity = field.kind === 'reference' ? field : undefined
  if (isReversed(filter) && entity?.inverseLabel !== undefined) return entity.inverseLabel
  const isOneOfSeveral = (filter.row.path ?? '').split('.', 1)[0]?.includes('|')
  const type = isOneOfSeveral && entity ? model.typeNamed(entity.range[0] as string) : undefined
  const label = type?.label ?? labelOf(key, field)
  return isRelation ? label : singular(label)
}

/** Keeps names such as ORCID, and makes other words continue a line. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** The label that the row of a filter states. */
const statedLabel = ({ row: { label, facet } }: Filter): string | undefined => label ?? facet

/**
 * The label of a filter's control: `Title contains`, `Contributor: family name`, `Affiliation: ROR`. An id is called by
 * what it is the id of, unless another filter is called so.
 */
export function labelOfFilter(filter: Filter, type: EntityType, model: Model): string {
  const stated = statedLabel(filter)
  if (stated !== undefined) return stated
  const steps = stepsOf(filter, type, model)
  const value = nameOfValue(steps, filter)
  const owners = ownersIn(steps)
  const owner = nameOfOwner(filter, owners, model)
  if (steps.at(-1)?.key === ID && owner !== '')
    return model.filtersOf(type).all.some((other) => statedLabel(other) === owner)
      ? `${owner} with the id`
      : owner
  const alternatives = (filter.row.path ?? '').split('|').length > 1 && owners.length === 0
  const label = alternatives
    ? upperFirst((filter.row.path as string).split('|').map(singular).join(' or ').replaceAll('_', ' '))
    : owner === ''
      ? upperFirst(value)
      : value === ''
        ? owner
        : `${owner}: ${lowerFirst(value)}`
  const { operator } = filter.row
  return operator === 'contains'
    ? `${label} contains`
    : operator === 'gte'
      ? `${label} from`
      : operator === 'lte'
        ? `${label} to`
        : label
}

/** The record that a reference names, where it is one of the graph; else the reference itself. */
function follow(reference: unknown, { graph }: Source): unknown {
  const iri = isObject(reference) ? reference[ID] : reference
  const [type] = typeof iri === 'string' ? graph.typesOf(iri) : []
  return (type && graph.answer(type, iri as string)?.json) ?? reference
}

/** Values of a record at the end of steps; of identifiers, those with the scheme where one is given. */
function* valuesAt(value: unknown, steps: readonly Step[], site: Source, scheme?: string): Generator {
  const [step, ...rest] = steps
  if (!step) yield value
  else if (typeof value === 'string') {
    if (step.key === ID) yield value
  } else if (isObject(value)) {
    const inner =
      step.key === '@language'
        ? Object.keys(value).filter((code) => langOf(code) !== undefined)
        : step.key === '@value'
          ? Object.values(value)
          : value[step.key]
    for (const item of itemsOf(inner)) {
      if (isIdentifierNode(step) && !isOfSchemes(schemeOf(item, step, site.model), scheme)) continue
      const isFollowed = step.field?.kind === 'reference' && rest.length > 0
      yield* valuesAt(isFollowed ? follow(item, site) : item, rest, site, scheme)
    }
  }
}

/** @param schemes of the row of a filter: one, or several with bars between */
const isOfSchemes = (scheme: string | undefined, schemes: string | undefined): boolean =>
  schemes === undefined || (scheme !== undefined && valuesIn(schemes).includes(scheme))

const schemeOf = (node: unknown, { field }: Step, model: Model): string | undefined =>
  field && identifierIn(node, field, model)?.scheme

/** The first text in a value: of texts by language, that of any. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).flatMap(itemsOf).map(textIn)[0]
}

const MIN_WORD_LENGTH = 4
const MAX_LENGTH = 100
/** Of the text of a date. */
const DAY_LENGTH = 10

/** A word that a search for a part of the text can start with. */
const wordOf = (text: string): string | undefined =>
  (text.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length)[0]
    ?.toLowerCase()

const isRecord = (iri: unknown, { graph }: Source): boolean =>
  typeof iri === 'string' && graph.typesOf(iri).length > 0

function sampleIn(record: Json, filter: Filter, type: EntityType, site: Source): string | undefined {
  const steps = stepsOf(filter, type, site.model)
  const { operator, scheme } = filter.row
  const reference = steps.findIndex(({ field }) => field?.kind === 'reference') + 1
  // A reversed filter finds the records to which the record with the value refers.
  const ids = [...steps.slice(0, reference), { key: ID, field: undefined }]
  if (isReversed(filter) && ![...valuesAt(record, ids, site)].some((iri) => isRecord(iri, site)))
    return undefined
  for (const value of valuesAt(record, isReversed(filter) ? steps.slice(reference) : steps, site, scheme)) {
    const text = textIn(value)
    const isDate = steps.at(-1)?.field?.kind === 'date'
    const sample = operator === 'contains' ? wordOf(text ?? '') : isDate ? text?.slice(0, DAY_LENGTH) : text
    if (sample && sample.length <= MAX_LENGTH && !isGeneratedId(sample)) return sample
  }
  return undefined
}

/** Records of a type that are read for a value. */
const MAX_RECORDS = 100

const samplesByGraph = new WeakMap<object, Map<EntityType, ReadonlyMap<Filter, string>>>()

function findSample(filter: Filter, type: EntityType, site: Source): string | undefined {
  const { graph, base } = site
  for (const iri of graph.list(type, 0, MAX_RECORDS)) {
    const record = graph.answer(type, iri)?.json
    const sample = record && sampleIn(record, filter, type, site)
    if (sample) return sample.startsWith(base) ? sample.slice(base.length) : sample
  }
  return undefined
}

/** The same, where each record is read once. */
function readingOnce({ graph, base, model }: Source): Source {
  const known = new Map<string, RecordAnswer | undefined>()
  function answer(type: EntityType, iri: string): RecordAnswer | undefined {
    const key = `${type.name} ${iri}`
    if (!known.has(key)) {
      const stored = graph.answer(type, iri)
      known.set(key, stored && { ...stored, json: stored.json })
    }
    return known.get(key)
  }
  return { graph: { ...graph, answer }, base, model }
}

/** The samples of all filters of a type. */
function findSamples(type: EntityType, site: Source): ReadonlyMap<Filter, string> {
  const source = readingOnce(site)
  return new Map(
    site.model.filtersOf(type).all.flatMap((filter) => {
      const sample = findSample(filter, type, source)
      return sample === undefined ? [] : [[filter, sample]]
    }),
  )
}

/** A value of the graph that the filter finds; undefined where the first records have none. */
export function sampleOf(filter: Filter, type: EntityType, site: Source): string | undefined {
  const byType = samplesByGraph.get(site.graph) ?? new Map<EntityType, ReadonlyMap<Filter, string>>()
  samplesByGraph.set(site.graph, byType)
  const samples = byType.get(type) ?? findSamples(type, site)
  byType.set(type, samples)
  return samples.get(filter)
}
