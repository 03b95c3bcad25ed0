/**
 * The line of a finding in a JSON document: where things stand in its text, looked up only when there is something to
 * report of them.
 */

import { parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { endOfText } from './repeated-keys.ts'

/** Keys and positions that lead to a value of a document. */
export type JsonPath = readonly (string | number)[]

/** Line of the value at a path, from 1; undefined if there is none. */
export type LineOf = (path: JsonPath) => number | undefined

/** Containers around what is looked for: a document in an array, its graph, arrays in that. */
const DEPTH = 3

/** Strict JSON, although the parser knows more. */
const STRICT = { disallowComments: true, allowTrailingComma: false }

const pointer = (path: JsonPath): string => path.map((step) => `/${step}`).join('')

/** The lines of the values of a document; the text, which must be JSON, is read at the first question. */
export function createLines(text: string): LineOf {
  let source: string | undefined = text
  let lines: ReadonlyMap<string, number> | undefined
  return (path) => {
    if (source !== undefined) lines = linesOf(source)
    source = undefined
    return lines?.get(pointer(path))
  }
}

/** What is around the place that the scan has reached: where its next value stands in it. */
interface OpenContainer {
  readonly list: boolean
  at: number | string
}

/** Scans JSON for where values start; a parser that tells positions takes ten times as long. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  const around: OpenContainer[] = []
  let [line, depth] = [1, 0]
  /** A value may start here; a name may. */
  let [value, name] = [true, false]
  const note = (): void => {
    if (value && depth === around.length) lines.set(pointer(around.map(({ at }) => at)), line)
    value = false
  }
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (character === 10) line++
    else if (character === 34) {
      const end = endOfText(text, i)
      const inner = around.at(-1)
      if (name && inner && depth === around.length) inner.at = JSON.parse(text.slice(i, end + 1)) as string
      else note()
      name = false
      i = end
    } else if (character === 123 || character === 91) {
      note()
      if (depth === around.length && depth < DEPTH) around.push({ list: character === 91, at: 0 })
      depth++
      name = character === 123
      value = character === 91
    } else if (character === 125 || character === 93) {
      if (depth === around.length) around.pop()
      depth--
      value = name = false
    } else if (character === 44) {
      const inner = depth === around.length ? around.at(-1) : undefined
      if (inner?.list) inner.at = (inner.at as number) + 1
      name = inner !== undefined && !inner.list
      value = !name
    } else if (character === 58) value = true
    else if (character > 32) note()
  }
  return lines
}

/** What the beginning of a JSON document holds, read as far as it goes; undefined if it is no JSON. */
export function parseHead(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

export interface JsonFault {
  readonly line: number
  /** What is wrong, with the text around the place. */
  readonly message: string
}

/** Characters shown on each side of the place. */
const SHOWN = 30

/** Says where a text stops being JSON, and what stands there. @param error what JSON.parse has thrown */
export function describeJsonFault(text: string, error: Error): JsonFault {
  const { offset, reason } = findSyntaxError(text) ?? { offset: undefined, reason: error.message }
  if (offset === undefined) return { line: 1, message: `is not valid JSON: ${reason}` }
  const before = excerpt(text.slice(Math.max(offset - SHOWN, 0), offset))
  const after = excerpt(text.slice(offset, offset + SHOWN))
  const found = after === '' ? 'the text ends' : `there is «${after}»`
  return {
    line: lineAt(text, offset),
    message: `is not valid JSON: ${before === '' ? '' : `after «${before}» `}${found} (${reason})`,
  }
}

/** On one line. */
const excerpt = (text: string): string => text.toWellFormed().replace(/\s+/g, ' ').trim()

/** The first place where the text breaks the syntax; undefined if that is not known. */
function findSyntaxError(text: string): { readonly offset: number; readonly reason: string } | undefined {
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, STRICT)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const [first] = errors
  return (
    first && {
      offset: first.offset,
      reason: printParseErrorCode(first.error)
        .replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .toLowerCase(),
    }
  )
}

/** Line of a position in a text, from 1. */
export function lineAt(text: string | Uint8Array, offset: number): number {
  let line = 1
  for (let i = 0; i < Math.min(offset, text.length); i++)
    if ((typeof text === 'string' ? text.charCodeAt(i) : text[i]) === 10) line++
  return line
}
