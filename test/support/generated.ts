/** The generated set: the snapshot, or the demo graph where that is absent, with what they lack on top. */

import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { isFullEffort } from './effort.ts'
import { addressed, enrich, grant, others, service, type Json, type Known } from './generated-records.ts'
import { createRandom } from './random.ts'

const snapshot = fileURLToPath(new URL('../../../shared/data/conferences-19k.zip', import.meta.url))
const demo = fileURLToPath(new URL('../../data/', import.meta.url))
export const hasSnapshot = isFullEffort && existsSync(snapshot)

/** Records and the base against which their ids resolve. */
export interface Source {
  readonly path: string
  readonly base: string
}

export const sources: { readonly snapshot: Source; readonly demo: Source } = {
  snapshot: { path: snapshot, base: 'https://w3id.org/skg-if/sandbox/confs/' },
  demo: { path: demo, base: 'https://w3id.org/skg-if/sandbox/skeg/' },
}

export interface GeneratedOptions {
  readonly seed?: number
  readonly grants?: number
  readonly services?: number
  readonly citations?: number
  /** Of the records of the source, one in so many is taken. */
  readonly oneIn?: number
}

/** The records of a source, one after another. */
export async function* records(path: string): AsyncGenerator<Json> {
  for (const input of await findInputs([path])) {
    const stream = await input.open()
    if (input.format === 'jsonl') {
      for await (const line of createInterface({ input: stream })) if (line) yield JSON.parse(line) as Json
    } else {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      yield* (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { '@graph': Json[] })['@graph']
    }
  }
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `gen-${name}-${n}`)

const ownFolder = (): string => mkdtempSync(join(tmpdir(), 'skeg-generated-'))

/** A new file of JSON Lines in a folder. */
export function openRecords(folder = ownFolder()): {
  readonly path: string
  write(record: Json): Promise<void>
  close(): Promise<void>
} {
  const path = join(folder, 'records.jsonl')
  const file = createWriteStream(path)
  return {
    path,
    async write(record) {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain')
    },
    async close() {
      file.end()
      await once(file, 'close')
    },
  }
}

/**
 * Writes a generated set as JSON Lines.
 * @returns where, and its base
 */
export async function writeGenerated(
  from: Source,
  { seed = 1, grants = 5000, services = 500, citations = 100_000, oneIn = 1 }: GeneratedOptions = {},
): Promise<Source> {
  const random = createRandom(seed)
  const { path, write, close } = openRecords()
  const selections = function* (): Generator<boolean> {
    for (let n = 0; ; n++) yield n % oneIn === 0
  }

  const ids: Record<string, string[]> = {}
  let turns = selections()
  for await (const { entity_type, local_identifier } of records(from.path)) {
    if (turns.next().value) (ids[entity_type] ??= []).push(local_identifier)
  }
  const selves = Array.from({ length: Math.ceil(grants / 50) }, (_, n) => addressed(n)).flat()
  const of = (type: string): string[] => [
    ...(ids[type] ?? []),
    ...selves
      .filter(({ entity_type }) => entity_type === type)
      .map(({ local_identifier }) => local_identifier),
  ]
  const known: Known = {
    products: of('product'),
    persons: of('person'),
    organisations: of('organisation'),
    topics: of('topic'),
    venues: of('venue'),
    grants: [...of('grant'), ...numbered('grant', grants), 'gen-grant-unknown'],
  }

  let n = 0
  const each = citations / Math.max(1, ids.product?.length ?? 0)
  turns = selections()
  for await (const record of records(from.path)) {
    if (!turns.next().value) continue
    const count = Math.floor(each) + (random.chance(each % 1) ? 1 : 0)
    await write(enrich(random, known, record, count, n++))
  }
  for (const record of selves) await write(record)
  for (const [i, id] of numbered('grant', grants).entries()) await write(grant(random, known, id, i))
  for (const [i, id] of numbered('service', services).entries()) await write(service(random, known, id, i))
  for (let i = 0; i < Math.ceil(services / 10); i++)
    for (const record of others(random, i)) await write(record)
  await close()
  return { path, base: from.base }
}
