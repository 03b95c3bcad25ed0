/**
 * What people write who know other formats, understood where it is sure what they mean: type in place of
 * entity_type, id in place of local_identifier, article in place of a product of that kind.
 */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { localIdentifierOf } from './dialects.ts'
import { isEmpty, warn, type JsonLocation } from './read-context.ts'
import { createTypeFinder, foldTypeName } from './read-entity-type.ts'

/** The entity type that a word of another format means, and the values of fields that it implies. */
interface Meaning {
  readonly type: EntityType
  readonly implied: Readonly<Record<string, string>>
}

const entityType = 'entity_type'
const localIdentifier = 'local_identifier'

/** Returns the record as it was meant, and warns of each word of another format. */
export interface OtherWordsReader {
  record(input: Json, place: JsonLocation): Json
  /** @param types the entity types that may stand at the place */
  embedded(input: Json, types: readonly EntityType[], place: JsonLocation): Json
}

/** Words for types: of the model, and of other formats. */
interface Words {
  /** Names of types that are right as they stand. */
  isRight(word: string): boolean
  meaningOf(word: unknown): Meaning | undefined
}

function wordsOf(model: Model): Words {
  const typeOf = createTypeFinder(model)
  const hinted = new Map(
    model.types.flatMap((type) =>
      Object.entries(type.hints?.types ?? {}).map(
        ([word, implied]) => [foldTypeName(word), { type, implied }] as const,
      ),
    ),
  )
  const names = new Set(model.types.flatMap(({ name, aliases = [] }) => [name, ...aliases]))
  return {
    isRight: (word) => names.has(word) || model.typeOfClass(word) !== undefined,
    meaningOf(word) {
      if (typeof word !== 'string') return undefined
      const type = typeOf(word)
      return type ? { type, implied: {} } : hinted.get(foldTypeName(word))
    },
  }
}

/** What should have been written, for the warning. */
const write = ({ type, implied }: Meaning): string =>
  JSON.stringify({ [entityType]: type.name, ...implied })
    .slice(1, -1)
    .replaceAll('":"', '": "')
    .replaceAll('","', '", "')

/** @param key the key that holds the word for the type */
function replaceType(input: Json, key: string, meaning: Meaning, place: JsonLocation): Json {
  const { [key]: word, ...rest } = input
  const right = write(meaning)
  warn(
    place,
    'alias-used',
    `${key === entityType ? '' : `stands for ${entityType}; `}${JSON.stringify(word)} is read as ${right}`,
    {
      keyBelow: key,
      expected: right,
    },
  )
  const missing = Object.entries(meaning.implied).filter(([name]) => isEmpty(rest[name]))
  return { ...rest, ...Object.fromEntries(missing), [entityType]: meaning.type.name }
}

function readId(input: Json, place: JsonLocation): Json {
  if (typeof input['id'] !== 'string' || localIdentifierOf(input) !== undefined) return input
  const { id, ...rest } = input
  if (localIdentifierOf({ [localIdentifier]: id }) === undefined) return input
  warn(place, 'alias-used', `is read as ${localIdentifier}`, { keyBelow: 'id', expected: localIdentifier })
  return { [localIdentifier]: id, ...rest }
}

/** Reads the word of entity_type where it is no name of a type. */
function readTypeWord(
  input: Json,
  types: readonly EntityType[],
  place: JsonLocation,
  { isRight, meaningOf }: Words,
): Json {
  const word = input[entityType]
  if (typeof word !== 'string' || isRight(word)) return input
  const meaning = meaningOf(word)
  return meaning && types.includes(meaning.type) ? replaceType(input, entityType, meaning, place) : input
}

const isTyped = (input: Json): boolean =>
  [entityType, `${entityType}"`, '@type'].some((key) => input[key] !== undefined)

/** Whether the key holds a word of a vocabulary in one of the types, and is not a slip. */
const isField = (types: readonly EntityType[], key: string, word: string): boolean =>
  types.some(({ fields }) =>
    Object.entries(fields).some(
      ([name, field]) =>
        (name === key || field.aliases?.includes(key)) && 'terms' in field && field.terms?.includes(word),
    ),
  )

/** @param typeByKeys the type that alone has all keys of a record */
export function createOtherWordsReader(
  model: Model,
  typeByKeys: (input: Json) => EntityType | undefined,
): OtherWordsReader {
  const words = wordsOf(model)
  return {
    record(given, place) {
      const input = readId(given, place)
      if (isTyped(input)) return readTypeWord(input, model.types, place, words)
      const meaning = words.meaningOf(input['type'])
      const isSure = meaning && (isEmpty(meaning.implied) || !typeByKeys(input))
      return isSure ? replaceType(input, 'type', meaning, place) : input
    },
    embedded(given, types, place) {
      const input = readId(given, place)
      if (isTyped(input)) return readTypeWord(input, types, place, words)
      const word = input['type']
      const meaning = words.meaningOf(word)
      return meaning && types.includes(meaning.type) && !isField(types, 'type', word as string)
        ? replaceType(input, 'type', meaning, place)
        : input
    },
  }
}

/** Whether a text that should be an id looks like a name. */
export const looksLikeName = (id: string): boolean => /\S\s+\S/.test(id) && !/^[a-z][a-z0-9+.-]*:/i.test(id)

/** A record without id that has the name, as it can stand where a record is expected. */
export function nameOnly(type: EntityType, name: string): string {
  const [key] = type.labelFields
  const field = key === undefined ? undefined : type.fields[key]
  const value = field?.kind === 'langString' ? { none: field.multiple ? [name] : name } : name
  return JSON.stringify({ [key as string]: value })
}
