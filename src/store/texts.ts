/** Conditions that the store's index of texts answers, and reading that index. */

import type { Condition } from '../filter/condition.ts'
import { fold } from '../filter/fold.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { namedNode } from '../sparql/terms.ts'
import type { EntityIndex } from './entity-index.ts'
import { translate, type Positions } from './matches.ts'
import type { Store, TextSearch } from './store.ts'

/** Solutions read at once: requests come in between. */
const CHUNK = 5_000

/** Whether a condition asks for a text in a text of the record itself, of which no other condition speaks. */
export const isTextSearch = ({ filter: { row, path } }: Condition): boolean =>
  row.operator === 'contains' && path.steps.length === 0 && !row.joins

export interface TextLists {
  /** Reads the texts; until that is done, SPARQL has to answer. */
  read(): Promise<void>
  /** Whether `find` knows a condition, now. */
  answers(condition: Condition): boolean
  /** The records of a type that meet such a condition. */
  find(type: EntityType, condition: Condition): Promise<Positions>
}

interface Listing {
  readonly model: Model
  readonly store: Store
  readonly index: EntityIndex
  /**
   * Subjects of the texts that the store has an index of already, in code point order; absent where they are
   * to be read.
   */
  readonly indexed?: readonly string[] | undefined
}

export function createTextLists({ model, store, index, indexed }: Listing): TextLists {
  const translations = new Map<string, Int32Array>()
  let subjects = indexed
  /** The store reads once: two readings at a time would make one index of both, and then an empty one. */
  let reading: Promise<void> | undefined

  function translationTo(type: EntityType): Int32Array {
    let known = translations.get(type.name)
    if (!known) translations.set(type.name, (known = translate(subjects ?? [], index.records(type))))
    return known
  }

  async function find(type: EntityType, { filter, value }: Condition): Promise<Positions> {
    const found = await (store.text as TextSearch).find(filter.path.leaf.predicates, fold(value))
    const translation = translationTo(type)
    return found.map((subject) => translation[subject] as number).filter((position) => position < NONE)
  }

  async function read(): Promise<void> {
    if (!store.text || subjects) return
    for (const predicate of searchedPredicates(model)) await readAll(store.text, predicate)
    subjects = await store.text.finish()
  }

  return {
    read() {
      reading ??= read().catch((error: unknown) => {
        reading = undefined
        throw error
      })
      return reading
    },
    answers: (condition) => subjects !== undefined && isTextSearch(condition),
    find,
  }
}

/** -1 as an element of a Uint32Array. */
const NONE = 0xffff_ffff

/** The predicates of the texts that filters search. */
export const searchedPredicates = (model: Model): ReadonlySet<string> =>
  new Set(
    model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.flatMap((filter) =>
          isTextSearch({ key: filter.key, filter, value: '' }) ? filter.path.leaf.predicates : [],
        ),
    ),
  )

async function readAll(text: TextSearch, predicate: string): Promise<void> {
  for (let from = 0; ; from += CHUNK) {
    const read = await text.read(
      predicate,
      `SELECT ?s (LCASE(STR(?o)) AS ?t) WHERE { ?s ${namedNode(predicate)} ?o } OFFSET ${from} LIMIT ${CHUNK}`,
    )
    if (read < CHUNK) return
  }
}
