/** The snapshot of real records that the long tests run on, where it is present. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openGraph, type Opened } from '../../src/load/open/open.ts'
import { isFullEffort } from './effort.ts'
import { model } from './model.ts'

export const SNAPSHOT = fileURLToPath(new URL('../../../shared/data/conferences-19k.zip', import.meta.url))
export const SNAPSHOT_BASE = 'https://w3id.org/skg-if/sandbox/confs/'

/** Whether it is there; tests leave it out but in a full run. */
export const hasSnapshot = (): boolean => isFullEffort && existsSync(SNAPSHOT)

export const openSnapshot = (): Promise<Opened> => openGraph([SNAPSHOT], { model, base: SNAPSHOT_BASE })
