/** The label of a filter in forms: read from the rows, and said in the language of the page. */

import type { Filter } from '../../../model/rows/filters.ts'
import type { Model } from '../../../model/model.ts'
import type { EntityType, Field, Fields } from '../../../model/rows/row.ts'
import { holdsIdentifiers } from '../../../model/identifier-predicates.ts'
import { valuesIn } from '../../../model/rows/filter-row.ts'
import { schemeName } from '../../../record/naming/name-of-record.ts'
import type { Site } from '../shared/site.ts'
import { english, upperFirst } from '../../../record/naming/locale.ts'

const ID = 'local_identifier'

/** Keys of the first of several paths, without the mark of a reversed reference. */
const keysOf = ({ key, row: { path: on = key } }: Filter): string[] =>
  on
    .replace(/^\^/, '')
    .split('.')
    .map((part) => part.split('|', 1)[0] as string)

const isReversed = ({ key, row: { path: on = key } }: Filter): boolean => on.startsWith('^')

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
  return singular(field ? english.labelOf(key, field) : key.replaceAll('_', ' '))
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
  const label = type?.label ?? english.labelOf(key, field)
  return isRelation ? label : singular(label)
}

/** Keeps names such as ORCID, and makes other words continue a line. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** The label that the row of a filter states. */
const statedLabel = ({ row: { label, facet } }: Filter): string | undefined => label ?? facet

/**
 * The English label of a filter's control: `Title contains`, `Contributor: family name`, `Affiliation: ROR`. An id is
 * called by what it is the id of, unless another filter is called so.
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

/** The same in the language of a page. */
export const translatedLabel = (filter: Filter, type: EntityType, { locale, model }: Site): string =>
  locale.translate(labelOfFilter(filter, type, model))

/** Whether a filter takes the id of a record, which people name. */
export const isByName = ({ path: { target } }: Filter): boolean =>
  target.kind === 'id' && target.types.length > 0
