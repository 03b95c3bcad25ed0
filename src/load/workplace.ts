/**
 * A folder to work in that one process has for itself, and that does not outlast it: what a dead one left is
 * cleared by the next.
 */

import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface Workplace {
  readonly folder: string
  /** Takes the folder away, if it is still there. */
  close(): void
}

interface Owner {
  readonly host: string
  readonly pid: number
  readonly started: string
  readonly since: string
}

const OWNER = 'owner.json'

/** Seconds after which a folder of another machine is taken for left behind, and between signs of life. */
const SILENT = 60
const SIGN = 10

/**
 * When a process was started, in the system's own count: process ids come again. Empty where the system does
 * not say.
 */
function startOf(pid: number | 'self'): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

function ownerOf(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as Owner
  } catch {
    return undefined
  }
}

const silence = (folder: string): number => (Date.now() - statSync(folder).mtimeMs) / 1000

function isAlive(folder: string, { host, pid, started }: Owner): boolean {
  if (host !== hostname()) return silence(folder) < SILENT
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === started
}

/** Takes a folder away, be it that a file is just being made in it. */
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

const open = new Set<string>()
process.on('exit', () => {
  for (const folder of open) remove(folder)
})

/** A new folder that is signed before anyone else can find it unsigned. */
function make(prefix: string): string {
  const folder = mkdtempSync(prefix)
  const owner: Owner = {
    host: hostname(),
    pid: process.pid,
    started: startOf('self'),
    since: new Date().toISOString(),
  }
  writeFileSync(join(folder, OWNER), JSON.stringify(owner))
  return folder
}

function settleIn(folder: string): Workplace {
  open.add(folder)
  const sign = setInterval(() => {
    try {
      utimesSync(folder, new Date(), new Date())
    } catch {
      /* it is gone */
    }
  }, SIGN * 1000).unref()
  return {
    folder,
    close() {
      clearInterval(sign)
      remove(folder)
      open.delete(folder)
    },
  }
}

/**
 * Takes away what dead processes left under names that start so; an unsigned folder may be about to be
 * signed.
 */
function clear(prefix: string): void {
  for (const name of readdirSync(dirname(prefix)).filter((one) => one.startsWith(basename(prefix)))) {
    const folder = join(dirname(prefix), name)
    try {
      const owner = ownerOf(folder)
      if (owner ? !isAlive(folder, owner) : silence(folder) > SILENT) remove(folder)
    } catch {
      /* another process was quicker, or it is not ours */
    }
  }
}

const TEMPORARY = join(tmpdir(), 'skeg-graph-')

/** A folder among the system's temporary ones. */
export function temporaryWorkplace(): Workplace {
  clear(TEMPORARY)
  return settleIn(make(TEMPORARY))
}

/**
 * The folder of this path, which one process alone may have.
 * @throws Error that names the process that has it
 */
export function lockedWorkplace(folder: string): Workplace {
  clear(`${folder}.`)
  const made = make(`${folder}.`)
  for (;;) {
    try {
      renameSync(made, folder)
      return settleIn(folder)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
    const owner = ownerOf(folder)
    if (owner && isAlive(folder, owner)) {
      remove(made)
      throw new Error(
        `${folder} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}; wait for it, or end it`,
      )
    }
    // Of two that find it dead one alone can rename it.
    try {
      renameSync(folder, `${made}.dead`)
    } catch {
      continue
    }
    remove(`${made}.dead`)
  }
}
