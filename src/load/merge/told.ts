/**
 * What is told of a subject beside what is written of it already: kept as lines of JSON until the end of a
 * load.
 */

import { walkFields, type Model } from '../../model/model.ts'
import { isEntity, type SubjectFragment, type StoredObject, type Subject } from '../../record/stored.ts'

/** Where a part was found, for messages. */
export interface Origin {
  readonly file: string
  readonly line?: number
  /** What stands there is said of the entity by another one, so that it is no second record of it. */
  readonly isAddition?: true
}

/** Something told of the subject of an entry. */
export interface Told {
  readonly entry: number
  readonly iri: string
  /**
   * `copy`: it stands inside a record; `late`: a record or triples of a subject of which something was
   * written before;
   * `silent`: the record that was written tells nothing but its type.
   */
  readonly how: 'copy' | 'late' | 'silent'
  readonly part?: SubjectFragment
  /** The triples as N-Quads, where they were there already; empty where the one told before has them too. */
  readonly quads?: string
  readonly origin?: Origin
}

export interface Telling {
  /** @param fields the fields of the part as JSON, where they are there already */
  toLine(told: Told, fields?: string): string
  fromLine(line: string): Told
}

const TYPED = { kind: 'typedIri' } as const

/** Writes and reads such lines for a model, whose subjects have names there. */
export function createTelling(model: Model): Telling {
  const concepts = model.types.flatMap((type) =>
    [...walkFields(type.fields)].flatMap(({ field }) => (field.kind === 'labelledClass' ? [field] : [])),
  )
  const named = new Map<string, Subject>([
    ...model.types.map((type) => [type.name, type] as const),
    ...concepts.map((field, i) => [`(concept ${i})`, field] as const),
    ['(typed)', TYPED],
  ])
  const names = new Map([...named].map(([name, subject]) => [subject, name] as const))
  const nameOf = (subject: Subject): string =>
    names.get(isEntity(subject) || subject.kind === 'labelledClass' ? subject : TYPED) as string

  return {
    toLine: ({ entry, iri, how, part, quads, origin }, fields = JSON.stringify(part?.fields ?? null)) =>
      `${JSON.stringify([entry, iri, how, part && nameOf(part.subjectType), part?.typeIsGuessed, quads, origin?.file, origin?.line]).slice(0, -1)},${fields}]`,
    fromLine(line) {
      const [entry, iri, how, of, tentative, quads, file, at, fields] = JSON.parse(line) as [
        number,
        string,
        Told['how'],
        string | null,
        true | null,
        string | null,
        string | null,
        number | null,
        StoredObject,
      ]
      return {
        entry,
        iri,
        how,
        ...(of !== null && {
          part: {
            iri,
            subjectType: named.get(of) as Subject,
            fields,
            ...(tentative && { typeIsGuessed: tentative }),
          },
        }),
        ...(quads !== null && { quads }),
        ...(file !== null && { origin: { file, ...(at !== null && { line: at }) } }),
      }
    },
  }
}
