/**
 * Compact JSON → JSON-LD that expands, with the contexts that the server has, to the triples of the graph: what
 * a context cannot say stands in the document. `application/json` has none of it.
 */

import { encodeIri } from '../../model/context/iri.ts'
import { isArray } from '../../model/rows/walk.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { parseDate } from '../../model/values/dates.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { numberText } from '../rdf/quads.ts'
import { selfClassKey } from '../rdf/stored.ts'

/** How often each blank node stands in a document, by what it belongs to and what it says. */
type Occurrences = Map<string, number>

/** Where a value stands: what has it, as an IRI or the identity of a blank node. */
interface Place {
  readonly owner: string
  readonly key: string
}

type Writers = { readonly [K in Kind]?: (value: unknown, field: FieldOf<K>, place: Place) => unknown }

/** Rewrites the records of one document. */
class JsonLdWriter {
  readonly #model: Model
  /** Of the first pass, which counts; undefined in it. */
  readonly #occurrences: Occurrences | undefined
  readonly #labels = new Map<string, string>()
  readonly counted: Occurrences = new Map()

  constructor(model: Model, occurrences?: Occurrences) {
    this.#model = model
    this.#occurrences = occurrences
  }

  entity(record: Json, type: EntityType): Json {
    return this.#fields(record, type.fields, String(record['local_identifier']))
  }

  #fields(object: Json, fields: Fields, owner: string): Json {
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const field = Object.hasOwn(fields, key) ? fields[key] : undefined
        return [key, field ? this.#values(value, field, { owner, key }) : value]
      }),
    )
  }

  #values(value: unknown, field: Field, place: Place): unknown {
    const write = this.#writers[field.kind] as
      ((value: unknown, field: Field, place: Place) => unknown) | undefined
    if (!write) return value
    return isArray(field) && Array.isArray(value)
      ? value.map((one) => write(one, field, place))
      : write(value, field, place)
  }

  /** A node without IRI: one that comes again has a label, so that it stays one. */
  #blank(node: Json, fields: Fields, { owner, key }: Place): Json {
    const identity = `${owner} ${key} ${JSON.stringify(node)}`
    this.counted.set(identity, (this.counted.get(identity) ?? 0) + 1)
    const written = this.#fields(node, fields, identity)
    return (this.#occurrences?.get(identity) ?? 0) > 1
      ? { '@id': this.#labelOf(identity), ...written }
      : written
  }

  #labelOf(identity: string): string {
    let label = this.#labels.get(identity)
    if (label === undefined) this.#labels.set(identity, (label = `_:b${this.#labels.size}`))
    return label
  }

  /** A word that the contexts do not know is a part of an IRI. */
  readonly #word = (value: unknown): unknown =>
    typeof value === 'string' && this.#model.vocabulary.iri(value) === undefined ? encodeIri(value) : value

  readonly #writers: Writers = {
    date: (value) => (typeof value === 'string' ? dateValue(value) : value),
    number: (value, { datatype }) => (typeof value === 'number' ? numberValue(value, datatype) : value),
    string: (value, { viaNode }, place) => {
      if (viaNode !== undefined) return this.#blank({ [viaNode]: value }, {}, place)
      const isWord = ['@vocab', '@id'].includes(this.#model.vocabulary.terms.get(place.key)?.type ?? '')
      return isWord ? { '@value': value } : value
    },
    vocabTerm: this.#word,
    rdfType: this.#word,
    reference: (value) => {
      if (!isObject(value)) return value
      const type = this.#model.typeNamed(String(value['entity_type']))
      return type ? this.entity(value, type) : value
    },
    object: (value, { fields }, place) => {
      if (!isObject(value)) return value
      const iri = value[selfClassKey(fields) ?? '']
      return isObject(iri) && typeof iri['class'] === 'string'
        ? this.#fields(value, fields, iri['class'])
        : this.#blank(value, fields, place)
    },
    nest: (value, { fields }, { owner }) => (isObject(value) ? this.#fields(value, fields, owner) : value),
    labelledClass: (value, { fields }, place) => {
      if (!isObject(value)) return value
      const { class: iri } = value
      return typeof iri === 'string' ? this.#fields(value, fields, iri) : this.#blank(value, fields, place)
    },
  }
}

/** A date with the datatype of its text; the contexts say that of date-times, whatever the text. */
function dateValue(text: string): unknown {
  const type = parseDate(text)?.type
  if (type === 'dateTime') return text
  return type === undefined ? { '@value': text } : { '@value': text, '@type': `xsd:${type}` }
}

/** JSON-LD writes numbers with a fraction with an exponent, which the graph does not. */
const numberValue = (value: number, datatype: FieldOf<'number'>['datatype']): unknown =>
  Number.isSafeInteger(value) ? value : { '@value': numberText(value, datatype), '@type': `xsd:${datatype}` }

/** The records of one document, of one type, as JSON-LD. */
export function toJsonLd(records: readonly Json[], type: EntityType, model: Model): Json[] {
  const counting = new JsonLdWriter(model)
  for (const record of records) counting.entity(record, type)
  const writer = new JsonLdWriter(model, counting.counted)
  return records.map((record) => writer.entity(record, type))
}
