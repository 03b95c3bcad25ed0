/**
 * Directories for the files of one process, removed when it ends; those of a crashed process are removed by
 * the next one.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface StagingDirectory {
  readonly folder: string
  /** Removes the folder, if it is still there and still ours. */
  close(): void
}

export interface LockedDirectory extends StagingDirectory {
  /** @throws Error if another process took the folder for abandoned, and has it now or has removed it */
  requireHeld(): void
}

interface Owner {
  readonly host: string
  /** The system whose process ids these are; empty where that is not known. */
  readonly system?: string
  readonly pid: number
  readonly started: string
  readonly since: string
}

const OWNER = 'owner.json'

/** Bytes that the file of an owner may have. */
const MAX_OWNER_BYTES = 4096

/** Seconds without a heartbeat after which a folder counts as abandoned, and seconds between heartbeats. */
const STALE_AFTER_S = 60
const HEARTBEAT_S = 10

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/**
 * The boot of the machine and the namespace of process ids: containers may share a host name and a volume,
 * and each has a process 1.
 */
function systemId(): string {
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))
  return boot && namespace ? `${boot} ${namespace}` : ''
}

/** When a process was started, in ticks of the system: process ids are used again. Empty where unknown. */
const startOf = (pid: number | 'self'): string =>
  readOrEmpty(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? '',
  )

const isOwn = ({ uid }: { readonly uid: number }): boolean => uid === (process.getuid?.() ?? uid)

/** Whether this is a folder of our own: what others own is neither read nor removed. */
function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && isOwn(found)
}

/** The owner of a folder; undefined if it says none in a file of our own. A pipe in its place blocks nobody. */
function ownerOf(folder: string): Owner | undefined {
  let file: number | undefined
  try {
    file = openSync(
      join(folder, OWNER),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
    const stats = fstatSync(file)
    if (!stats.isFile() || !isOwn(stats)) return undefined
    const bytes = Buffer.alloc(MAX_OWNER_BYTES)
    return JSON.parse(bytes.toString('utf8', 0, readSync(file, bytes))) as Owner
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const secondsSinceHeartbeat = (folder: string): number => (Date.now() - lstatSync(folder).mtimeMs) / 1000

/**
 * Whether the process that owns a folder is alive. Its id says that on its own system alone; elsewhere the
 * heartbeat does.
 */
function isAlive(folder: string, { system, pid, started }: Owner): boolean {
  if (!system || system !== systemId()) return secondsSinceHeartbeat(folder) < STALE_AFTER_S
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === started
}

/** Removes a folder, which gets another name before: a thread that still works makes no file in it meanwhile. */
function remove(folder: string): void {
  const dead = `${folder}.${process.pid}.dead`
  let name = dead
  try {
    renameSync(folder, dead)
  } catch {
    // It is not there, or is removed in place.
    name = folder
  }
  rmSync(name, { recursive: true, force: true, maxRetries: 5 })
}

const open = new Set<StagingDirectory>()
process.on('exit', () => {
  for (const directory of open) directory.close()
})

/** Makes a folder that names its owner before anybody else could take it for abandoned. */
function make(prefix: string): { readonly folder: string; readonly ownerText: string } {
  const folder = mkdtempSync(prefix)
  const owner: Owner = {
    host: hostname(),
    system: systemId(),
    pid: process.pid,
    started: startOf('self'),
    since: new Date().toISOString(),
  }
  const ownerText = JSON.stringify(owner)
  try {
    writeFileSync(join(folder, OWNER), ownerText)
  } catch (error) {
    remove(folder)
    throw error
  }
  return { folder, ownerText }
}

/** Keeps a folder until it is closed, with a heartbeat, or until another process has it. */
function register(folder: string, ownerText: string): LockedDirectory {
  const file = join(folder, OWNER)
  const isTaken = (): boolean => !['', ownerText].includes(readOrEmpty(() => readFileSync(file, 'utf8')))
  const heartbeat = setInterval(() => {
    try {
      if (!isTaken()) utimesSync(folder, new Date(), new Date())
    } catch {
      /* it is gone */
    }
  }, HEARTBEAT_S * 1000).unref()
  const directory: LockedDirectory = {
    folder,
    requireHeld() {
      if (isTaken() || !existsSync(file))
        throw new Error(
          `${folder} was taken by another process, as this one gave no sign of life for ${STALE_AFTER_S} seconds; ` +
            'start it again when the other one has ended',
        )
    },
    close() {
      clearInterval(heartbeat)
      if (!isTaken()) remove(folder)
      open.delete(directory)
    },
  }
  open.add(directory)
  return directory
}

/**
 * Removes the directories of crashed processes with names that start so. A folder without an owner may be about to
 * name one.
 */
function removeStale(prefix: string): void {
  for (const name of readdirSync(dirname(prefix)).filter((one) => one.startsWith(basename(prefix)))) {
    const folder = join(dirname(prefix), name)
    try {
      if (!isOwnFolder(folder)) continue
      const owner = ownerOf(folder)
      if (owner ? !isAlive(folder, owner) : secondsSinceHeartbeat(folder) > STALE_AFTER_S) remove(folder)
    } catch {
      /* another process was quicker */
    }
  }
}

/** A folder whose name starts so; those of crashed processes are removed. */
export function createDirectory(prefix: string): StagingDirectory {
  removeStale(prefix)
  const { folder, ownerText } = make(prefix)
  return register(folder, ownerText)
}

const TEMPORARY = join(tmpdir(), 'skeg-graph-')

/**
 * A folder below the temporary folder of the system.
 * @throws Error that says how to name another one
 */
export function createTemporaryDirectory(): StagingDirectory {
  try {
    return createDirectory(TEMPORARY)
  } catch (error) {
    throw new Error(
      `the temporary folder ${tmpdir()} cannot be used: ${(error as Error).message}; name another ` +
        'one by the variable TMPDIR',
      { cause: error },
    )
  }
}

/**
 * A folder inside the one of this path, which one process alone may have. Its name is of this process alone: whoever
 * loses the folder to another process finds nothing there, and writes nothing to the files of the other one.
 * @throws Error that names the process that has it, or says why it cannot be made
 */
export function lockStagingDirectory(folder: string): LockedDirectory {
  removeStale(`${folder}.`)
  const { folder: stagingFolder, ownerText } = make(`${folder}.`)
  const ownName = stagingFolder.slice(folder.length + 1)
  try {
    mkdirSync(join(stagingFolder, ownName))
    for (;;) {
      try {
        renameSync(stagingFolder, folder)
        return { ...register(folder, ownerText), folder: join(folder, ownName) }
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      }
      requireAbandoned(folder)
      // Of two that find it abandoned one alone can rename it.
      try {
        renameSync(folder, `${stagingFolder}.dead`)
      } catch {
        continue
      }
      remove(`${stagingFolder}.dead`)
    }
  } catch (error) {
    remove(stagingFolder)
    throw error
  }
}

/** @throws Error that says who has the folder, if anybody has */
function requireAbandoned(folder: string): void {
  if (!isOwnFolder(folder)) {
    if (!lstatSync(folder, { throwIfNoEntry: false })) return
    throw new Error(`${folder} belongs to another user; remove it if no load of that user is running`)
  }
  const owner = ownerOf(folder)
  if (owner && isAlive(folder, owner))
    throw new Error(
      `${folder} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}; wait ` +
        `for it, or end it (if it has crashed, wait for ${STALE_AFTER_S} seconds)`,
    )
}
