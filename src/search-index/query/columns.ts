/** Columns: the values at the paths of filters, by the records that have them. The table of columns is made of rows. */

import type { Task } from '../../admission/task.ts'
import type { GraphTerm, Holds } from '../../filter/values/value-test.ts'
import type { Model } from '../../model/model.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { pathKey, type Path, type Step } from '../../model/rows/paths.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { datatypeOf, iriOf, isIri, isLiteral, languageOf, lexicalForm } from '../../record/rdf/triples.ts'
import type { Positions } from './matches.ts'
import { isTextSearch } from './text-search.ts'

/** A path from the records of a type to values; without predicates the nodes at its end are the values. */
export interface ColumnPath {
  readonly type: EntityType
  readonly key: string
  readonly steps: readonly Step[]
  readonly predicates: readonly string[]
  /** The filter by kinds, whose values are the kinds of records. */
  readonly ofKinds?: Filter | undefined
  /** It leads to entities. */
  readonly isReference: boolean
}

/** Values of a column: terms as N-Triples text, or what says of a term whether it is meant. */
export type ColumnValues = readonly string[] | Holds

export interface ColumnReader {
  /** How many values there are; they have numbers, in the order of code points. */
  readonly values: number
  /** Of a reference: the types of what it leads to; an empty name for what has a graph and no type. */
  readonly types: readonly string[]
  /** The term of a value, as N-Triples text; all of them. */
  termOf(number: number): string
  terms(task: Task): Generator<string>
  /** The numbers of the values that are meant. */
  numbersOf(values: ColumnValues, task: Task): number[]
  /** The records that have one of the values. */
  having(numbers: readonly number[], task: Task): Positions
  /** The numbers of the values that some records have. */
  numbersAt(positions: Positions, task: Task): number[]
  /** For each value of a reference the position of the record of a type that it names, plus 1; 0 for none. */
  targets(type: EntityType): Uint32Array
  /**
   * How many records have each group of values.
   * @param positions of the records; absent: all
   * @param groupOf the group of each value, -1 for none; absent: each value is one
   */
  count(
    positions: Positions | undefined,
    groupOf: Int32Array | undefined,
    groups: number,
    task: Task,
  ): GroupCounts
}

export interface GroupCounts {
  /** By group. */
  readonly counts: Uint32Array
  /** The groups of which there are some, in any order. */
  readonly numbers: number[]
  /** Records that have one of the groups. */
  readonly records: number
}

/** The column of a type and the key of a path; undefined where there is none. */
export type Columns = (type: EntityType, key: string) => ColumnReader | undefined

/** @param term N-Triples text */
export function graphTerm(term: string): GraphTerm {
  if (isIri(term)) return { kind: 'iri', value: iriOf(term) }
  return isLiteral(term)
    ? { kind: 'literal', value: lexicalForm(term), language: languageOf(term), datatype: datatypeOf(term) }
    : { kind: 'blank', value: term }
}

const isInColumns = ({ words, isOfStamp }: Filter): boolean => !words && !isOfStamp

/** Whether other tables tell what is asked of a path of an entity itself: ids, texts, external identifiers. */
const isElsewhere = (filter: Filter, { steps: [step, ...more], target }: Path): boolean =>
  step === undefined
    ? target.kind === 'id' || isTextSearch({ filter })
    : more.length === 0 && filter.row.operator === 'equals' && step.identifier?.value.key === target.key

/** The columns of a model: a path that leads through other entities has one for each part, a facet its own, too. */
export function columnsOf(model: Model): ColumnPath[] {
  const columns = new Map<string, ColumnPath>()
  function add(type: EntityType, steps: readonly Step[], predicates: readonly string[]): void {
    const key = pathKey(steps, { predicates })
    const isReference = predicates.length === 0 && (steps.at(-1)?.types.length ?? 0) > 0
    columns.set(`${type.name} ${key}`, { type, key, steps, predicates, isReference })
  }
  function addParts(types: readonly EntityType[], filter: Filter, { steps, target }: Path): void {
    const at = steps.findIndex((step) => step.types.length > 0)
    const step = steps[at]
    if (!step) {
      if (!isElsewhere(filter, { steps, target }))
        for (const type of types) add(type, steps, target.predicates)
      return
    }
    if (step.inverse) for (const type of step.types) add(type, [forwards(step, types)], [])
    else for (const type of types) add(type, steps.slice(0, at + 1), [])
    addParts(step.types, filter, { steps: steps.slice(at + 1), target })
  }
  for (const type of model.types)
    for (const filter of model.filtersOf(type).all) {
      if (!isInColumns(filter)) continue
      const { steps, target } = filter.path
      if (filter.kindPaths) {
        const key = pathKey(steps, target)
        columns.set(`${type.name} ${key}`, {
          type,
          key,
          steps,
          predicates: [],
          ofKinds: filter,
          isReference: false,
        })
        continue
      }
      if (filter.row.facet !== undefined) add(type, steps, target.predicates)
      addParts([type], filter, filter.path)
      if (filter.byIdentifier) addParts([type], filter, filter.byIdentifier.path)
    }
  return [...columns.values()]
}

/** The step in the direction of its triples. @param types of what it leads to then */
export const forwards = (step: Step, types: readonly EntityType[]): Step => ({
  ...step,
  inverse: false,
  types,
})
