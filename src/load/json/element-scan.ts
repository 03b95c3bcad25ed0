/** The elements of a list in a JSON document, as its bytes stream by, never held as a whole. */

interface Element {
  readonly bytes: Uint8Array
  /** Line on which it starts, from 1. */
  readonly line: number
}

export interface ElementScan {
  /** Reads on. @returns the elements that end in these bytes */
  read(bytes: Uint8Array): Element[]
  /** Line that has been reached, from 1. */
  readonly line: number
  /** Whether the document is whole: every list and object that was opened is closed. */
  readonly isWhole: boolean
}

/** A list or an object around the elements. */
interface Container {
  readonly isList: boolean
  /** Keys that lead to it, with dots between. */
  readonly path: string
  /** Its members are elements. */
  readonly holdsElements: boolean
  key: string
}

const [QUOTE, BACKSLASH, COLON, COMMA, NEWLINE] = [0x22, 0x5c, 0x3a, 0x2c, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** @param lists keys with dots between that lead to lists of elements; a list around all always is one */
export function createElementScan(lists: readonly string[]): ElementScan {
  const around: Container[] = []
  let [inText, isEscaped] = [false, false]
  let line = 1
  let hasBegun = false
  /** Containers that are open inside the element. */
  let depth = 0
  /** What the element has so far, and where it starts; undefined outside of elements. */
  let element: { readonly pieces: Uint8Array[]; readonly line: number } | undefined
  let keyBytes: number[] = []

  const inner = (): Container | undefined => around.at(-1)

  function open(isList: boolean): void {
    const above = inner()
    const path = above === undefined || above.isList ? (above?.path ?? '') : joined(above.path, above.key)
    const holdsElements = isList && (above === undefined || (!above.isList && lists.includes(path)))
    around.push({ isList, path, holdsElements, key: '' })
    hasBegun = true
  }

  /** Reads a byte outside of elements. @returns whether an element starts here */
  function readAround(byte: number): boolean {
    const place = inner()
    const isBlank = byte <= 0x20
    if (place?.holdsElements && !isBlank && byte !== COMMA && byte !== CLOSE_LIST) return true
    if (byte === QUOTE) {
      inText = true
      keyBytes = []
    } else if (byte === COLON && place) {
      place.key = Buffer.from(keyBytes).toString('utf8')
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(byte === OPEN_LIST)
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) around.pop()
    return false
  }

  function read(bytes: Uint8Array): Element[] {
    const elements: Element[] = []
    let start = 0
    const end = (at: number): void => {
      if (!element) return
      elements.push({
        bytes: Buffer.concat([...element.pieces, bytes.subarray(start, at)]),
        line: element.line,
      })
      element = undefined
    }
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === NEWLINE) line++
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inText = false
        else if (!element) keyBytes.push(byte)
        continue
      }
      if (!element) {
        if (!readAround(byte)) continue
        element = { pieces: [], line }
        start = i
        depth = 0
      }
      if (byte === QUOTE) inText = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
      else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && depth > 0) depth--
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
        end(i)
        if (byte === CLOSE_LIST) around.pop()
      }
    }
    if (element) element.pieces.push(Uint8Array.from(bytes.subarray(start)))
    return elements
  }
  return {
    read,
    get line() {
      return line
    },
    get isWhole() {
      return hasBegun && around.length === 0 && !inText && !element
    },
  }
}
