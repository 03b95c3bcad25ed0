/**
 * What a filter asks, read from its row and the fields that its path leads through: where it looks in a record, at
 * which lists conditions meet, and how the value at the end compares. It shares no code with src/filter.
 */

import type { Model } from '../../src/model/model.ts'
import { isArray } from '../../src/model/rows/walk.ts'
import type { FilterRow, Operator } from '../../src/model/rows/filter-row.ts'
import type { EntityType, Field, Fields } from '../../src/model/rows/row.ts'
import { contains, dateFrom, dateTo, dateWithin, type Predicate } from './evaluator-values.ts'

/** How an exact condition compares. */
export type Comparison = 'type' | 'id' | 'iri' | 'licence' | 'caseless' | 'language' | 'prefixed' | 'text'

interface Way {
  /** Keys from a record to the value; `^` in front of one is the way back over the references at its keys. */
  readonly steps: readonly string[]
  /** The first steps, up to the list at whose elements conditions meet; empty for none. */
  readonly list: string
  readonly comparison: Comparison
}

/** What a filter means. */
export interface Meaning {
  readonly key: string
  readonly ways: readonly Way[]
  /** What takes the value as a whole, for what is not exact. */
  readonly predicate?: Predicate
  /** Schemes of which one is that of the identifier. */
  readonly schemes?: readonly string[]
  /** It meets no other condition. */
  readonly alone: boolean
  /** Where identifiers of a scheme are looked for, if the values are such. */
  readonly identifiers?: { readonly scheme: string; readonly ways: readonly Way[] }
}

const bound =
  (date: Predicate, number: (value: number, limit: number) => boolean): Predicate =>
  (value, text) =>
    [value ?? []]
      .flat()
      .some((one) => (typeof one === 'number' ? number(one, Number(text)) : date(one, text)))

/** The predicates of operators whose conditions are not exact, and of dates. */
const predicates: Readonly<Partial<Record<Operator, Predicate>>> = {
  contains,
  within: (value, text) => [value ?? []].flat().some((one) => dateWithin(one, text)),
  gte: bound(dateFrom, (value, limit) => value >= limit),
  lte: bound(dateTo, (value, limit) => value <= limit),
}

const ENTITY_FIELDS: Readonly<Record<string, Comparison>> = { local_identifier: 'id', entity_type: 'type' }

function comparisonOf(key: string, field: Field | undefined): Comparison {
  if (key === '@language') return 'language'
  if (!field) return ENTITY_FIELDS[key] ?? (key === 'class' ? 'iri' : 'text')
  if (field.kind === 'iri' && field.isLicence) return 'licence'
  if (field.kind === 'iri' || field.kind === 'reference') return 'iri'
  if (('caseInsensitive' in field && field.caseInsensitive) || ('codeList' in field && field.codeList))
    return 'caseless'
  return field.kind === 'vocabTerm' && field.namespaces ? 'prefixed' : 'text'
}

/** The tables of fields below a field. */
function tablesBelow(model: Model, field: Field | undefined): readonly Fields[] {
  if (!field) return []
  if ('fields' in field) return [field.fields]
  return field.kind === 'reference' ? field.range.map((name) => model.typeNamed(name)!.fields) : []
}

/** One way of a path of single keys. */
function readWay(model: Model, type: EntityType, path: string): Way {
  const keys = path.replace(/^\^/, '').split('.')
  const steps: string[] = []
  let list: string | undefined
  let tables: readonly Fields[] = [type.fields]
  let back = path.startsWith('^') ? '' : undefined
  let field: Field | undefined
  for (const key of keys) {
    field = tables.map((table) => table[key]).find((one) => one !== undefined)
    if (back === undefined) steps.push(key)
    else if (field?.kind === 'reference') {
      steps.push(`^${back}${key}`)
      list ??= steps.join('.')
      back = undefined
      tables = [type.fields]
      continue
    } else back += `${key}.`
    const isTexts = field?.kind === 'langString' && keys.at(-1)!.startsWith('@')
    if (back === undefined && field && (isArray(field) || isTexts)) list ??= steps.join('.')
    tables = tablesBelow(model, field)
  }
  return { steps, list: list ?? '', comparison: comparisonOf(keys.at(-1)!, field) }
}

/** The paths of single keys that a path with alternatives stands for. */
const alternatives = (path: string): string[] =>
  path
    .split('.')
    .reduce<string[]>(
      (before, keys) =>
        before.flatMap((start) => keys.split('|').map((key) => (start === '' ? key : `${start}.${key}`))),
      [''],
    )

const readWays = (model: Model, type: EntityType, path: string): Way[] =>
  alternatives(path).map((one) => readWay(model, type, one))

function readMeaning(model: Model, type: EntityType, key: string, row: FilterRow): Meaning {
  const { operator, path = key, scheme, orIdentifier, sameItem } = row
  const predicate = predicates[operator]
  return {
    key,
    ways: readWays(model, type, path),
    ...(predicate && { predicate }),
    ...(scheme !== undefined && { schemes: scheme.split('|') }),
    alone: key.startsWith('cf.') && sameItem === undefined,
    ...(orIdentifier && {
      identifiers: { scheme: orIdentifier.scheme, ways: readWays(model, type, orIdentifier.path) },
    }),
  }
}

/** The meanings of all filters of a model, by path of the list and any key of the filter. */
export function readMeanings(model: Model): (path: string, key: string) => Meaning {
  const meanings = new Map<string, Meaning>()
  for (const type of model.types) {
    for (const { key, row } of model.filtersOf(type).all) {
      const meaning = readMeaning(model, type, key, row)
      for (const one of [key, ...(row.aliases ?? [])]) meanings.set(`${type.path} ${one}`, meaning)
    }
  }
  return (path, key) => {
    const meaning = meanings.get(`${path} ${key}`)
    if (!meaning) throw new Error(`${path} have no filter ${key}`)
    return meaning
  }
}
