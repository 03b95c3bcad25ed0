/** Where things stand in the text of a JSON document: looked up only when there is something to report of them. */

import { parseTree, printParseErrorCode, visit, type ParseError } from 'jsonc-parser'

/** Keys and positions that lead to a value of a document. */
export type JsonPath = readonly (string | number)[]

/** Line of the value at a path, from 1; undefined if there is none. */
export type LineOf = (path: JsonPath) => number | undefined

/** Containers around what is looked for: a document in an array, its graph, arrays in that. */
const DEPTH = 5

/** Strict JSON, although the parser knows more. */
const STRICT = { disallowComments: true, allowTrailingComma: false }

/** The lines of the values of a document; the text is read at the first question. */
export function createLines(text: string): LineOf {
  let source: string | undefined = text
  let lines: ReadonlyMap<string, number> | undefined
  return (path) => {
    if (!lines && source !== undefined) lines = linesOf(source)
    source = undefined
    return lines?.get(path.join('/'))
  }
}

function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  let depth = 0
  const note = (line: number, path: () => JsonPath): void => { if (depth <= DEPTH) lines.set(path().join('/'), line + 1) }
  try {
    visit(text, {
      onObjectBegin(_offset, _length, line, _character, path) { note(line, path); depth++ },
      onObjectEnd() { depth-- },
      onArrayBegin(_offset, _length, line, _character, path) { note(line, path); depth++ },
      onArrayEnd() { depth-- },
      onLiteralValue(_value, _offset, _length, line, _character, path) { if (depth <= 3) note(line, path) },
    }, STRICT)
  } catch (error) {
    // Nested deeper than the stack: what was found so far is right.
    if (!(error instanceof RangeError)) throw error
  }
  return lines
}

export interface JsonFault { readonly line: number; readonly what: string }

/** Where text is no JSON, and what is wrong there; undefined if that cannot be told. */
export function findJsonFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, STRICT)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const [first] = errors
  if (!first) return undefined
  return { line: lineAt(text, first.offset), what: printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) }
}

/** Line of a position in a text, from 1. */
export function lineAt(text: string | Uint8Array, offset: number): number {
  let line = 1
  for (let i = 0; i < Math.min(offset, text.length); i++) if ((typeof text === 'string' ? text.charCodeAt(i) : text[i]) === 10) line++
  return line
}
