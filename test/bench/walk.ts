/** Files and functions of skeg that one request runs, warm and without threads: how far a reader has to go to follow it. */

import { Session } from 'node:inspector/promises'
import { DEMO } from '../support/endpoint.ts'
import { openGraphOf, startServer } from '../support/server.ts'
import type { Figure } from './figure.ts'

/** Requests after which nothing is read or filled for the first time. */
const WARMING = 10

const RECORD = '/skg-if/api/products/product-fair-principles'
const LIST = '/skg-if/api/products?filter=cf.search.title:data'

/** What is asked for, and whether it is in the cache already. */
const walks: Readonly<Record<string, { readonly path: string; readonly isCached?: true }>> = {
  'list from the cache': { path: LIST, isCached: true },
  'record as JSON': { path: RECORD },
  'record as Turtle': { path: `${RECORD}?format=turtle` },
  'list as JSON': { path: LIST },
  'record as a page': { path: `${RECORD}?format=html` },
  'list as a page': { path: `${LIST}&format=html` },
}

/** What has been called since the last time, by the files of `dist`. */
async function calledFunctions(session: Session): Promise<Map<string, number>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const counts = result
    .filter(({ url }) => url.includes('/dist/') && !url.includes('/node_modules/'))
    .map(({ url, functions }) => {
      const called = functions.filter(({ ranges: [first] }) => (first?.count ?? 0) > 0)
      return [url, called.length] as const
    })
  return new Map(counts.filter(([, count]) => count > 0))
}

export async function walk(): Promise<Figure[]> {
  const graph = await openGraphOf([DEMO])
  const cold = await startServer(graph, { threads: undefined, settings: { cache: 0 } })
  const caching = await startServer(graph, { threads: undefined })
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true })
  const figures: Figure[] = []
  for (const [what, { path, isCached }] of Object.entries(walks)) {
    const ask = async (): Promise<void> => {
      await (await fetch((isCached ? caching : cold).root + path)).text()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (let i = 0; i < WARMING; i++) await ask()
    await calledFunctions(session)
    await ask()
    const called = await calledFunctions(session)
    const functions = [...called.values()].reduce((sum, count) => sum + count, 0)
    figures.push({ what: `files, ${what}`, value: called.size, unit: '' })
    figures.push({ what: `functions, ${what}`, value: functions, unit: '' })
  }
  session.disconnect()
  await Promise.all([cold.close(), caching.close()])
  await graph.close()
  return figures
}
