/**
 * A disk that is full while a graph on it is brought up to date: a small disk of its own, which a server has its graph
 * on and goes on answering from.
 */

import { expect } from 'chai'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folders.ts'
import { until } from '../support/until.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const BASE = 'https://example.org/graph/'
const POINTS = 40
const WORKS = 200

/** A work of Crossref, and a product of SKG-IF, of which an update reads and writes what changes alone. */
const works: Readonly<Record<string, (i: number, version: string) => object>> = {
  Crossref: (i, version) => ({
    DOI: `10.5555/${i}`,
    type: 'journal-article',
    member: '78',
    title: [`Work ${i} of version ${version}`],
    abstract: `What is said in ${i} of version ${version}. `.repeat(20),
    author: [0, 1, 2].map((one) => ({
      family: `Family${i + one}`,
      given: 'Ada',
      affiliation: [{ name: `House ${i % 50}` }],
    })),
    indexed: { 'date-time': `2026-0${version === 'a' ? 1 : 2}-01T00:00:00Z` },
  }),
  'SKG-IF': (i, version) => ({
    local_identifier: `https://doi.org/10.5555/${i}`,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: [`Work ${i} of version ${version}`] },
    abstracts: { en: [`What is said in ${i} of version ${version}. `.repeat(20)] },
    topics: [
      {
        term: {
          local_identifier: `topic-${i % 50}`,
          entity_type: 'topic',
          labels: { en: `Topic ${i % 50}` },
        },
      },
    ],
  }),
}

/** A shell in a namespace of mounts, with a small disk at `disk`, whose size can be changed. */
interface SmallDisk {
  /** Runs a command. @returns how it ended, and what it printed */
  run(command: string): Promise<{ readonly code: number; readonly output: string }>
  end(): void
}

function mountDisk(folder: string): SmallDisk {
  const shell = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    async run(command) {
      output = ''
      shell.stdin.write(`{ ${command}; } 2>&1; echo "ended $?"\n`)
      await until(() => /^ended \d+\n$/m.test(output))
      const [end = '', code = ''] = /ended (\d+)\n$/.exec(output) ?? []
      return { code: Number(code), output: output.slice(0, -end.length) }
    },
    end: () => shell.stdin.end(),
  }
}

const canMount = (): boolean =>
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'])
    .status === 0

for (const [source, work] of Object.entries(works))
  describe(`a disk that is full while a graph of ${source} is brought up to date`, function () {
    this.timeout(600_000)
    let folder: string
    let disk: SmallDisk
    let url = ''
    const at = (name: string): string => join(folder, name)

    async function mustRun(command: string): Promise<string> {
      const { code, output } = await disk.run(command)
      expect(code, `${command}: ${output}`).to.equal(0)
      return output
    }
    const load = (...words: string[]): string =>
      [`"${process.execPath}" "${PROGRAM}" load`, ...words, '--out disk/graph --effective-in 0'].join(' ')
    const setSize = (kilobytes: number): Promise<string> =>
      mustRun(`mount -o remount,size=${kilobytes}k disk`)
    const usedKb = async (): Promise<number> =>
      Number((await mustRun('df --output=used disk | tail -1')).trim())
    /** All files of the disk, and which graph it is. */
    const content = (): Promise<string> => mustRun('ls -A disk disk/graph && cat disk/graph/manifest.json')

    async function titleOf(i: number): Promise<string | undefined> {
      const id = encodeURIComponent(`https://doi.org/10.5555/${i}`)
      const answer = await fetch(`${url}/skg-if/api/products/${id}`, {
        headers: { Accept: 'application/json' },
      })
      const text = await answer.text()
      return answer.status === 200 ? /Work \d+ of version ./.exec(text)?.[0] : `${answer.status}`
    }

    before(async function () {
      if (!canMount()) return this.skip()
      folder = temporaryFolder()
      const all = Array.from({ length: WORKS }, (_, i) => i)
      writeFileSync(at('a.jsonl'), all.map((i) => JSON.stringify(work(i, 'a'))).join('\n'))
      // Half of them have changed, and some are new.
      writeFileSync(
        at('b.jsonl'),
        all
          .slice(0, 130)
          .map((i) => JSON.stringify(work(i + WORKS / 2, 'b')))
          .join('\n'),
      )
      mkdirSync(at('disk'))
      disk = mountDisk(folder)
      await mustRun('mount -t tmpfs -o size=200m none disk')
      await mustRun(load('a.jsonl', '--base', BASE))
    })
    after(async () => {
      if (!url) return
      await disk.run('kill $server; wait $server')
      disk.end()
    })

    it(`at ${POINTS} sizes leaves the old graph, which is served, says why and leaves nothing behind`, async () => {
      // What an update needs: the most that is used while it runs, onto a copy.
      await mustRun('cp -r disk/graph saved')
      const before = await usedKb()
      await mustRun(
        '(while [ ! -e done ]; do df --output=used disk | tail -1; sleep 0.005; done) > used & sampler=$!',
      )
      await mustRun(load('disk/graph', 'b.jsonl'))
      await mustRun('touch done; wait $sampler; rm -r disk/graph; cp -r saved disk/graph')
      const most = Math.max(...readFileSync(at('used'), 'utf8').trim().split('\n').map(Number))
      expect(most).to.be.above(before + 500)
      const old = await content()

      await mustRun(
        `"${process.execPath}" "${PROGRAM}" serve disk/graph --port 0 --watch on > log 2>&1 & server=$!`,
      )
      await until(() => {
        url = / at (http\S+)\n/.exec(readFileSync(at('log'), 'utf8'))?.[1] ?? ''
        return url !== ''
      })
      const start = await usedKb()
      const messages = new Map<string, number>()
      for (let i = 0; i < POINTS; i++) {
        const size = Math.round(start + ((most - start) * (i + 0.5)) / POINTS)
        await setSize(size)
        const { code, output } = await disk.run(load('disk/graph', 'b.jsonl'))
        const which = `${size} kB of ${start} to ${most}: ${output}`
        expect(code, which).to.equal(1)
        expect(output, which).to.match(/skeg: .*ENOSPC/)
        const message =
          output
            .trim()
            .split('\n')
            .at(-1)
            ?.replace(/disk\/\S+/, 'FILE') ?? ''
        messages.set(message, (messages.get(message) ?? 0) + 1)
        expect(await content(), which).to.equal(old)
        expect(await titleOf(WORKS - 1), which).to.equal(`Work ${WORKS - 1} of version a`)
        expect(await titleOf(WORKS), which).to.equal('404')
      }
      console.log([...messages].map(([message, count]) => `      ${count} times: ${message}`).join('\n'))

      // With room, the same update is there at last.
      await setSize(200_000)
      const output = await mustRun(load('disk/graph', 'b.jsonl'))
      expect(output.includes('taken over as they were')).to.equal(source === 'SKG-IF')
      await until(async () => (await titleOf(WORKS)) === `Work ${WORKS} of version b`)
      expect(await titleOf(0)).to.equal('Work 0 of version a')
    })
  })
