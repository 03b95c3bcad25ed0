/** Tar archives as they stream by: ustar with the long names of GNU tar and pax. */

import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ignoreRejection } from '../../admission/background.ts'
import { inputsIn, isHidden, type Input } from './recognise-files.ts'
import { InputError } from '../text/input-error.ts'
import { createAllowance } from './bounded-unpacking.ts'

const BLOCK_BYTES = 512

/** Bytes that a long name, or the pax header of a file, may have. */
const MAX_NAME_BYTES = 1 << 20

interface Header {
  readonly name: string
  readonly size: number
  readonly type: string
  /** Of a sparse file of GNU tar: blocks with more of its map follow. */
  readonly isExtended: boolean
}

const headerText = (bytes: Buffer): string => {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** A number in octal digits, or, of GNU tar for large files, in binary behind a first byte of 0x80. */
function numberOf(bytes: Buffer): number {
  if ((bytes[0] as number) & 0x80) return bytes.subarray(-6).readUIntBE(0, 6)
  return Number.parseInt(headerText(bytes).trim() || '0', 8)
}

/** @throws InputError if the block is no header */
function readHeader(block: Buffer): Header {
  const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0)
  const size = numberOf(block.subarray(124, 136))
  if (sum !== numberOf(block.subarray(148, 156)) || !Number.isSafeInteger(size))
    throw new InputError('is no tar archive, or damaged: the checksum of a header is another')
  const isUstar = block.toString('latin1', 257, 262) === 'ustar'
  const prefix = isUstar ? headerText(block.subarray(345, 500)) : ''
  const name = headerText(block.subarray(0, 100))
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    type: String.fromCharCode(block[156] ?? 0),
    isExtended: block[482] === 1,
  }
}

/** A pax header, whose records are `length key=value` and a line end; a value may hold line ends itself. */
function readPax(bytes: Buffer): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (let start = 0; start < bytes.length;) {
    const blank = bytes.indexOf(0x20, start)
    const length = Number(bytes.toString('latin1', start, blank))
    const equals = bytes.indexOf(0x3d, blank)
    const end = start + length
    if (blank === -1 || !(length > blank - start) || end > bytes.length || equals === -1 || equals >= end)
      throw new InputError('is a damaged tar archive: a pax header is not as its lengths say')
    values.set(bytes.toString('utf8', blank + 1, equals), bytes.toString('utf8', equals + 1, end - 1))
    start = end
  }
  return values
}

/** What pax headers of GNU tar say of sparse files begins so; their bytes follow a map, or lack the gaps. */
const SPARSE_PREFIX = 'GNU.sparse.'

/** Reads pieces of given lengths from a stream. */
function createTaker(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]()
  let remainder: Buffer = Buffer.alloc(0)
  /** At most so many bytes; undefined at the end of the stream. */
  async function takeSome(most: number): Promise<Buffer | undefined> {
    while (remainder.length === 0) {
      const next = await source.next()
      if (next.done) return undefined
      remainder = next.value
    }
    const head = remainder.subarray(0, most)
    remainder = remainder.subarray(head.length)
    return head
  }
  /** @throws InputError if the stream ends before */
  async function* take(length: number): AsyncGenerator<Buffer> {
    for (let remaining = length; remaining > 0;) {
      const piece = await takeSome(remaining)
      if (!piece) throw new InputError('is a tar archive that is cut off; what stands before is read')
      remaining -= piece.length
      yield piece
    }
  }
  const takeAll = async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for await (const piece of take(length)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  /** Reads to the end, where a damaged compression shows. */
  async function takeRest(): Promise<void> {
    while (await takeSome(Infinity)) continue
  }
  return { take, takeAll, takeRest }
}

const isFile = (type: string): boolean => type === '0' || type === '\0' || type === '7'

/** The type by which GNU tar marks sparse files. */
const SPARSE = 'S'

/** Skips the blocks with the map of a sparse file that GNU tar puts before its bytes. */
async function skipSparseMaps({ type, isExtended }: Header, takeAll: (length: number) => Promise<Buffer>) {
  for (let hasMore = type === SPARSE && isExtended; hasMore;)
    hasMore = (await takeAll(BLOCK_BYTES))[504] === 1
}

const NO_HEADER: ReadonlyMap<string, string> = new Map()

/**
 * The files of an archive that can be read, one after the other; what the reader does not read is skipped.
 * @throws InputError if the archive is cut off or damaged
 */
export async function* entriesOf(archive: Input): AsyncGenerator<Input> {
  const { take, takeAll, takeRest } = createTaker(await archive.open())
  const allowance = createAllowance(archive.size)
  let longName: string | undefined
  let pax = NO_HEADER
  for (;;) {
    const block = await takeAll(BLOCK_BYTES)
    if (block.every((byte) => byte === 0)) break
    const header = readHeader(block)
    const size = pax.has('size') ? Number(pax.get('size')) : header.size
    if (!Number.isSafeInteger(size) || size < 0)
      throw new InputError('is a damaged tar archive: a size is no number')
    const padding = (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES
    if ('LxgK'.includes(header.type)) {
      if (size > MAX_NAME_BYTES) throw new InputError('is a damaged tar archive: a name has no end')
      const bytes = await takeAll(size)
      await takeAll(padding)
      if (header.type === 'L') longName = headerText(bytes)
      if (header.type === 'x') pax = readPax(bytes)
      continue
    }
    const name = pax.get(`${SPARSE_PREFIX}name`) ?? pax.get('path') ?? longName ?? header.name
    const isSparse = header.type === SPARSE || [...pax.keys()].some((key) => key.startsWith(SPARSE_PREFIX))
    longName = undefined
    pax = NO_HEADER
    if (isSparse) await skipSparseMaps(header, takeAll)
    const content = take(size)
    const bytes = new PassThrough()
    const open = (): Promise<Readable> =>
      isSparse
        ? Promise.reject(
            new InputError('is stored in its archive as a sparse file; pack it without --sparse'),
          )
        : Promise.resolve(bytes)
    const inputs =
      (isFile(header.type) || isSparse) && !isHidden(name)
        ? inputsIn(`${archive.name}/${name}`, size, open, allowance)
        : []
    if (inputs.length > 0) {
      const sent = send(content, bytes)
      ignoreRejection(sent, 'below, when the reader is done with the file')
      yield* inputs
      // The reader may have stopped before the end.
      bytes.resume()
      await sent
    }
    for await (const _ of content) continue
    await takeAll(padding)
  }
  await takeRest()
}

/** Writes pieces into a stream as fast as it is read. @throws what `pieces` throws, as does the stream */
async function send(pieces: AsyncIterable<Buffer>, stream: PassThrough): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (stream.destroyed) continue
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), once(stream, 'close')])
    }
    stream.end()
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
}
