/** What is told of a subject beside what is written of it already: kept as lines of JSON until the end of a load. */

import type { ConceptField } from '../model/row.ts'
import { walkFields, type Model } from '../model/model.ts'
import { isEntity, type Part, type StoredObject, type Subject } from '../record/stored.ts'

/** Where a part was found, for messages. */
export interface Origin { readonly file: string; readonly line?: number }

/** Something told of the subject of an entry. */
export interface Told {
  readonly entry: number
  readonly iri: string
  /**
   * `copy`: it stands inside a record; `late`: a record or triples of a subject of which something was written before;
   * `silent`: the record that was written tells nothing but its type.
   */
  readonly how: 'copy' | 'late' | 'silent'
  readonly part?: Part
  /** The triples as N-Quads, where they were there already. */
  readonly quads?: string
  readonly origin?: Origin
}

export interface Telling {
  toLine(told: Told): string
  fromLine(line: string): Told
}

const TYPED = { kind: 'typed' } as const

/** Writes and reads such lines for a model, whose subjects have names there. */
export function createTelling(model: Model): Telling {
  const concepts = model.types.flatMap((type) => [...walkFields(type.fields)].flatMap(({ field }) => (field.kind === 'concept' ? [field] : [])))
  const named = new Map<string, Subject>([
    ...model.types.map((type) => [type.name, type] as const),
    ...concepts.map((field, i) => [`(concept ${i})`, field] as const),
    ['(typed)', TYPED],
  ])
  const names = new Map([...named].map(([name, subject]) => [subject, name] as const))
  const nameOf = (subject: Subject): string => names.get(isEntity(subject) || subject.kind === 'concept' ? subject as ConceptField : TYPED) as string

  return {
    toLine: ({ entry, iri, how, part, quads, origin }) =>
      JSON.stringify([entry, iri, how, part && nameOf(part.of), part?.fields, part?.tentative, quads, origin?.file, origin?.line]),
    fromLine(line) {
      const [entry, iri, how, of, fields, tentative, quads, file, at] = JSON.parse(line) as
        [number, string, Told['how'], string | null, StoredObject, true | null, string | null, string | null, number | null]
      return {
        entry, iri, how,
        ...(of !== null && { part: { iri, of: named.get(of) as Subject, fields, ...(tentative && { tentative }) } }),
        ...(quads !== null && { quads }),
        ...(file !== null && { origin: { file, ...(at !== null && { line: at }) } }),
      }
    },
  }
}
