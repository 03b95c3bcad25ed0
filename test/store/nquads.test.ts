/** N-Quads files come back in chunks of whole graphs. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readGraphs } from '../../src/store/nquads.ts'
import { temporaryFolder } from '../support/folders.ts'

/** Lines of graph n: blank nodes that belong together, and text that looks like a graph's name. */
const graph = (n: number, lines: number): string =>
  Array.from(
    { length: lines },
    (_, i) =>
      `_:b${n} <http://example.org/p> "${i} <http://example.org/g> .${'x'.repeat(400)}" <http://example.org/g${n}> .\n`,
  ).join('')

describe('N-Quads files', () => {
  const folder = temporaryFolder()

  const write = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  async function chunks(...files: string[]): Promise<string[]> {
    const all: string[] = []
    for await (const chunk of readGraphs(files)) all.push(chunk.toString('utf8'))
    return all
  }
  const namesOf = (chunk: string): Set<string> =>
    new Set([...chunk.matchAll(/<http:\/\/example\.org\/g(\d+)> \.\n/g)].map(([, n]) => n as string))

  const many = Array.from({ length: 300 }, (_, n) => graph(n, 100)).join('')
  const rows: readonly [title: string, files: () => string[], text: string, least: number][] = [
    ['a short file', () => [write('a.nq', graph(1, 2))], graph(1, 2), 1],
    ['an empty file', () => [write('b.nq', '')], '', 0],
    ['many graphs', () => [write('c.nq', many)], many, 3],
    ['one long graph', () => [write('d.nq', graph(1, 30_000))], graph(1, 30_000), 1],
    [
      'several files, compressed, of several members',
      () => [
        write('e.nq.gz', Buffer.concat([gzipSync(graph(1, 20_000)), gzipSync(graph(2, 20_000))])),
        write('f.nq', graph(3, 1)),
      ],
      graph(1, 20_000) + graph(2, 20_000) + graph(3, 1),
      2,
    ],
    ['no newline at the end', () => [write('g.nq', graph(1, 2).trimEnd())], graph(1, 2).trimEnd(), 1],
  ]
  for (const [title, files, text, least] of rows) {
    it(`${title}: nothing is lost, and no graph is split`, async () => {
      const all = await chunks(...files())
      expect(all.join('') === text, 'the same text').to.equal(true)
      expect(all.length).to.be.at.least(least)
      const seen = all.flatMap((chunk) => [...namesOf(chunk)])
      expect(new Set(seen).size).to.equal(seen.length)
    })
  }
})
