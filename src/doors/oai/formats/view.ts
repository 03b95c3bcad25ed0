/** A record as formats of harvesters see it: values by the names of its rows, whatever its fields are called. */

import { LRUCache } from 'lru-cache'
import type { Model } from '../../../model/model.ts'
import { isObject, itemsOf, type Json } from '../../../model/values/json.ts'
import type { EntityType, Exchange, KindNames, Selection } from '../../../model/rows/row.ts'
import { kindNames } from '../../../record/naming/name-of-record.ts'
import {
  createRepetitions,
  identifierIn,
  selectValues,
  type FieldValue,
  type Identifier,
} from '../../../record/naming/field-values.ts'
import { readPersonName, titleOf } from '../../../record/naming/title.ts'

export interface Text {
  readonly text: string
  readonly language?: string | undefined
}

export interface Agent {
  readonly view: View
  readonly affiliations: readonly View[]
}

export interface Relation {
  /** As DataCite calls it. */
  readonly relation: string
  readonly view: View
}

/** Readings by each function that are kept: some 300 bytes each. */
const MAX_KEPT = 20_000

type Read<T> = (whole: never) => T

const keyOf = ({ name }: EntityType, iri: string): string => `${name} ${iri}`

/**
 * What was read of the records that others name. To read one is to parse all of it, and works and grants are named
 * over and over: what is read most recently stays for as long as their graph.
 */
export class Readings {
  readonly #caches = new Map<Read<object>, LRUCache<string, object>>()

  find<T extends object>(read: Read<T>, type: EntityType, iri: string): T | undefined {
    return this.#caches.get(read)?.get(keyOf(type, iri)) as T | undefined
  }

  keep<T extends object>(read: Read<T>, type: EntityType, iri: string, reading: T): T {
    let cache = this.#caches.get(read)
    if (!cache) this.#caches.set(read, (cache = new LRUCache({ max: MAX_KEPT })))
    cache.set(keyOf(type, iri), reading)
    return reading
  }
}

/** What views need to know of the graph. */
export interface Views {
  readonly model: Model
  /** The URL of a record; undefined for what is none. */
  urlOf(iri: string): string | undefined
  /** The type as which a record is harvested in the formats that know entities. */
  typeOf(iri: string): EntityType | undefined
  /** A record as a whole; undefined for what is none. */
  recordOf(iri: string, type: EntityType): Json | undefined
  /** What was read of records as a whole. */
  readonly readings: Readings
}

type Places = Selection | readonly Selection[]

const isList: (places: Places) => places is readonly Selection[] = Array.isArray

/** A record, or what another one shows of it. */
export class View {
  readonly record: Json
  readonly type: EntityType | undefined
  readonly views: Views

  constructor(record: Json, type: EntityType | undefined, views: Views) {
    this.record = record
    this.type = type
    this.views = views
  }

  get iri(): string {
    return String(this.record['local_identifier'] ?? '')
  }

  /** Its URL here; undefined where it is only named. */
  get url(): string | undefined {
    return this.views.urlOf(this.iri)
  }

  /** Reads all of it, where another record shows but its names. @param read one function each time, not a new one */
  readWhole<T extends object>(read: (whole: View) => T): T {
    const { iri, type, views } = this
    if (!type) return read(this)
    const { readings } = views
    const known = readings.find(read, type, iri)
    if (known) return known
    const record = views.recordOf(iri, type)
    return record ? readings.keep(read, type, iri, read(new View(record, type, views))) : read(this)
  }

  /** Whether it is harvested as what it is here: an IRI may be an entity of several types. */
  get isHarvested(): boolean {
    return this.type !== undefined && this.views.typeOf(this.iri) === this.type
  }

  get title(): string | undefined {
    return titleOf(this.record, this.type)
  }

  get entity(): string | undefined {
    const { entity, entityField, entities = {} } = this.#exchange
    const value = entityField === undefined ? undefined : this.record[entityField]
    return entities[String(value)] ?? entity
  }

  /** What its kind is called; undefined where its type has no kinds. */
  get kind(): KindNames | undefined {
    return this.type && kindNames(this.record, this.type)
  }

  texts(name: string): readonly Text[] {
    const texts: Text[] = []
    for (const { value, field } of this.#select(this.#exchange.values[name]))
      if (!isObject(value)) texts.push({ text: String(value) })
      else if (field.kind === 'langString')
        for (const language in value)
          for (const text of itemsOf(value[language])) texts.push({ text: String(text), language })
      else {
        const title = field.kind === 'reference' ? this.#viewOf(value).title : undefined
        if (title !== undefined) texts.push({ text: title })
      }
    return texts
  }

  text(name: string): string | undefined {
    return this.texts(name)[0]?.text
  }

  references(name: string): readonly View[] {
    return this.#select(this.#exchange.values[name]).map(({ value }) => this.#viewOf(value))
  }

  identifiers(name = 'Identifier'): readonly Identifier[] {
    return this.#select(this.#exchange.values[name]).flatMap(
      ({ value, field }) => identifierIn(value, field, this.views.model) ?? [],
    )
  }

  identifier(...schemes: readonly string[]): string | undefined {
    return this.identifiers().find(({ scheme }) => schemes.includes(scheme))?.value
  }

  agents(...roles: readonly string[]): readonly Agent[] {
    const found: Agent[] = []
    const viewOf = (value: unknown): View => this.#viewOf(value)
    for (const { role, path, where = {}, agent, affiliations = [] } of this.#exchange.agents ?? []) {
      if (!roles.includes(role)) continue
      const isRepeated = createRepetitions(this.type?.fields[path[0] ?? ''])
      for (const node of this.#nodes(path)) {
        if (!Object.keys(where).every((key) => itemsOf(node[key]).includes(where[key]))) continue
        for (const one of itemsOf(agent === undefined ? node : node[agent])) {
          if (isRepeated(one, node)) continue
          found.push({
            view: viewOf(one),
            get affiliations() {
              return affiliations.flatMap((key) => itemsOf(node[key]).map(viewOf))
            },
          })
        }
      }
    }
    return found
  }

  /** Dates by their types in DataCite, as the record has them. */
  dates(): readonly (readonly [type: string, date: string])[] {
    return Object.entries(this.#exchange.dates ?? {}).flatMap(([type, places]) =>
      this.#select(places).map(({ value }) => [type, String(value)] as const),
    )
  }

  date(type: string): string | undefined {
    const [date] = this.#select(this.#exchange.dates?.[type])
    return date && String(date.value)
  }

  relations(...only: readonly string[]): readonly Relation[] {
    return Object.entries(this.#exchange.relations ?? {}).flatMap(([relation, place]) =>
      only.length > 0 && !only.includes(relation)
        ? []
        : this.#select(place).map(({ value }) => ({ relation, view: this.#viewOf(value) })),
    )
  }

  /** Family and given name of a person, as far as they are known or can be told apart. */
  get personName(): { readonly family?: string | undefined; readonly given?: string | undefined } {
    const [family, given] = [this.text('FamilyName'), this.text('GivenName')]
    if (family !== undefined || !this.type?.hasPersonNames) return { family, given }
    return readPersonName(this.text('Name') ?? '') ?? { given }
  }

  get #exchange(): Exchange {
    return this.type?.exchange ?? { values: {} }
  }

  /** The values of the first place that has some. */
  #select(places: Places | undefined): readonly FieldValue[] {
    if (!this.type || !places) return []
    if (!isList(places)) return selectValues(this.record, this.type.fields, places)
    for (const place of places) {
      const found = selectValues(this.record, this.type.fields, place)
      if (found.length > 0) return found
    }
    return []
  }

  #nodes(path: readonly string[]): readonly Json[] {
    let nodes: readonly unknown[] = [this.record]
    for (const key of path) nodes = nodes.flatMap((node) => (isObject(node) ? itemsOf(node[key]) : []))
    return nodes.filter(isObject)
  }

  /** What is only an id has nothing but that. */
  #viewOf(value: unknown): View {
    const record = isObject(value) ? value : { local_identifier: value }
    return new View(record, this.views.model.typeNamed(String(record['entity_type'])), this.views)
  }
}

/** The concept of a kind of resource in the vocabulary of COAR. */
export const coarType = (segment: string): string => `http://purl.org/coar/resource_type/${segment}`

/** Access rights of COAR by the words of the model. */
const rights: Readonly<Record<string, readonly [coar: string, label: string]>> = {
  open: ['c_abf2', 'open access'],
  embargoed: ['c_f1cf', 'embargoed access'],
  restricted: ['c_16ec', 'restricted access'],
  closed: ['c_14cb', 'metadata only access'],
  unavailable: ['c_14cb', 'metadata only access'],
}

/** Who may read what; undefined where nothing is said. */
export function accessOf(
  status: string | undefined,
): { readonly uri: string; readonly label: string } | undefined {
  const [coar, label] = rights[status ?? ''] ?? []
  return coar === undefined || label === undefined
    ? undefined
    : { uri: `http://purl.org/coar/access_right/${coar}`, label }
}
