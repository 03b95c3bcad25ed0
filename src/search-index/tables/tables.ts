/**
 * Tables of keys and values in one file that many processes may read at once: the only import of LMDB. A value
 * stands behind a checksum of its key and itself. The entries of some tables stand in compressed blocks.
 */

import { open, type Database, type RangeOptions, type RootDatabase } from 'lmdb'
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { Block, createBlockWriter, joinBlock, ownBlockKey, type BlockWriter } from './blocks.ts'

/** The index does not hold what was written. */
export class IndexDamaged extends Error {}

/** The disk on which the lock of an index is to stand is full. */
export class NoRoomForLock extends Error {}

export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

export interface Table {
  /** @throws IndexDamaged if the value is not as it was written */
  get(key: Buffer): Buffer | undefined
  /** The same without a copy: the next read of any table may overwrite it. @throws IndexDamaged */
  peek(key: Buffer): Buffer | undefined
  /** The value of the first key from one on, of a table that is not in blocks. @throws IndexDamaged */
  peekFrom(key: Buffer): Buffer | undefined
  /**
   * A value that has to be there.
   * @param what for the message: `a part of a list`
   * @throws IndexDamaged if it is missing
   */
  require(key: Buffer, what: string): Buffer
  /** The same without a copy, as `peek`. @throws IndexDamaged */
  peekRequired(key: Buffer, what: string): Buffer
  /**
   * The entries from a key on, up to another one, in the order of the keys; of a table in blocks its blocks.
   * @param isSealed as they stand in the file
   * @throws IndexDamaged
   */
  range(start?: Buffer, end?: Buffer, isSealed?: boolean): Generator<Entry>
}

export interface Tables {
  table(name: TableName): Table
  close(): Promise<void>
}

/** What takes the entries of tables. */
export interface TablesSink {
  /** @param part entries of a part come in ascending order, and behind those of the part before; absent: 0 */
  table(name: TableName, part?: number): TableSink
}

export interface TableSink {
  /**
   * Puts a value; fastest where keys come in ascending order, in which those of a table in blocks have to come.
   * It can be read after `commit`.
   */
  put(key: Buffer, value: Buffer): void
  /** The same of a value, or a block of them, that has been through `seal`. */
  putSealed(key: Buffer, value: Buffer): void
}

interface TableWriter extends Table, TableSink {
  /** How many entries, or blocks of them, were put. */
  readonly size: number
}

export interface TablesWriter extends Tables {
  table(name: TableName): TableWriter
  commit(): void
  /** Opens the file anew, so that what was read of it no longer counts as memory of the process. */
  reopen(): Promise<void>
}

/** What each table holds: by which key what. */
export const tableNames = {
  /** What an index is made of. @see Meta */
  meta: 'name → JSON',
  entities: 'IRI → types, whether it is a record, positions in the lists of its types',
  parts: 'IRI → what others say of it, for the next load',
  lists: 'type and number of a block → IRIs in code point order',
  records: 'type and IRI → JSON of the record',
  graphs: 'last IRI of a member of the file of quads → where it stands there',
  owners: 'value of an external identifier → who has it, by which predicates',
  references: 'IRI and number of a block → who names it, by which predicate',
  addresses: 'resolver address of an identifier → IRIs that are other spellings of it',
  texts: 'type, predicate and number of a block → folded texts by position',
  words: 'type, predicate and number of a block → words of the texts',
  postings: 'type, predicate and word → positions',
  names: 'type and number of a block → folded names by position',
  wholeNames: 'type and folded name → positions',
  nameWords: 'type and number of a block → words of the names',
  namePostings: 'type and word of names → positions',
  orders: 'type, order and number of a block → positions of the records in it',
  orderKeys: 'order and number of a block → JSON of what its records are sorted by',
  columns: 'type, facet and number of a block → values by position, and the values',
  stamps: 'IRI → when the record last changed, and a hash of it',
  tombstones: 'IRI → JSON of what is kept of a record that is gone',
  gone: 'number of a block → IRIs of what is gone, by time',
} as const
/** What is there at load alone. */
const temporaryNames = {
  namedGraphs: 'IRI → N-Quads of a named graph of which others may show something',
} as const
export type TableName = keyof typeof tableNames | keyof typeof temporaryNames

/**
 * The tables in blocks, and the bytes in each: their values are read one by one.
 */
const blockBytes: Readonly<Partial<Record<TableName, number>>> = {
  records: 1 << 13,
  parts: 1 << 13,
  references: 1 << 13,
  orderKeys: 1 << 13,
  stamps: 1 << 12,
}

/** Gathers the entries of a table in blocks, if it is one. @param put takes the sealed blocks */
export function blocksOf(
  name: TableName,
  put: (key: Buffer, sealed: Buffer) => void,
): BlockWriter | undefined {
  const bytes = blockBytes[name]
  return bytes === undefined
    ? undefined
    : createBlockWriter(bytes, (key, keys, values) => put(key, seal(name, key, joinBlock(keys, values))))
}

/** Blocks that are shorter would hardly become smaller. */
const MIN_COMPRESSED_BYTES = 256

/** Little memory: most blocks are a few kilobytes long. Level 6 makes them 4 % smaller, for 40 % more time. */
const DEFLATE = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 1 << 12 } as const
/** Room for one byte more: that nothing follows is known at once. */
const MORE_THAN_CONTENT = 1

/** A value: the checksum of all that follows and of the key, how it is encoded, and the content. */
const SUM_BYTES = 4
const HEADER_BYTES = SUM_BYTES + 1
const [PLAIN, DEFLATED] = [0, 1]
/** Before what is deflated: the length of the content. */
const LENGTH_BYTES = 4

const sumOf = (key: Buffer, payload: Uint8Array): number => crc32(payload, crc32(key))

/** The bytes of a value, or of a block, in the file. */
export function seal(name: TableName, key: Buffer, content: Buffer): Buffer {
  const isCompressed = blockBytes[name] !== undefined && content.length >= MIN_COMPRESSED_BYTES
  const payload = isCompressed ? deflateRawSync(content, DEFLATE) : content
  const start = isCompressed ? HEADER_BYTES + LENGTH_BYTES : HEADER_BYTES
  const value = Buffer.allocUnsafe(start + payload.length)
  value[SUM_BYTES] = isCompressed ? DEFLATED : PLAIN
  if (isCompressed) value.writeUInt32LE(content.length, HEADER_BYTES)
  value.set(payload, start)
  value.writeUInt32LE(sumOf(key, value.subarray(SUM_BYTES)))
  return value
}

/** A value, or a block, in the file. @throws IndexDamaged if it is not as it was written */
function requireWhole(name: TableName, key: Buffer, value: Buffer): Buffer {
  if (value.length < HEADER_BYTES || value.readUInt32LE() !== sumOf(key, value.subarray(SUM_BYTES)))
    throw new IndexDamaged(`the index is damaged: an entry of its table ${name} is not as it was written`)
  return value
}

/** The content of a value, or of a block, in the file. @throws IndexDamaged */
export function unseal(name: TableName, key: Buffer, value: Buffer): Buffer {
  const payload = requireWhole(name, key, value).subarray(HEADER_BYTES)
  if (value[SUM_BYTES] !== DEFLATED) return payload
  const chunkSize = payload.readUInt32LE() + MORE_THAN_CONTENT
  return inflateRawSync(payload.subarray(LENGTH_BYTES), { chunkSize })
}

type Binary = Database<Buffer, Buffer>

const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const

/** What hears of each damage that is found. */
export type OnDamage = (damage: IndexDamaged) => void

/** Errors of LMDB that say that its pages are not as it wrote them: from MDB_PAGE_NOTFOUND to MDB_INVALID. */
const DAMAGE_CODES = [-30797, -30796, -30795, -30793]

/** An error of LMDB as what it means. */
function explain(name: TableName, error: unknown): unknown {
  const { code = 0, message } = error as { readonly code?: number; readonly message: string }
  return DAMAGE_CODES.includes(code)
    ? new IndexDamaged(`the index is damaged: its table ${name} cannot be read (${message})`, {
        cause: error,
      })
    : error
}

/** More bytes than any key in a table has, and fewer than LMDB takes: after a longer one it fails for good. */
const MAX_BOUND_BYTES = 1500

/** A key before and behind the same entries as a longer one, which no entry has. */
const boundOf = (key: Buffer): Buffer => key.subarray(0, MAX_BOUND_BYTES)

/**
 * Entries of a range that are read at once. No cursor of LMDB may stay open while the event loop goes on: its
 * read transaction ends there, which fails the next step or the whole process.
 */
const BATCH = 64

/** Blocks of a table that stay inflated, of a few kilobytes each: many records name the same entities. */
const MAX_RECENT_BLOCKS = 500
const MAX_RECENT_BYTES = 1 << 14

/** @param open gives the database */
function tableOf(name: TableName, open: () => Binary, onDamage: OnDamage = () => {}): Table {
  function reported(error: unknown): unknown {
    const explained = explain(name, error)
    if (explained instanceof IndexDamaged) onDamage(explained)
    return explained
  }
  function reporting<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw reported(error)
    }
  }
  /** LMDB reuses the buffer in which it gives a value, and of which `length` alone is that of the value. */
  function read(key: Buffer): Buffer | undefined {
    const bytes = key.length > MAX_BOUND_BYTES ? undefined : open().getBinaryFast(key)
    return bytes && unseal(name, key, bytes.subarray(0, bytes.length))
  }
  const recent = new LRUCache<string, Block>({ max: MAX_RECENT_BLOCKS })
  let lastBlock: Block | undefined
  /** The block in which a key is, if it is there. */
  function blockOf(key: Buffer): Block | undefined {
    const database = open()
    const own = ownBlockKey(key)
    if (!own && lastBlock?.covers(key)) return lastBlock
    const [blockKey] = own ? [own] : database.getKeys({ start: key, limit: 1 })
    if (!blockKey) return undefined
    const name = blockKey.toString('latin1')
    const block = recent.get(name) ?? readBlock(blockKey)
    if (block && block.length <= MAX_RECENT_BYTES) recent.set(name, block)
    if (!own) lastBlock = block
    return block
  }
  function readBlock(key: Buffer): Block | undefined {
    const content = read(key)
    // What was not compressed is in the memory of LMDB.
    const isOwn = (content?.length ?? 0) >= MIN_COMPRESSED_BYTES
    return content && new Block(isOwn ? content : Buffer.from(content))
  }
  const isInBlocks = blockBytes[name] !== undefined
  const peek = (key: Buffer): Buffer | undefined =>
    reporting(() => (isInBlocks ? blockOf(key)?.get(key) : read(key)))
  function get(key: Buffer): Buffer | undefined {
    const content = peek(key)
    return content && (isInBlocks ? content : Buffer.from(content))
  }
  function required(value: Buffer | undefined, what: string): Buffer {
    if (!value) throw reported(new IndexDamaged(`the index is damaged: ${what} is missing`))
    return value
  }
  const batch = (options: RangeOptions, isSealed = false): Entry[] =>
    reporting(() =>
      [...open().getRange({ limit: BATCH, ...options })].map(({ key, value }) => ({
        key,
        value: (isSealed ? requireWhole : unseal)(name, key, value),
      })),
    )
  return {
    get,
    peek,
    peekFrom: (start) => batch({ start, limit: 1 })[0]?.value,
    require: (key, what) => required(get(key), what),
    peekRequired: (key, what) => required(peek(key), what),
    *range(start, end, isSealed) {
      const last = end && { end: boundOf(end) }
      let entries = batch({ ...(start && { start: boundOf(start) }), ...last }, isSealed)
      while (entries.length > 0) {
        yield* entries
        entries = batch({ start: (entries.at(-1) as Entry).key, exclusiveStart: true, ...last }, isSealed)
      }
    },
  }
}

/** The entries of a table in blocks. @throws IndexDamaged */
export function* entriesInBlocks(table: Table): Generator<Entry> {
  for (const { value } of table.range()) yield* new Block(value).entries()
}

function openDatabase(environment: RootDatabase, name: TableName): Binary {
  const database = environment.openDB({ name, ...encoding }) as Binary | undefined
  if (!database) throw new IndexDamaged(`the index is damaged: it has no table ${name}`)
  return database
}

const common = {
  noSubdir: true,
  maxDbs: Object.keys({ ...tableNames, ...temporaryNames }).length,
  ...encoding,
}

/** Where the first page of LMDB says what it is; LMDB ends the process where a file has no such pages. */
const MAGIC = { at: 24, bytes: Buffer.from('dec0efbe', 'hex'), minFileBytes: 8192 } as const

function isLmdb(path: string): boolean {
  const start = Buffer.alloc(MAGIC.at + MAGIC.bytes.length)
  const file = openSync(path, 'r')
  try {
    return (
      fstatSync(file).size >= MAGIC.minFileBytes &&
      readSync(file, start) === start.length &&
      start.subarray(MAGIC.at).equals(MAGIC.bytes)
    )
  } finally {
    closeSync(file)
  }
}

/** Bytes that a new file and its lock take at once, and some more; those of a lock alone. */
const NEW_FILE_BYTES = 1 << 17
const LOCK_BYTES = 1 << 14

/**
 * LMDB ends the process where a disk is full when it creates a file: as much is written there before.
 * @returns why that cannot be
 */
function writeProbe(path: string, bytes: number): NodeJS.ErrnoException | undefined {
  const probe = `${path}-probe`
  try {
    writeFileSync(probe, Buffer.alloc(bytes))
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    rmSync(probe, { force: true })
  }
  return undefined
}

/** Bytes that LMDB writes at once. */
const WRITE_BYTES = 1 << 20

const writeError = (path: string, cause: unknown): Error =>
  new Error(`the index ${path} cannot be written: ${(cause as Error).message}`, { cause })

/** Where a lock may not be written, LMDB does without, or says so. @throws NoRoomForLock */
function requireRoomForLock(path: string): void {
  const cause = existsSync(`${path}-lock`) ? undefined : writeProbe(path, LOCK_BYTES)
  if (cause && ['ENOSPC', 'EDQUOT'].includes(cause.code ?? ''))
    throw new NoRoomForLock(`there is no room for ${path}-lock: ${cause.message}`, { cause })
}

/**
 * Opens a file of tables for reading; a file `PATH-lock` appears beside it.
 * @throws IndexDamaged; NoRoomForLock
 */
export function openTables(path: string, onDamage?: OnDamage): Tables {
  if (!isLmdb(path)) throw new IndexDamaged('the index cannot be opened: it does not begin as one does')
  requireRoomForLock(path)
  let environment: RootDatabase
  try {
    environment = open({ path, readOnly: true, ...common })
  } catch (error) {
    throw new IndexDamaged(`the index cannot be opened: ${(error as Error).message}`, { cause: error })
  }
  const tables = new Map<TableName, Table>()
  let isClosed = false
  return {
    table(name) {
      let table = tables.get(name)
      if (!table) {
        const database = openDatabase(environment, name)
        const open = (): Binary => {
          if (isClosed) throw new Error('the index is closed')
          return database
        }
        table = tableOf(name, open, onDamage)
        tables.set(name, table)
      }
      return table
    },
    close() {
      isClosed = true
      return environment.close()
    },
  }
}

/** Bytes of a page: values of a few kilobytes leave little of larger ones empty. */
const PAGE_BYTES = 1 << 14

/** Entries, and bytes of them, that are written in one transaction. */
const MAX_ENTRIES = 20_000
const MAX_BYTES = 4_000_000

/** Creates a file of tables. It is on the disk for sure when somebody has synchronised it after `close`. */
export function createTables(path: string): TablesWriter {
  const fault = writeProbe(path, NEW_FILE_BYTES)
  if (fault) throw writeError(path, fault)
  const openFile = (): RootDatabase =>
    open({ path, pageSize: PAGE_BYTES, noSync: true, overlappingSync: false, ...common })
  let environment = openFile()
  const databases = new Map<TableName, Binary>()
  const waiting: {
    readonly database: Binary
    readonly key: Buffer
    readonly value: Buffer
    readonly append: boolean
  }[] = []
  const tables = new Map<TableName, TableWriter>()
  let bytes = 0

  function write(): void {
    try {
      environment.transactionSync(() => {
        for (const { database, key, value, append } of waiting) database.putSync(key, value, { append })
      })
    } catch (error) {
      // Of a full disk, LMDB says that it is a fault of input or output.
      throw writeError(path, writeProbe(path, WRITE_BYTES) ?? error)
    } finally {
      waiting.length = 0
      bytes = 0
    }
  }

  function databaseOf(name: TableName): Binary {
    let database = databases.get(name)
    if (!database) databases.set(name, (database = openDatabase(environment, name)))
    return database
  }

  const blocks: BlockWriter[] = []
  function commit(): void {
    for (const block of blocks) block.flush()
    write()
  }

  function writerOf(name: TableName): TableWriter {
    // A table that stays empty is there too.
    databaseOf(name)
    let last: Buffer | undefined
    let size = 0
    function putSealed(key: Buffer, value: Buffer): void {
      const append = last === undefined || last.compare(key) < 0
      if (append) last = key
      waiting.push({ database: databaseOf(name), key, value, append })
      size++
      bytes += key.length + value.length
      if (waiting.length >= MAX_ENTRIES || bytes >= MAX_BYTES) write()
    }
    const own = blocksOf(name, putSealed)
    if (own) blocks.push(own)
    return {
      ...tableOf(name, () => databaseOf(name)),
      get size() {
        return size
      },
      put: own ? own.add : (key, content) => putSealed(key, seal(name, key, content)),
      putSealed(key, value) {
        own?.flush()
        putSealed(key, value)
      },
    }
  }

  return {
    commit,
    table(name) {
      let table = tables.get(name)
      if (!table) tables.set(name, (table = writerOf(name)))
      return table
    },
    async reopen() {
      commit()
      await environment.close()
      databases.clear()
      environment = openFile()
    },
    async close() {
      commit()
      await environment.close()
      if (existsSync(`${path}-lock`)) rmSync(`${path}-lock`)
    },
  }
}
