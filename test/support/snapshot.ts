/** The snapshot of real records that the long tests run on, where it is present. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isFullEffort } from './effort.ts'
import { openGraph, preparedGraph } from './graphs.ts'
import { model } from './model.ts'

export const SNAPSHOT = fileURLToPath(new URL('../../../shared/data/conferences-19k.zip', import.meta.url))
export const SNAPSHOT_BASE = 'https://w3id.org/skg-if/sandbox/confs/'

/** Whether it is there; tests leave it out but in a full run. */
export const hasSnapshot = (): boolean => isFullEffort && existsSync(SNAPSHOT)

/** The snapshot as a prepared graph, which no test may change. */
export const preparedSnapshot = (): Promise<string> =>
  preparedGraph([SNAPSHOT], { model, base: SNAPSHOT_BASE })

export const openSnapshot = async (): ReturnType<typeof openGraph> =>
  openGraph([await preparedSnapshot()], { model })
