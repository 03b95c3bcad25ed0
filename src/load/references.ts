/** References to ids that have no record: one pass, with a few bytes in memory for each id; what is told of them waits on disk. */

import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../findings.ts'
import { pathOf } from '../record/reading.ts'
import { splitLines } from './json.ts'
import type { From } from './read.ts'
import { createTable, words } from './table.ts'

/** A reference as it waits for the record that it names. */
interface Waiting { readonly iri: string; readonly of: readonly string[]; readonly file: string; readonly line?: number; readonly id: string; readonly path: string }

export interface References {
  /** There is a record of this IRI, be it that it stands inside another. */
  has(iri: string): void
  /** The first reference to an IRI is kept. */
  refer(iri: string, of: readonly string[], from: From): void
  /** Tells of each id that is referred to and has no record, with the types that were expected. */
  finish(add: (finding: Finding, of: readonly string[]) => void): Promise<void>
  /** Takes away what waits on disk. */
  close(): void
}

/** What is known of an id, as bits. */
const RECORD = 1
const REFERRED = 2

/** Characters gathered before they go to disk. */
const BUFFERED = 1 << 20

export function createReferences(): References {
  const ids = createTable(undefined, 3)
  const is = (iri: string, bits: number): boolean => {
    const entry = ids.find(iri)
    return entry !== -1 && (ids.get(entry, words.types) & bits) !== 0
  }
  let folder: string | undefined
  let file: number | undefined
  let text = ''

  function spill(): void {
    folder ??= mkdtempSync(join(tmpdir(), 'skeg-check-'))
    file ??= openSync(join(folder, 'references.jsonl'), 'w')
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    text = ''
  }

  function close(): void {
    if (file !== undefined) closeSync(file)
    if (folder !== undefined) rmSync(folder, { recursive: true })
    file = folder = undefined
  }

  async function* waiting(): AsyncGenerator<string> {
    if (folder !== undefined) {
      spill()
      for await (const bytes of splitLines(createReadStream(join(folder, 'references.jsonl')))) yield Buffer.from(bytes).toString('utf8')
    } else yield* text.split('\n')
  }

  return {
    close,
    has: (iri) => ids.add(ids.enter(iri), words.types, RECORD),
    refer(iri, of, { origin, id, place }) {
      if (is(iri, RECORD | REFERRED)) return
      ids.add(ids.enter(iri), words.types, REFERRED)
      const one: Waiting = { iri, of, file: origin.file, line: origin.line, id, path: pathOf(place).join('.') }
      text += `${JSON.stringify(one)}\n`
      if (text.length > BUFFERED) spill()
    },
    async finish(add) {
      for await (const line of waiting()) {
        if (line === '') continue
        const { iri, of, ...place } = JSON.parse(line) as Waiting
        if (is(iri, RECORD)) continue
        add({ kind: 'no-such-record', ...place, message: `names ${iri}, of which there is no record (${of.join(' or ')})` }, of)
      }
      close()
    },
  }
}
