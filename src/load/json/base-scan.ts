/** JSON as it streams by → the @base of each document in it: only contexts are parsed. */

import { baseOf } from './json-items.ts'

export interface BaseScan {
  /** Reads on. */
  read(bytes: Uint8Array): void
  /** The bases of the documents so far. */
  readonly bases: readonly string[]
  /** Whether a document stands by itself, in no list, and its context has been seen. */
  readonly isDecided: boolean
}

/** Bytes that a context may have, and the name of a key. */
const MAX_CONTEXT_BYTES = 10_000_000
const MAX_KEY_BYTES = 100

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** What is read in pieces until it is whole; what gets too long is given up. */
function createCapture(maxBytes: number) {
  let pieces: Uint8Array[] = []
  let length = 0
  return {
    add(bytes: Uint8Array): void {
      length += bytes.length
      if (length <= maxBytes) pieces.push(Uint8Array.from(bytes))
    },
    /** The value, if it is JSON. */
    take(): unknown {
      const text = length > maxBytes ? '' : Buffer.concat(pieces).toString('utf8')
      pieces = []
      length = 0
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
  }
}

export function createBaseScan(): BaseScan {
  const bases: string[] = []
  const key = createCapture(MAX_KEY_BYTES)
  const context = createCapture(MAX_CONTEXT_BYTES)
  /** Lists around the document, and containers inside it; -1 outside of any document. */
  let [lists, depth] = [0, -1]
  let [inText, isEscaped, isKey, isContext, isDecided] = [false, false, false, false, false]
  let lastKey: unknown

  /** Ends the context, whose last byte stands before `end`. */
  function endContext(bytes: Uint8Array, start: number, end: number): void {
    context.add(bytes.subarray(start, end))
    isContext = false
    const base = baseOf({ '@context': context.take() })
    if (base !== undefined) bases.push(base)
    isDecided ||= lists === 0
  }

  function readText(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      if (isEscaped) isEscaped = false
      else if (bytes[i] === BACKSLASH) isEscaped = true
      else if (bytes[i] === QUOTE) {
        inText = false
        return i
      }
    }
    return bytes.length
  }

  function read(bytes: Uint8Array): void {
    /** Where the key, or the context, goes on in this piece. */
    let [keyStart, contextStart] = [0, 0]
    for (let i = 0; i < bytes.length; i++) {
      if (inText) {
        i = readText(bytes, i)
        if (isKey) key.add(bytes.subarray(keyStart, i + 1))
        if (inText) break
        if (isKey) lastKey = key.take()
        isKey = false
        continue
      }
      const byte = bytes[i]
      if (byte === QUOTE) {
        inText = true
        isKey = depth === 0 && !isContext && lastKey === undefined
        keyStart = i
      } else if (byte === COLON && depth === 0 && !isContext) {
        isContext = lastKey === '@context'
        lastKey = isContext ? undefined : (lastKey ?? '')
        contextStart = i + 1
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (depth >= 0) depth++
        else if (byte === OPEN_LIST) lists++
        else {
          depth = 0
          lastKey = undefined
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === 0 && isContext) endContext(bytes, contextStart, i)
        if (depth >= 0) depth--
        else lists = Math.max(0, lists - 1)
      } else if (byte === COMMA && depth === 0) {
        if (isContext) endContext(bytes, contextStart, i)
        lastKey = undefined
      }
    }
    if (isContext) context.add(bytes.subarray(contextStart))
  }
  return {
    read,
    bases,
    get isDecided() {
      return isDecided
    },
  }
}
