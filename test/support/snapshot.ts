/** The snapshot of real records that the long tests run on, where it is present. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openGraph, type Opened } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { isFullEffort } from './effort.ts'
import { model } from './model.ts'

export const SNAPSHOT = fileURLToPath(new URL('../../../shared/data/conferences-19k.zip', import.meta.url))
export const SNAPSHOT_BASE = 'https://w3id.org/skg-if/sandbox/confs/'

/** Whether it is there; tests leave it out but in a full run. */
export const hasSnapshot = (): boolean => isFullEffort && existsSync(SNAPSHOT)

const COMPILED = fileURLToPath(new URL('../../dist/', import.meta.url))

/** Of this checkout: another one may use its own at the same time. */
const PREFIX = `skeg-snapshot-${createHash('sha256').update(COMPILED).digest('hex').slice(0, 8)}-`

/** A hash of the compiled code. */
function hashOfCode(): string {
  const hash = createHash('sha256')
  const files = readdirSync(COMPILED, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(COMPILED, name)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * The snapshot as a prepared graph, which no test may change. It is prepared once for each state of the code,
 * in the folder for temporary files.
 */
export async function preparedSnapshot(): Promise<string> {
  const name = `${PREFIX}${hashOfCode()}`
  const path = join(tmpdir(), name)
  if (existsSync(join(path, 'manifest.json'))) return path
  for (const other of readdirSync(tmpdir()))
    if (other.startsWith(PREFIX) && other !== name) rmSync(join(tmpdir(), other), { recursive: true })
  await prepareGraph([SNAPSHOT], { model, base: SNAPSHOT_BASE, out: path })
  return path
}

export const openSnapshot = async (): Promise<Opened> => openGraph([await preparedSnapshot()], { model })
