// A graph beside its copies: loaded again from its folder, from `/dump`, from `/changes` and from the API.

import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { copyChanges } from '../../src/tools/harvest/copy.ts'
import { harvest } from '../../src/tools/harvest/harvest.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph } from './graphs.ts'
import { model } from './model.ts'
import { startServer } from './server.ts'
import { temporaryFolder } from './folders.ts'

export interface Copy {
  readonly hash: string
  /** Records by type, and mentions. */
  readonly counts: Readonly<Record<string, number>>
  /** Lines of N-Quads. */
  readonly quads: ReadonlySet<string>
  /** Kinds of findings of its load. */
  readonly findings: ReadonlySet<string>
}

export type Way = 'again' | 'dump' | 'changes' | 'api'

/** Loads paths, serves the graph, and loads each copy that can be had of it. */
export async function copiesOf(
  paths: readonly string[],
  givenBase?: string,
): Promise<{ readonly first: Copy } & Readonly<Record<Way, Copy>>> {
  const folder = temporaryFolder()
  let base = givenBase
  const load = async (from: readonly string[], name: string): Promise<Copy> => {
    const out = join(folder, name)
    const { report } = await prepareGraph(from, { model, base, out, examine: false })
    const { hash, records, mentions, files, base: own } = readManifest(out)
    base = own
    const quads = gunzipSync(readFileSync(join(out, files.quads.file))).toString()
    return {
      hash,
      counts: { ...records, mentions },
      quads: new Set(quads.split('\n').filter(Boolean)),
      findings: new Set(report.findings.map(({ kind }) => kind)),
    }
  }
  const first = await load(paths, 'first')
  const client = createHttpClient({ delayMs: 0, timeoutMs: 60_000, retries: 3 })
  const [dump, changes, api] = ['dump.nq', 'changes.nq', 'api.jsonl'].map((name) => join(folder, name))
  {
    await using graph = (await openGraph([join(folder, 'first')], { model })).graph
    await using server = await startServer(graph, { threads: { count: 1 } })
    const answer = await fetch(`${server.root}/dump`)
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(dump!))
    await copyChanges(`${server.root}/changes`, { client, out: changes! })
    await harvest(server.api, { client, model, out: api!, onPage: () => {} })
  }
  return {
    first,
    again: await load([join(folder, 'first')], 'again'),
    dump: await load([dump!], 'from-dump'),
    changes: await load([changes!], 'from-changes'),
    api: await load([api!], 'from-api'),
  }
}

/** Lines of one graph that another has not. */
export const missingIn = (one: Copy, other: Copy): string[] =>
  [...one.quads].filter((line) => !other.quads.has(line))
