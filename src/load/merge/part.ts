/** What one record says of one subject, as a line. */

import { walkFields, type Model } from '../../model/model.ts'
import { isEntity, type StoredObject, type Subject, type SubjectFragment } from '../../record/rdf/stored.ts'

/** Where a part was found, for messages. */
export interface RecordPlace {
  readonly file: string
  readonly line?: number
  /** An earlier load has read it, and said what is wrong with it. */
  readonly isEarlier?: boolean | undefined
  /** What stands there is said of the entity by another one, so that it is no second record of it. */
  readonly isAddition?: true
  /** IRIs of the providers of the sources whose record it is, or of which it was merged. */
  readonly providers?: readonly string[]
  /** Of its source, from 1, among all whose records outweigh each other; absent: it is SKG-IF, which outweighs them. */
  readonly rank?: number
}

/** Where a reference stands in the record that holds it. */
export interface ReferencePlace {
  /** Id of the record, as it is written there. */
  readonly id: string
  /** JSON path. */
  readonly path: string
}

export type Part =
  | {
      /** A top-level record. */
      readonly kind: 'record'
      readonly fragment: SubjectFragment
      readonly origin: RecordPlace
      /** The triples of the subject as N-Quads, where it came as RDF. */
      readonly quads?: string
      /** The part before it has the triples of this one too: they are records of two types. */
      readonly sharesQuads?: boolean
      /** Some of the triples are in no record. */
      readonly hasUnmapped?: boolean
    }
  | {
      /** An entity that stands inside a record, the labels of a class, the class of a thing. */
      readonly kind: 'embedded'
      readonly fragment: SubjectFragment
      readonly origin: RecordPlace
      readonly place?: ReferencePlace
      /** How many records of the source say this; absent: one. */
      count?: number
    }
  | {
      /** An id alone. */
      readonly kind: 'reference'
      /** Names of the types that are expected there, the most general one last. */
      readonly expected: readonly string[]
      readonly origin: RecordPlace
      readonly place?: ReferencePlace
      count?: number
    }
  | {
      /** Triples of a subject that is no record, as N-Quads. */
      readonly kind: 'triples'
      readonly quads: string
    }

export type RecordPart = Extract<Part, { kind: 'record' }>
export type EmbeddedPart = Extract<Part, { kind: 'embedded' }>
export type EntityPart = RecordPart | EmbeddedPart
/** A part of which equal ones are counted: what others say of a subject. */
export type CountedPart = EmbeddedPart | Extract<Part, { kind: 'reference' }>

export const isCounted = (part: Part): part is CountedPart =>
  part.kind === 'embedded' || part.kind === 'reference'

export interface PartCodec {
  /** What the part says, in a text that is the same for equal content. */
  content(part: Part): string
  /** @param content of the part */
  encode(part: Part, content: string): string
  /** @param line of `encode`, of which the IRI is known */
  decode(iri: string, line: string): Part
}

const TYPED = { kind: 'typedIri' } as const

/**
 * Encodes parts for a model, in columns: kind and subject; fields as JSON; the rest as JSON. JSON has no
 * tabs and no ends of lines.
 */
export function createPartCodec(model: Model): PartCodec {
  const concepts = model.types.flatMap((type) =>
    [...walkFields(type.fields)].flatMap(({ field }) => (field.kind === 'labelledClass' ? [field] : [])),
  )
  const subjects = new Map<string, Subject>([
    ...model.types.map((type) => [type.name, type] as const),
    ...concepts.map((field, i) => [`(concept ${i})`, field] as const),
    ['(typed)', TYPED],
  ])
  const names = new Map([...subjects].map(([name, subject]) => [subject, name] as const))
  const nameOf = (subject: Subject): string =>
    names.get(isEntity(subject) || subject.kind === 'labelledClass' ? subject : TYPED) as string

  return {
    content(part) {
      if (part.kind === 'triples') return 'triples\t'
      if (part.kind === 'reference') return `reference ${part.expected.join(' ')}\t`
      const { subjectType, typeIsGuessed, fields } = part.fragment
      const kind = typeIsGuessed ? 'guessed' : part.kind
      return `${kind} ${nameOf(subjectType)}\t${JSON.stringify(fields)}`
    },
    encode(part, content) {
      const { fragment: _, ...rest } = part as Partial<RecordPart>
      return `${content}\t${JSON.stringify(rest)}`
    },
    decode(iri, text) {
      const [head = '', fields = '', rest = ''] = text.split('\t')
      const part = JSON.parse(rest) as Part
      if (part.kind === 'triples' || part.kind === 'reference') return part
      const fragment: SubjectFragment = {
        iri,
        subjectType: subjects.get(head.slice(head.indexOf(' ') + 1)) as Subject,
        fields: JSON.parse(fields) as StoredObject,
        ...(head.startsWith('guessed ') && { typeIsGuessed: true }),
      }
      return { ...part, fragment }
    },
  }
}
