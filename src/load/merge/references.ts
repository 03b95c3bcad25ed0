/** References to ids that have no record: what is told of them waits on disk until all records are known. */

import type { Finding } from '../../findings.ts'
import { pathOf } from '../../record/json/read-context.ts'
import type { From } from '../read.ts'
import { createSpill } from './spill.ts'

/** A reference as it waits for the record that it names. */
interface Waiting {
  readonly iri: string
  readonly of: readonly string[]
  readonly file: string
  readonly line?: number
  readonly id: string
  readonly path: string
}

export interface References {
  /** The first reference to an IRI. */
  add(iri: string, of: readonly string[], from: From): void
  /** Each id that has no record, with the types that were expected. */
  missing(
    isRecord: (iri: string) => boolean,
  ): Generator<{ readonly finding: Finding; readonly of: readonly string[] }>
}

/** @param folder for what waits */
export function createReferences(folder: string): References {
  const waiting = createSpill(folder, 'references', 1)
  return {
    add(iri, of, { origin: { file, line }, id, place }) {
      waiting.add(
        0,
        JSON.stringify({ iri, of, file, line, id, path: pathOf(place).join('.') } satisfies Waiting),
      )
    },
    *missing(isRecord) {
      for (const text of waiting.lines(0)) {
        const { iri, of, ...place } = JSON.parse(text) as Waiting
        if (!isRecord(iri))
          yield {
            finding: {
              kind: 'dangling-reference',
              ...place,
              message: `names ${iri}, of which there is no record (${of.join(' or ')})`,
            },
            of,
          }
      }
    },
  }
}
