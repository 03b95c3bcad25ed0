/** The texts of subjects by predicate, and which subjects have one that contains a text. */

import { sortCodePoints } from '../model/order.ts'
import { createTexts, type Texts } from './text.ts'

export interface TextIndex {
  /** Adds texts, each with its subject; the same subject may come again. */
  add(predicate: string, subjects: readonly string[], texts: readonly string[]): void
  /** Indexes what was added. @returns the subjects in code point order, which gives them their numbers */
  finish(): readonly string[]
  /** Numbers of the subjects that have a text of one of the predicates that contains this one, ascending. */
  find(predicates: readonly string[], text: string): Uint32Array
}

interface Gathered { readonly subjects: string[]; readonly texts: string[] }
interface Indexed { readonly texts: Texts; /** Numbers of subjects by text. */ readonly owners: Uint32Array }

export function createTextIndex(): TextIndex {
  const gathered = new Map<string, Gathered>()
  const indexed = new Map<string, Indexed>()
  let count = 0

  return {
    add(predicate, subjects, texts) {
      let known = gathered.get(predicate)
      if (!known) gathered.set(predicate, known = { subjects: [], texts: [] })
      for (const subject of subjects) known.subjects.push(subject)
      for (const text of texts) known.texts.push(text)
    },
    finish() {
      const all = sortCodePoints([...new Set([...gathered.values()].flatMap(({ subjects }) => subjects))])
      const numbers = new Map(all.map((subject, i) => [subject, i] as const))
      for (const [predicate, { subjects, texts }] of gathered) {
        indexed.set(predicate, { texts: createTexts(texts), owners: Uint32Array.from(subjects, (subject) => numbers.get(subject) as number) })
      }
      gathered.clear()
      count = all.length
      return all
    },
    find(predicates, text) {
      const marks = new Uint8Array(count)
      const needle = Buffer.from(text)
      for (const predicate of predicates) {
        const known = indexed.get(predicate)
        known?.texts.find(needle, (one) => { marks[known.owners[one] as number] = 1 })
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
