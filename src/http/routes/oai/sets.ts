/**
 * Sets: the records of each type, those that OpenAIRE asks of information systems (CRIS), and, where the operator wants
 * them, those that name one venue or topic.
 */

import type { Condition } from '../../../filter/condition.ts'
import { isAbsolute } from '../../../model/context/iri.ts'
import type { Model } from '../../../model/model.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { isObject } from '../../../model/values/json.ts'
import { tryDecodePercent } from '../../../model/values/percent-encoding.ts'
import { selectValues } from '../../../record/naming/field-values.ts'
import type { View } from '../../../record/exchange/view.ts'
import { suffixOf } from '../../../record/urls.ts'

/** The sets of OpenAIRE's guidelines, all of which are there even if they are empty, and the entities in them. */
const crisSets: Readonly<Record<string, string | undefined>> = {
  openaire_cris_publications: 'Publication',
  openaire_cris_products: 'Product',
  openaire_cris_patents: undefined,
  openaire_cris_persons: 'Person',
  openaire_cris_orgunits: 'OrgUnit',
  openaire_cris_projects: 'Project',
  openaire_cris_funding: undefined,
  openaire_cris_events: undefined,
  openaire_cris_equipments: undefined,
}

const setOfType = ({ name }: { readonly name: string }): string => `type:${name}`

export const allSets = ({ types }: Model): readonly (readonly [spec: string, name: string])[] => [
  ...Object.keys(crisSets).map((spec) => [spec, spec.replace('openaire_cris', 'OpenAIRE_CRIS')] as const),
  ...types.map((type) => [setOfType(type), type.plural] as const),
]

const specsByEntity = new Map(Object.entries(crisSets).map(([spec, entity]) => [entity, [spec]]))

/** The sets of a record as one of its types, or of what is gone. */
export const setsOf = (types: readonly string[], entity: string | undefined): string[] => [
  ...(specsByEntity.get(entity ?? '') ?? []),
  ...types.map((name) => setOfType({ name })),
]

const entitiesOf = ({ exchange }: EntityType): (string | undefined)[] => [
  exchange?.entity,
  ...Object.values(exchange?.entities ?? {}),
]

/** A facet of a type, of which each value is a set. */
export interface FacetSets {
  readonly type: EntityType
  readonly filter: Filter
}

export const facetSetsOf = (model: Model): FacetSets[] =>
  model.types.flatMap((type) =>
    (type.exchange?.sets ?? []).flatMap((key) => {
      const filter = model.filtersOf(type).find(key)
      return filter ? [{ type, filter }] : []
    }),
  )

/** A set of those that name an IRI: a set may have neither `%` nor `/`, so that `*` encodes. */
export const facetSpec = ({ filter }: FacetSets, iri: string, base: string): string => {
  const id = encodeURIComponent(suffixOf(iri, base) ?? iri)
  return `${filter.key}:${id.replaceAll('*', '%2A').replaceAll('%', '*')}`
}

/** The sets of a record by what it names. */
export const facetSpecsOf = (
  { record }: View,
  type: EntityType,
  all: readonly FacetSets[],
  base: string,
): string[] => [
  ...new Set(
    all
      .filter((one) => one.type === type)
      .flatMap((one) => {
        const path = String(one.filter.row.path).split('.').slice(0, -1)
        return selectValues(record, type.fields, { path }).map(({ value }) =>
          facetSpec(one, String(isObject(value) ? value['local_identifier'] : value), base),
        )
      }),
  ),
]

/** What a set selects. */
export interface SelectedSet {
  readonly types: readonly EntityType[]
  /** The entity that a record must be, too. */
  readonly entity?: string | undefined
  /** What a record must meet, too. */
  readonly condition?: Condition
}

/** Undefined for a set that there is not. */
export function selectSet(
  set: string | undefined,
  { types }: Model,
  facets: readonly FacetSets[],
  base: string,
): SelectedSet | undefined {
  if (set === undefined) return { types }
  if (Object.hasOwn(crisSets, set)) {
    const entity = crisSets[set]
    return {
      types: types.filter((type) => entity !== undefined && entitiesOf(type).includes(entity)),
      entity,
    }
  }
  const [, key, text = ''] = /^([^:]*):(.*)$/.exec(set) ?? []
  const facet = facets.find(({ filter }) => filter.key === key)
  const id = tryDecodePercent(text.replaceAll('*', '%'))
  if (facet && id !== undefined) {
    const { type, filter } = facet
    return { types: [type], condition: { key: filter.key, filter, value: isAbsolute(id) ? id : base + id } }
  }
  const type = types.find((one) => setOfType(one) === set)
  return type && { types: [type] }
}
