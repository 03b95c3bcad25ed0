/** Sets: the records of each type, and those that OpenAIRE asks of information systems (CRIS). */

import type { EntityType } from '../../../model/rows/row.ts'
import type { Model } from '../../../model/model.ts'

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

/** The sets of a record as one of its types, or of what is gone. */
export const setsOf = (types: readonly string[], entity: string | undefined): string[] => [
  ...Object.entries(crisSets).flatMap(([spec, one]) => (one !== undefined && one === entity ? [spec] : [])),
  ...types.map((name) => setOfType({ name })),
]

const entitiesOf = ({ exchange }: EntityType): (string | undefined)[] => [
  exchange?.entity,
  ...Object.values(exchange?.entities ?? {}),
]

/** What a set selects. */
export interface SelectedSet {
  readonly types: readonly EntityType[]
  /** The entity that a record must be, too. */
  readonly entity?: string | undefined
}

/** Undefined for a set that there is not. */
export function selectSet(set: string | undefined, { types }: Model): SelectedSet | undefined {
  if (set === undefined) return { types }
  if (!Object.hasOwn(crisSets, set)) {
    const type = types.find((one) => setOfType(one) === set)
    return type && { types: [type] }
  }
  const entity = crisSets[set]
  return { types: types.filter((type) => entity !== undefined && entitiesOf(type).includes(entity)), entity }
}
