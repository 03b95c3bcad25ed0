/** Where the names stand by which people search for records. */

import type { Model } from '../../model/model.ts'
import { nameKeys } from '../../model/rows/word-filter.ts'

/** Where the names of the records of a type stand. */
export interface NamePlaces {
  /** Keys of names, that by which readers know a record first. */
  readonly fields: readonly string[]
  /** Keys that lead to entities by whose names its records are found too; absent where neither they nor years count. */
  readonly references?: readonly (readonly string[])[] | undefined
  /** Keys that lead to dates by whose years they are found. */
  readonly years: readonly (readonly string[])[]
}

/** Those of each type of a model. */
export const namePlaces = (model: Model): NamePlaces[] =>
  model.types.map((type) => {
    const { references, years } = type.search ?? {}
    return {
      fields: nameKeys(type),
      references: (references ?? years) && (references ?? []).map((path) => path.split('.')),
      years: (years ?? []).map((path) => path.split('.')),
    }
  })
