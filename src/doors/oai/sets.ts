/** Sets: the records of each type, and those that OpenAIRE asks of information systems (CRIS). */

import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'

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

/** The types that are known where harvesters come from: not those that skeg adds, nor those that no format names. */
const isSet = ({ addition, exchange }: EntityType): boolean => exchange !== undefined && !addition

const setOfType = ({ name }: EntityType): string => `type:${name}`

export const allSets = ({ types }: Model): readonly (readonly [spec: string, name: string])[] => [
  ...Object.keys(crisSets).map((spec) => [spec, spec.replace('openaire_cris', 'OpenAIRE_CRIS')] as const),
  ...types.filter(isSet).map((type) => [setOfType(type), type.plural] as const),
]

const entitiesOf = ({ exchange }: EntityType): (string | undefined)[] => [
  exchange?.entity,
  ...Object.values(exchange?.entities ?? {}),
]

/** The sets of a record. @param entity that it is; absent: it is gone, and may have been any of its types */
export function setsOf(
  types: readonly EntityType[],
  entity?: { readonly name: string | undefined },
): string[] {
  const entities = (entity ? [entity.name] : types.flatMap(entitiesOf)).filter((name) => name !== undefined)
  const specs = Object.keys(crisSets).filter((spec) => entities.includes(crisSets[spec] ?? ''))
  return [...specs, ...types.filter(isSet).map(setOfType)]
}

export interface SelectedSet {
  readonly types: readonly EntityType[]
  /** The entity that a record must be, too. */
  readonly entity?: string | undefined
}

/** Undefined for a set that there is not. */
export function selectSet(set: string | undefined, { types }: Model): SelectedSet | undefined {
  if (set === undefined) return { types }
  if (Object.hasOwn(crisSets, set)) {
    const entity = crisSets[set]
    return {
      types: types.filter((type) => entity !== undefined && entitiesOf(type).includes(entity)),
      entity,
    }
  }
  const type = types.find((one) => isSet(one) && setOfType(one) === set)
  return type && { types: [type] }
}
