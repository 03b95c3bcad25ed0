/** A file of texts, each of which is read by its name. The first line of a text is its name. */

import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { gatherPlaces, placesOf, type Place, type Places } from './places.ts'

/** Bytes of most texts, by which the buffer for them grows. */
const USUAL = 1 << 16

/** Bytes that are written at once. */
const TOGETHER = 1 << 22

/** The file cannot be read any more. */
export class TextFileLost extends Error {}

export interface TextFile {
  /** The text of a name, without the line of its name; undefined if there is none. @throws TextFileLost */
  text(name: string): string | undefined
  close(): void
}

/** @param lost called when nothing can be read any more; it is closed then */
export function openTextFile(path: string, places: Places, lost: (error: unknown) => void): TextFile {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafeSlow(USUAL)
  let open = true

  function close(): void {
    if (open) closeSync(file)
    open = false
  }
  function bytesAt({ start, length, sum }: Place): Buffer {
    if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length + USUAL)
    // Some microseconds while the system has the file in memory, which is less than it takes to let a thread
    // do it.
    for (let at = 0; at < length;) {
      const more = open ? readSync(file, buffer, at, length - at, start + at) : 0
      if (more === 0) throw new Error('it is shorter than it was, or closed')
      at += more
    }
    const bytes = buffer.subarray(0, length)
    if (crc32(bytes) !== sum) throw new Error('it is not as it was written')
    return bytes
  }
  function read(place: Place): string {
    try {
      return bytesAt(place).toString()
    } catch (error) {
      close()
      lost(error)
      throw new TextFileLost(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
    }
  }
  function text(name: string): string | undefined {
    for (const place of placesOf(name, places)) {
      const found = read(place)
      if (found.startsWith(name) && found.charCodeAt(name.length) === NEWLINE)
        return found.slice(name.length + 1)
    }
    return undefined
  }
  return { text, close }
}

const NEWLINE = 10

/**
 * Takes away a file that is of no use, and takes room. Where that cannot be, nothing fails for it: it goes
 * with its folder.
 */
export function removeTextFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    /* as said */
  }
}

/** Writes such a file, which must not be there. */
export function createTextFile(path: string): { add(name: string, text: string): void; finish(): Places } {
  const file = openSync(path, 'wx')
  const places = gatherPlaces()
  let waiting: Buffer[] = []
  let length = 0
  function flush(): void {
    writeFileSync(file, Buffer.concat(waiting))
    waiting = []
    length = 0
  }
  return {
    add(name, text) {
      const bytes = Buffer.from(`${name}\n${text}`)
      places.add(name, bytes)
      waiting.push(bytes)
      length += bytes.length
      if (length >= TOGETHER) flush()
    },
    finish() {
      flush()
      closeSync(file)
      return places.finish()
    },
  }
}
