/** Stored record → N-Quads: one graph per subject, blank nodes labelled by owner, predicate and content. */

import type { FieldOf, Fields, Kind } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { parseIsoDate } from '../../model/values/dates.ts'
import {
  digest,
  isEntity,
  selfClassKey,
  type SubjectFragment,
  type StoredObject,
  type StoredValue,
} from './stored.ts'
import { quote, RDF_TYPE, XSD } from './triples.ts'
import { iriTerm, languageTerm, typedTerm } from './write-terms.ts'

/** Writes the triples of one value of a field. */
type Write = (value: never, subject: string, emit: Emit) => void
type Emit = (subject: string, predicate: string, object: string) => void

/** A predicate as it stands between subject and object. */
const predicateText = (predicate: string): string => ` ${iriTerm(predicate)} `

const TYPE = predicateText(RDF_TYPE)

const typed = (text: string, datatype: string): string => typedTerm(text, XSD + datatype)

/** A number in the lexical form that stores keep: no exponent in decimals, the shortest text in floats. */
export function numberText(value: number, datatype: FieldOf<'number'>['datatype']): string {
  const text = String(value)
  if (datatype === 'float' || !text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  const digits =
    shift > 0 ? whole + fraction.padEnd(shift, '0') : `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return (value < 0 ? '-' : '') + digits
}

/** A number as a literal in the lexical form that stores keep. */
export const numberTerm = (value: number, datatype: FieldOf<'number'>['datatype']): string =>
  typed(numberText(value, datatype), datatype)

/** A date as a literal of the datatype that its text has; text that is no date stays a string. */
export function dateTerm(text: string): string {
  const date = parseIsoDate(text)
  return date ? typed(date.text, date.type) : quote(text)
}

/** Writes the fields of one table. */
type WriteFields = (object: StoredObject, subject: string, emit: Emit) => void

const writeEach = <T extends StoredValue>(predicate: string, term: (value: T) => string): Write =>
  ((value: T | T[], subject, emit) => {
    for (const one of Array.isArray(value) ? value : [value]) emit(subject, predicate, term(one))
  }) as Write

/** Digits of a label: 64 bits tell the nodes of one graph apart. */
const LABEL_DIGITS = 16

/** Writes the triple that leads to a new blank node. @returns the label of the node */
function blank(subject: string, predicate: string, content: StoredValue, emit: Emit, reverse?: true): string {
  const label = `_:b${digest(subject + predicate + JSON.stringify(content)).slice(0, LABEL_DIGITS)}`
  if (reverse) emit(label, predicate, subject)
  else emit(subject, predicate, label)
  return label
}

/** The writer of one model: a function for each field of its types. */
class QuadWriter {
  readonly #model: Model
  readonly #concepts = new Map<Fields, WriteFields>()
  readonly #types: ReadonlyMap<string, { readonly write: WriteFields; readonly classIri: string }>

  constructor(model: Model) {
    this.#model = model
    this.#types = new Map(
      model.types.map((type) => [
        type.name,
        { write: this.#compile(type.fields), classIri: model.classOf(type) },
      ]),
    )
  }

  #compile(fields: Fields): WriteFields {
    const { vocabulary } = this.#model
    const steps = Object.entries(fields).map(([key, field]) => {
      const predicate = vocabulary.iri(key)
      const writer = this.#writers[field.kind]
      const text = predicate === undefined ? '' : predicateText(predicate)
      return { key, write: writer(field as never, text, vocabulary.terms.get(key)?.reverse) as Write }
    })
    return (object, subject, emit) => {
      for (const { key, write } of steps) {
        const value = object[key]
        if (value !== undefined) write(value as never, subject, emit)
      }
    }
  }

  #writeNode(field: { fields: Fields }, predicate: string, reverse?: true): Write {
    const write = this.#compile(field.fields)
    const itself = selfClassKey(field.fields)
    return ((value: StoredObject | StoredObject[], subject, emit) => {
      for (const node of Array.isArray(value) ? value : [value]) {
        const known = itself === undefined ? undefined : node[itself]
        if (typeof known === 'string') emit(subject, predicate, iriTerm(known))
        else write(node, blank(subject, predicate, node, emit, reverse), emit)
      }
    }) as Write
  }

  readonly #writers: { [K in Kind]: (field: FieldOf<K>, predicate: string, reverse?: true) => Write } = {
    string: ({ viaNode }, predicate) => {
      if (!viaNode) return writeEach(predicate, quote)
      const inner = predicateText(this.#model.vocabulary.iri(viaNode) as string)
      return ((value: string | string[], subject, emit) => {
        for (const text of [value].flat()) emit(blank(subject, predicate, text, emit), inner, quote(text))
      }) as Write
    },
    langString: (_field, predicate) =>
      ((map: StoredObject, subject, emit) => {
        for (const [language, texts] of Object.entries(map)) {
          for (const text of Array.isArray(texts) ? texts : [texts])
            emit(subject, predicate, languageTerm(text as string, language))
        }
      }) as Write,
    number: ({ datatype }, predicate) => writeEach<number>(predicate, (value) => numberTerm(value, datatype)),
    boolean: (_field, predicate) => writeEach<boolean>(predicate, (value) => typed(String(value), 'boolean')),
    date: (_field, predicate) => writeEach(predicate, dateTerm),
    iri: (_field, predicate) => writeEach(predicate, iriTerm),
    vocabTerm: (_field, predicate) => writeEach(predicate, iriTerm),
    rdfType: () => writeEach(TYPE, iriTerm),
    reference: (_field, predicate) => writeEach(predicate, iriTerm),
    object: (field, predicate, reverse) => this.#writeNode(field, predicate, reverse),
    nest: (field) => {
      const write = this.#compile(field.fields)
      return ((object: StoredObject, subject, emit) => write(object, subject, emit)) as Write
    },
    labelledClass: (field, predicate) => {
      const node = this.#writeNode(field, predicate)
      const here = this.#compile(field.fields)
      return ((value: string | StoredObject, subject, emit) => {
        if (field.selfClass) here(value as StoredObject, subject, emit)
        else if (typeof value === 'string') emit(subject, predicate, iriTerm(value))
        else node(value as never, subject, emit)
      }) as Write
    },
    typedIri: (_field, predicate) => writeEach(predicate, iriTerm),
  }

  #writeConcept(fields: Fields): WriteFields {
    let write = this.#concepts.get(fields)
    if (!write) this.#concepts.set(fields, (write = this.#compile(fields)))
    return write
  }

  /** The N-Quads lines of a part, all in the graph named by the IRI of the part. */
  write({ iri: graph, subjectType, fields }: SubjectFragment): string {
    const subject = iriTerm(graph)
    const end = ` ${subject} .\n`
    let lines = ''
    const emit: Emit = (s, p, o) => {
      lines += s + p + o + end
    }
    if (isEntity(subjectType)) {
      const type = this.#types.get(subjectType.name)
      if (!type) throw new Error(`no entity type ${subjectType.name}`)
      emit(subject, TYPE, iriTerm(type.classIri))
      type.write(fields, subject, emit)
    } else if (subjectType.kind === 'labelledClass') {
      this.#writeConcept(subjectType.fields)(fields, subject, emit)
    } else {
      for (const classIri of [fields['class'] ?? []].flat()) emit(subject, TYPE, iriTerm(classIri as string))
    }
    return lines
  }
}

/**
 * Makes the writer of a model.
 * @returns part → its N-Quads lines, all in the graph named by the part's IRI.
 */
export function createQuadSerializer(model: Model): (part: SubjectFragment) => string {
  const writer = new QuadWriter(model)
  return (part) => writer.write(part)
}
