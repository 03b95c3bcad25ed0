/**
 * HTTP/1.1 as the server and its engines speak it: on one socket, a request and then its answer, each with the
 * length of its body. Reading and writing nothing else costs half of what a whole HTTP client and server do.
 */

import type { Socket } from 'node:net'

type HeaderValues = Readonly<Record<string, string | number>>

/** The first line of a message, and its headers by lower-case name. */
export interface MessageHead {
  readonly startLine: string
  readonly headers: Readonly<Record<string, string>>
}

export interface MessageListener {
  onHead(head: MessageHead): void
  /** A piece of the body. */
  onData(piece: Buffer): void
  onEnd(): void
}

const LINE_END = '\r\n'
const HEAD_END = '\r\n\r\n'
const LENGTH = 'content-length'

/** @param headers by lower-case name */
export function writeMessage(socket: Socket, startLine: string, headers: HeaderValues, body: string): void {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, [LENGTH]: bytes.length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.cork()
  socket.write([startLine, ...lines].join(LINE_END) + HEAD_END)
  socket.write(bytes)
  socket.uncork()
}

function readHead(text: string): MessageHead {
  const [startLine = '', ...lines] = text.split(LINE_END)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(': ')
    headers[line.slice(0, colon)] = line.slice(colon + 2)
  }
  return { startLine, headers }
}

/** Reads one message after another. */
export function readMessages(socket: Socket, { onHead, onData, onEnd }: MessageListener): void {
  /** What has come of a head; undefined within a body. */
  let partialHead: Buffer | undefined = Buffer.alloc(0)
  /** Bytes of the body that have not come. */
  let missing = 0

  /** @returns what is no part of the head; undefined where it has not come to its end */
  function takeHead(chunk: Buffer): Buffer | undefined {
    const bytes = partialHead?.length ? Buffer.concat([partialHead, chunk]) : chunk
    const end = bytes.indexOf(HEAD_END)
    partialHead = end === -1 ? bytes : undefined
    if (end === -1) return undefined
    const head = readHead(bytes.toString('latin1', 0, end))
    missing = Number(head.headers[LENGTH])
    onHead(head)
    return bytes.subarray(end + HEAD_END.length)
  }

  socket.on('data', (chunk: Buffer) => {
    const piece = partialHead ? takeHead(chunk) : chunk
    if (!piece) return
    missing -= piece.length
    if (piece.length > 0) onData(piece)
    if (missing > 0) return
    partialHead = Buffer.alloc(0)
    onEnd()
  })
}

/** Reads one message after another, each with its whole body. */
export function readWholeMessages(
  socket: Socket,
  onMessage: (head: MessageHead, body: string) => void,
): void {
  let head: MessageHead
  let pieces: Buffer[] = []
  readMessages(socket, {
    onHead: (next) => {
      head = next
      pieces = []
    },
    onData: (piece) => void pieces.push(piece),
    onEnd: () => onMessage(head, Buffer.concat(pieces).toString()),
  })
}
