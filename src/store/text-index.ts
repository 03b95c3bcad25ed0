/** The texts of subjects by predicate, and which subjects have one that contains a text. */

import { createTexts, type TextArrays } from './text.ts'

/** The texts of one predicate. */
export interface OwnedTexts extends TextArrays {
  /** Numbers of the subjects by text. */
  readonly owners: Uint32Array
}

/** An index as arrays, which can be kept and passed on. */
export interface TextIndexArrays {
  /** How many subjects have a text; they have numbers in code point order. */
  readonly subjects: number
  readonly predicates: ReadonlyMap<string, OwnedTexts>
}

export interface TextIndex {
  /** Numbers of the subjects that have a text of one of the predicates that contains this one, ascending. */
  find(predicates: readonly string[], text: string): Uint32Array
}

export function createTextIndex({ subjects, predicates: arrays }: TextIndexArrays): TextIndex {
  const indexed = new Map(
    [...arrays].map(
      ([predicate, one]) => [predicate, { texts: createTexts(one), owners: one.owners }] as const,
    ),
  )
  return {
    find(predicates, text) {
      const marks = new Uint8Array(subjects)
      const needle = Buffer.from(text)
      for (const predicate of predicates) {
        const known = indexed.get(predicate)
        known?.texts.find(needle, (one) => {
          marks[known.owners[one] as number] = 1
        })
      }
      return numbersOf(marks)
    },
  }
}

function numbersOf(marks: Uint8Array): Uint32Array {
  let length = 0
  for (const mark of marks) length += mark
  const numbers = new Uint32Array(length)
  for (let number = 0, i = 0; i < length; number++) if (marks[number] === 1) numbers[i++] = number
  return numbers
}
