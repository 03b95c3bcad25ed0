/**
 * Requests by id in a second, warm: with the log off and on, beside a bare Koa app that serves the same
 * bytes, and one that sends the same headers with them.
 */

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Figure } from './figure.ts'
import { warmUp } from './requests.ts'
import { loadWell, startBareKoa, startSkeg, type Answer, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'

const CONNECTIONS = 20
const PATHS = 100

/** Rounds are short and many: what slows the machine for seconds then slows all that is compared. */
const SECONDS = 1
const ROUNDS = 12
const WARMING = 3

/** Headers that Node or Koa write for themselves, and the id of one request. */
const OWN = ['connection', 'content-length', 'date', 'keep-alive', 'x-request-id']

async function answersOf({ root }: Server): Promise<Map<string, Answer>> {
  const list = (await (await fetch(`${root}/skg-if/api/products?page_size=${PATHS}`)).json()) as {
    '@graph': { local_identifier: string }[]
  }
  return new Map(
    await Promise.all(
      list['@graph'].map(async ({ local_identifier }) => {
        const path = `/skg-if/api/products/${encodeURIComponent(local_identifier)}`
        const response = await fetch(root + path, { headers: { 'Accept-Encoding': 'identity' } })
        const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN.includes(name)))
        return [path, { body: new Uint8Array(await response.arrayBuffer()), headers }] as const
      }),
    ),
  )
}

const withTypeAlone = (answers: ReadonlyMap<string, Answer>): Map<string, Answer> =>
  new Map(
    [...answers].map(([path, { body, headers }]) => [
      path,
      { body, headers: { 'Content-Type': headers['content-type'] as string } },
    ]),
  )

async function rate({ root }: Server, paths: readonly string[]): Promise<number> {
  return (
    await loadWell(root, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      target: (i) => paths[i % paths.length] as string,
    })
  ).rate
}

export async function byId({ graph, base }: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-log-'))
  const log = openSync(join(folder, 'log'), 'w')
  const skeg = await startSkeg(graph, base, ['--sparql', 'off', '--log', 'off'])
  const answers = await answersOf(skeg)
  const servers = {
    skeg,
    logging: await startSkeg(graph, base, ['--sparql', 'off'], log),
    koa: await startBareKoa(withTypeAlone(answers)),
    headers: await startBareKoa(answers),
  }
  await Promise.all([warmUp(servers.skeg), warmUp(servers.logging)])
  const rates: Record<keyof typeof servers, number[]> = { skeg: [], logging: [], koa: [], headers: [] }
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers) as [keyof typeof servers, Server][]) {
      const one = await rate(server, [...answers.keys()])
      if (round >= WARMING) rates[name].push(one)
    }
  }
  await Promise.all(Object.values(servers).map((server) => server.close()))
  closeSync(log)
  rmSync(folder, { recursive: true })
  const figure = (
    what: string,
    of: keyof typeof servers,
    beside: keyof typeof servers,
    besideWhat: string,
    limits: Figure['limits'] = [],
  ): Figure => ({
    what: `by id, warm, ${CONNECTIONS} connections, ${what}`,
    unit: 'requests/s',
    value: median(rates[of]),
    beside: median(rates[beside]),
    besideWhat,
    limits,
  })
  return [
    figure('log off', 'skeg', 'koa', 'bare Koa, the same bytes'),
    figure('log off', 'skeg', 'headers', 'bare Koa, the same bytes and headers', [
      { of: 'ratio', atLeast: 0.7 },
    ]),
    figure('log to a file', 'logging', 'koa', 'bare Koa, the same bytes'),
  ]
}
