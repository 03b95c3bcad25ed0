// Arbitrary records of every entity type, made from the rows alone, in the form that answers show.

import fc from 'fast-check'
import { isArray } from '../../src/model/rows/walk.ts'
import type { EntityType, Field, FieldOf, Fields } from '../../src/model/rows/row.ts'
import type { Model } from '../../src/model/model.ts'
import { encodeIri } from '../../src/model/context/iri.ts'
import { compareCodePoints } from '../../src/model/values/sorting.ts'
import { classWord, instants, schemeWords, suffix, valueOf, type Arbitrary } from './values.ts'

export type Json = Record<string, unknown>

/** In a draft: stands for another record of the batch, chosen by this number. */
const CHOSEN = 'chosen'

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a node is told to be of a field by the values that the row names. */
const isStated = ({ discriminator = {} }: FieldOf<'object'>, node: Json): boolean =>
  Object.entries(discriminator).some(
    ([key, values]) => node[key] !== undefined && values.includes(node[key] as string),
  )

/** Drafts of records: ids are not yet unique, lists not yet in order. */
export function drafts(model: Model, base: string): (type: EntityType) => fc.Arbitrary<Json> {
  const simple = valueOf(model, base)

  function fieldsOf(fields: Fields, nested: boolean): fc.Arbitrary<Json> {
    const arbitraries = Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, oneOrMany(field, nested)]),
    )
    return fc
      .record(arbitraries, { requiredKeys: [], noNullPrototype: true })
      .map((node) => separate(node, fields))
  }

  /** Where two keys share a predicate, makes what stands under each tell which it is. */
  function separate(node: Json, fields: Fields): Json {
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== 'object' || !field.discriminator) continue
      const nested = node[key] as Json | undefined
      if (nested && !isStated(field, nested)) {
        for (const [name, values] of Object.entries(field.discriminator))
          if (nested[name] !== undefined) nested[name] = values[0]
        if (!isStated(field, nested)) delete node[key]
      }
      for (const [rival, other] of Object.entries(fields)) {
        if (
          rival !== key &&
          other.kind === 'object' &&
          model.vocabulary.iri(rival) === model.vocabulary.iri(key) &&
          isObject(node[rival]) &&
          isStated(field, node[rival])
        )
          delete node[rival]
      }
    }
    return node
  }

  function oneOrMany(field: Field, nested: boolean): Arbitrary {
    const one = oneOf(field, nested)
    return isArray(field) ? fc.array(one, { minLength: 1, maxLength: 4 }) : one
  }

  function oneOf(field: Field, nested: boolean): Arbitrary {
    switch (field.kind) {
      case 'object': {
        const words = Object.values(field.fields).find((inner) => inner.kind === 'string' && inner.scheme) as
          FieldOf<'string'> | undefined
        const node = notEmpty(fieldsOf(field.fields, nested))
        return words
          ? fc
              .tuple(node, fc.option(fc.constantFrom(...schemeWords(model))))
              .map(([made, scheme]) =>
                scheme === null ? made : { ...made, [words.scheme as string]: scheme },
              )
          : node
      }
      case 'nest':
        return notEmpty(fieldsOf(field.fields, nested))
      case 'labelledClass':
        return notEmpty(
          fc
            .tuple(fc.option(suffix), fieldsOf(field.fields, nested))
            .map(([given, fields]) => (given === null ? fields : { class: given, ...fields })),
        )
      case 'rdfType':
        return classWord(model, base, field)
      case 'typedIri':
        return fc
          .tuple(suffix, fc.option(compactClass))
          .map(([id, type]) => ({ '@id': id, ...(type !== null && { '@type': type }) }))
      case 'reference':
        return entity(field, nested)
      default:
        return (simple[field.kind] as (field: Field) => Arbitrary)(field)
    }
  }

  const compactClass = fc
    .tuple(fc.constantFrom(...model.vocabulary.prefixes.keys()), fc.stringMatching(/^[A-Z][A-Za-z]{2,8}$/))
    .map(([prefix, name]) => `${prefix}:${name}`)
    .filter(
      (name) =>
        model.vocabulary.toPrefixedName(model.vocabulary.iri(name) as string) === name &&
        !model.typeOfClass(model.vocabulary.iri(name) as string),
    )

  const notEmpty = <T>(node: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    node.filter((value) => Object.keys(value as object).length > 0)

  function entity({ range, serializeAs }: FieldOf<'reference'>, nested: boolean): Arbitrary {
    if (serializeAs === 'id') return suffix
    // Where none of the expected types shows anything in references, nothing is fetched: others are left out
    // there.
    const others = range.some((name) => model.typeNamed(name)?.referenceFields.length)
      ? model.types.map(({ name }) => name)
      : range
    return fc
      .oneof(
        { weight: 9, arbitrary: fc.constantFrom(...range) },
        { weight: 1, arbitrary: fc.constantFrom(...others) },
      )
      .chain((name) => {
        const type = model.typeNamed(name) as EntityType
        const shown = nested
          ? {}
          : Object.fromEntries(type.referenceFields.map((key) => [key, type.fields[key] as Field]))
        const chosen = nested ? fc.constant(null) : fc.option(fc.nat(99), { freq: 2 })
        return fc
          .tuple(suffix, chosen, fieldsOf(shown, true))
          .map(([id, number, fields]) =>
            number === null
              ? { local_identifier: id, entity_type: name, ...fields }
              : { [CHOSEN]: number, entity_type: name },
          )
      })
  }

  return (type) => {
    const stated = Object.entries(type.fields).filter(
      ([, field]) => field.kind === 'rdfType' && field.default !== undefined,
    ) as [string, FieldOf<'rdfType'>][]
    const otherwise = Object.fromEntries(stated.map(([key, field]) => [key, field.default as string]))
    return fc
      .tuple(
        suffix,
        fieldsOf(type.fields, false).filter((node) => Object.keys(node).length > 0),
      )
      .map(([id, fields]) => ({ local_identifier: id, entity_type: type.name, ...otherwise, ...fields }))
  }
}

type Change = (value: unknown, field: Field) => unknown

/** The record with each value of its fields changed from the inside out, keys in the order of the rows. */
function rewrite(
  record: Json,
  fields: Fields,
  one: Change,
  list: (values: unknown[], field: Field) => unknown[],
  model: Model,
): Json {
  const inner = (value: unknown, field: Field): unknown => {
    if (field.kind === 'reference' && isObject(value))
      return one(
        rewrite(value, model.typeNamed(value.entity_type as string)?.fields ?? {}, one, list, model),
        field,
      )
    return one(
      'fields' in field && isObject(value) ? rewrite(value, field.fields, one, list, model) : value,
      field,
    )
  }
  const others = Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(fields, key)))
  const own = Object.entries(fields)
    .filter(([key]) => record[key] !== undefined)
    .map(([key, field]) => [
      key,
      isArray(field)
        ? list(
            (record[key] as unknown[]).map((value) => inner(value, field)),
            field,
          )
        : inner(record[key], field),
    ])
  return { ...others, ...Object.fromEntries(own) }
}

/**
 * Drafts as answers show them: unique ids, references that show what their record says, identifiers in their
 * form, lists in order.
 */
export function resolve(drafts: readonly Json[], model: Model, base: string): Json[] {
  let count = 0
  const places = [base, base, 'https://other.example/', 'urn:x:']
  const fresh = (id: unknown): string =>
    encodeIri(`${places[count % places.length]}${count++}-${String(id)}`.trim())
  const named: Change = (value, field) => {
    if (field.kind === 'reference')
      return isObject(value)
        ? CHOSEN in value
          ? value
          : { ...value, local_identifier: fresh(value.local_identifier) }
        : fresh(value)
    if (field.kind === 'typedIri')
      return '@type' in (value as Json)
        ? { ...(value as Json), '@id': fresh((value as Json)['@id']) }
        : fresh((value as Json)['@id'])
    if (field.kind === 'labelledClass' && 'class' in (value as Json))
      return { ...(value as Json), class: fresh((value as Json).class) }
    if (field.kind === 'object') return withForm(value as Json, field, model)
    return value
  }
  const fieldsOf = ({ entity_type }: Json): Fields =>
    (model.typeNamed(entity_type as string) as EntityType).fields
  const apply =
    (one: Change, list = (values: unknown[], _field: Field): unknown[] => values) =>
    (record: Json): Json =>
      rewrite(record, fieldsOf(record), one, list, model)
  const records = drafts.map((draft) =>
    apply(named)({ ...draft, local_identifier: fresh(draft.local_identifier) }),
  )
  const chosen: Change = (value, field) =>
    field.kind === 'reference' && isObject(value) && CHOSEN in value ? choose(value, records, fresh) : value
  const shown: Change = (value, field) =>
    field.kind === 'reference' && isObject(value) && CHOSEN in value ? reference(value, tied, model) : value
  const ordered = (values: unknown[], field: Field): unknown[] =>
    inOrder(field.kind === 'object' ? ranked(values as Json[], field) : values, field)
  const tied = records.map(apply(chosen))
  return tied
    .map(apply(shown))
    .map(apply((value, field) => (field.kind === 'langString' ? inLanguages(value as Json) : value), ordered))
}

/** The id of another record of the batch; that of a mention where there is none of the type. */
function choose(value: Json, records: readonly Json[], fresh: (id: unknown) => string): Json {
  const candidates = records.filter(({ entity_type }) => entity_type === value.entity_type)
  const target = candidates[(value[CHOSEN] as number) % candidates.length]
  return { ...value, local_identifier: target?.local_identifier ?? fresh('') }
}

/** What a reference to another record shows. */
function reference({ local_identifier, entity_type }: Json, records: readonly Json[], model: Model): Json {
  const target = records.find((record) => record.local_identifier === local_identifier)
  const bare = (inner: unknown): unknown =>
    isObject(inner) && 'entity_type' in inner
      ? { local_identifier: inner.local_identifier, entity_type: inner.entity_type }
      : inner
  const shown = (target ? (model.typeNamed(entity_type as string) as EntityType).referenceFields : [])
    .map((key) => [key, bare(target?.[key])] as const)
    .filter(([, inner]) => inner !== undefined)
  return { local_identifier, entity_type, ...Object.fromEntries(shown) }
}

/** An identifier in its form, its scheme in the letters of the vocabulary. */
function withForm(
  node: Json,
  { fields }: FieldOf<'object'>,
  { vocabulary, identifiers }: Pick<Model, 'vocabulary' | 'identifiers'>,
): Json {
  const [key, field] =
    Object.entries(fields).find(([, inner]) => inner.kind === 'string' && inner.scheme) ?? []
  const word = (field as FieldOf<'string'> | undefined)?.scheme as string
  const given = node[word] as string | undefined
  if (key === undefined || given === undefined) return node
  const scheme = vocabulary.iri(given.toLowerCase()) === undefined ? given : given.toLowerCase()
  return {
    ...node,
    [word]: scheme,
    ...(node[key] !== undefined && { [key]: identifiers.normalise(scheme, node[key] as string) }),
  }
}

/** Positions as ranks where nothing has one and the rows say so. */
const ranked = (nodes: readonly Json[], { orderBy }: FieldOf<'object'>): readonly Json[] =>
  orderBy?.fillFromPosition && nodes.every((node) => node[orderBy.key] === undefined)
    ? nodes.map((node, i) => ({ ...node, [orderBy.key]: i + 1 }))
    : nodes

/** The order of answers: rank, id, instant, code point. Equal values once. */
function inOrder(values: readonly unknown[], field: Field): unknown[] {
  const textOf = (value: unknown): string =>
    typeof value === 'string'
      ? value
      : field.kind === 'reference'
        ? ((value as Json).local_identifier as string)
        : field.kind === 'typedIri'
          ? ((value as Json)['@id'] as string)
          : JSON.stringify(value)
  const { key, thenBy = '' } = field.kind === 'object' && field.orderBy ? field.orderBy : {}
  const words =
    field.kind === 'object' ? ((field.fields[thenBy] as FieldOf<'vocabTerm'> | undefined)?.terms ?? []) : []
  const place = (value: unknown): number => {
    const word = words.length === 0 ? undefined : (value as Json)[thenBy]
    const at = words.indexOf(word as string)
    return word === undefined ? Infinity : at < 0 ? words.length : at
  }
  const compare = (a: number, b: number): number => (a === b ? 0 : a - b)
  const first = (value: unknown): number =>
    (field.kind === 'date'
      ? instants.get(value as string)
      : key === undefined
        ? undefined
        : ((value as Json)[key] as number | undefined)) ?? Infinity
  const unique = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
  return unique.sort(
    (a, b) =>
      compare(first(a), first(b)) || compare(place(a), place(b)) || compareCodePoints(textOf(a), textOf(b)),
  )
}

const inLanguages = (map: Json): Json =>
  Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((language) => [
        language,
        Array.isArray(map[language]) ? [...map[language]].sort(compareCodePoints) : map[language],
      ]),
  )

/** The record with its lists in another order: what the order of the input must not decide. */
export function shuffled<T>(value: T, random: () => number): T {
  if (Array.isArray(value))
    return value
      .map((one) => ({ one: shuffled(one, random), place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one) as T
  return isObject(value)
    ? (Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shuffled(inner, random)])) as T)
    : value
}
