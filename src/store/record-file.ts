/** Records framed before they are asked for, as JSON in a file that is read by position. */

import { join } from 'node:path'
import { reportFailure } from '../background.ts'
import type { Extension } from '../model/extension-row.ts'
import type { Json } from '../model/json.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/row.ts'
import type { FiledStore, GraphFile } from './graph-file.ts'
import type { EntityIndex, Mask } from './entity-index.ts'
import type { Places } from './places.ts'
import { openTextFile, removeTextFile, TextFileLost, type TextFile } from './text-file.ts'
import { writeApart, type Writing } from './writing.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/**
 * What the process that writes such a file is told: what it is about, then of all graphs what they are, then
 * that this is all.
 */
export type Order =
  | {
      readonly kind: 'begin'
      readonly base: string
      readonly extensions: readonly Extension[]
      readonly graphs: GraphFile
    }
  | { readonly kind: 'entities'; readonly entities: readonly (readonly [iri: string, mask: Mask])[] }
  | { readonly kind: 'all' }

/** What the process says in the end. */
export interface Told {
  readonly places: Places
}

/** Entities told at once. */
const TOGETHER = 5_000

/** Under which name the file has the record of a type. */
export const nameOf = (type: EntityType, iri: string): string => `${type.name} ${iri}`

function* ordersFor({ model, base, index }: Recorded, graphs: GraphFile): Generator<Order> {
  yield { kind: 'begin', base, extensions: model.extensions, graphs }
  let entities: [string, Mask][] = []
  for (const entry of index.masks) {
    if (entities.push(entry) < TOGETHER) continue
    yield { kind: 'entities', entities }
    entities = []
  }
  yield { kind: 'entities', entities }
  yield { kind: 'all' }
}

interface Recorded {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  /** The documents come from its file. */
  readonly store: FiledStore
  readonly folder: string
}

export interface RecordFile {
  /** Begins to write it, once the graphs have their file. Resolves when it is there, or cannot be. */
  write(): Promise<void>
  /** A record as it is framed; undefined where there is no such file, or not yet. */
  record(type: EntityType, iri: string): Json | undefined
  close(): Promise<void>
}

export function createRecordFile(recorded: Recorded): RecordFile {
  const { store, folder } = recorded
  const path = join(folder, 'records')
  let writing: Writing<Told> | undefined
  let written: Promise<void> | undefined
  let file: TextFile | undefined
  let closed = false

  function giveUp(error: unknown): void {
    if (!closed) reportFailure('record-file', error)
    file = undefined
    removeTextFile(path)
  }
  async function write(): Promise<void> {
    await store.learn?.()
    const graphs = store.graphFile()
    if (!graphs || closed) return
    writing = writeApart(
      new URL(`./record-file-process${EXTENSION}`, import.meta.url),
      [path],
      ordersFor(recorded, graphs),
    )
    const { places } = await writing.written
    if (!closed) file = openTextFile(path, places, giveUp)
  }
  return {
    write: () => (written ??= write().catch(giveUp)),
    record(type, iri) {
      try {
        const text = file?.text(nameOf(type, iri))
        return text === undefined ? undefined : (JSON.parse(text) as Json)
      } catch (error) {
        if (error instanceof TextFileLost) return undefined
        throw error
      }
    },
    async close() {
      closed = true
      await writing?.end()
      file?.close()
    },
  }
}
