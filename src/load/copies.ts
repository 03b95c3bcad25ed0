/** The chunks of a graph that is being built: files, and a store where there is one. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FillableStore } from '../store/store.ts'
import type { Output } from './build.ts'

/** Each chunk goes to a file of its own, and to the store if there is one. */
export function createCopies(
  store: FillableStore | undefined,
  folder: string,
): { output: Output; files(): readonly string[] } {
  const files: string[] = []
  const place = (chunk: number): string => join(folder, `chunk-${chunk}.nq`)
  return {
    files: () => files,
    output: {
      async take(chunk, bytes) {
        files.push(place(chunk))
        await writeFile(place(chunk), bytes)
        await store?.add(bytes)
      },
      read: (chunk) => readFile(place(chunk), 'utf8'),
      async replace(chunk, nquads, changed) {
        await writeFile(place(chunk), nquads)
        await store?.remove(changed.iris)
        await store?.add(new TextEncoder().encode(changed.nquads))
      },
    },
  }
}
