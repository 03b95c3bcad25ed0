/** The items of the repository: the records of the lists to which pages lead. What is only cited is none. */

import type { Condition } from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { instantText } from '../../model/values/dates.ts'
import { defaultConditions } from '../../api/request/list-url.ts'
import { includesIri } from '../../search-index/query/matches.ts'
import { typesOfGone } from '../../search-index/query/stamps.ts'
import { countItems, type ChangeRange } from '../shared/changes.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import type { Model } from '../../model/model.ts'

export interface Repository extends GraphContext {
  /** Stands in all identifiers. */
  readonly domain: string
  /** An item of a type; undefined where there is none. */
  sampleOf(type: EntityType): string | undefined
  /** Whether an IRI is an item, as a record of a type. */
  isItem(iri: string, type: EntityType): boolean
  /** The types of what may have been an item, and is none now: it is gone, or only cited. */
  formerTypes(iri: string): readonly EntityType[]
  /** How many items changed or went, in a range; of those that are only cited now it is not known. */
  count(range: ChangeRange): Promise<number>
}

export async function repositoryOf(context: GraphContext): Promise<Repository> {
  const { graph, model, queries, urls } = context
  const entries = model.types.map(async (type) => {
    const conditions = defaultConditions(context, type)
    return [type, { conditions, items: await queries.search(type, conditions) }] as const
  })
  const lists = new Map(await Promise.all(entries))
  const conditionsOf = (type: EntityType): readonly Condition[] => lists.get(type)?.conditions ?? []
  return {
    ...context,
    domain: new URL(urls.root).hostname,
    sampleOf: (type) => lists.get(type)?.items.slice(0, 1)[0],
    isItem(iri, type) {
      const { conditions = [], items } = lists.get(type) ?? {}
      if (!context.typesOf(iri).includes(type)) return false
      return conditions.length === 0 || (items !== undefined && includesIri(items, iri))
    },
    formerTypes(iri) {
      const stamp = graph.stamps.of(iri)
      if (!stamp) return typesOfGone(iri, graph.stamps, model)
      return stamp.modified === stamp.created ? [] : context.typesOf(iri)
    },
    async count(range) {
      const whole = range.types.filter((type) => conditionsOf(type).length === 0)
      const others = range.types.filter((type) => !whole.includes(type))
      const counts = others.map(async (type) => {
        const filterOf = (key: string): Filter => model.filtersOf(type).find(key) as Filter
        const inRange = [
          ['cf.modified.from', range.from],
          ['cf.modified.to', range.until],
        ] as const
        const stamps = inRange.map(([key, seconds]) => ({
          key,
          filter: filterOf(key),
          value: instantText(seconds),
        }))
        return (await queries.search(type, [...conditionsOf(type), ...stamps])).length
      })
      return (await Promise.all(counts)).reduce(
        (sum, one) => sum + one,
        countItems({ ...range, types: whole }),
      )
    },
  }
}

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
