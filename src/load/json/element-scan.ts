/** The elements of a list in a JSON document, as its bytes stream by, never held as a whole. */

interface Element {
  readonly bytes: Uint8Array
  /** Line on which it starts, from 1. */
  readonly line: number
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
export class ElementScan {
  private readonly lists: readonly string[]
  private readonly around: Container[] = []
  private hasBegun = false
  private inText = false
  private isEscaped = false
  private keyBytes: number[] = []
  /** What the element has so far, and where it starts; undefined outside of elements. */
  private element: { readonly pieces: Uint8Array[]; readonly line: number } | undefined
  /** Containers that are open inside the element. */
  private depth = 0
  private reached = 1

  constructor(lists: readonly string[]) {
    this.lists = lists
  }

  /** Line that has been reached, from 1. */
  get line(): number {
    return this.reached
  }

  /** Whether the document is whole: every list and object that was opened is closed. */
  get isComplete(): boolean {
    return this.hasBegun && this.around.length === 0 && !this.inText && !this.element
  }

  /** Reads on. @returns the elements that end in these bytes */
  read(bytes: Uint8Array): Element[] {
    const elements: Element[] = []
    let start = 0
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === NEWLINE) this.reached++
      if (this.inText) {
        this.readText(byte)
        continue
      }
      if (!this.element) {
        if (!this.readAround(byte)) continue
        this.element = { pieces: [], line: this.reached }
        start = i
      }
      if (!this.readInside(byte)) continue
      const { pieces, line } = this.element
      elements.push({ bytes: Buffer.concat([...pieces, bytes.subarray(start, i)]), line })
      this.element = undefined
      if (byte === CLOSE_LIST) this.around.pop()
    }
    this.element?.pieces.push(Uint8Array.from(bytes.subarray(start)))
    return elements
  }

  private readText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (byte === BACKSLASH) this.isEscaped = true
    else if (byte === QUOTE) this.inText = false
    else if (!this.element) this.keyBytes.push(byte)
  }

  /** Reads a byte outside of elements. @returns whether an element starts here */
  private readAround(byte: number): boolean {
    const place = this.around.at(-1)
    const isBlank = byte <= 0x20
    if (place?.holdsElements && !isBlank && byte !== COMMA && byte !== CLOSE_LIST) return true
    if (byte === QUOTE) {
      this.inText = true
      this.keyBytes = []
    } else if (byte === COLON && place) place.key = Buffer.from(this.keyBytes).toString('utf8')
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open(byte === OPEN_LIST)
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.around.pop()
    return false
  }

  private open(isList: boolean): void {
    const above = this.around.at(-1)
    const path = above === undefined || above.isList ? (above?.path ?? '') : joined(above.path, above.key)
    const holdsElements = isList && (above === undefined || (!above.isList && this.lists.includes(path)))
    this.around.push({ isList, path, holdsElements, key: '' })
    this.hasBegun = true
  }

  /** Reads a byte of an element. @returns whether the element ends before it */
  private readInside(byte: number): boolean {
    const isEnd = this.depth === 0 && (byte === COMMA || byte === CLOSE_LIST)
    if (byte === QUOTE) this.inText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.depth++
    else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && this.depth > 0) this.depth--
    return isEnd
  }
}
