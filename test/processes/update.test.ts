/**
 * A graph that is brought up to date under a server: nobody who asks meanwhile is refused, and then what is new is
 * there, and what is gone is 410. As processes.
 */

import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/folders.ts'
import { until } from '../support/until.ts'
import { PROGRAM, startServing } from '../support/command.ts'

const BASE = 'https://example.org/graph/'
const WORKS = 150

/** Of these, the first half stays, and one goes; the second half is changed; the last one is new. */
const [STAYING, GONE, CHANGED, NEW] = [1, 2, WORKS - 1, WORKS] as const

const work = (i: number, version: string): string =>
  JSON.stringify({
    DOI: `10.5555/${i}`,
    type: 'journal-article',
    member: '78',
    title: [`Work ${i} of version ${version}`],
    author: [{ family: `Family${i}`, given: 'Ada' }],
    indexed: { 'date-time': `2026-0${version === 'a' ? 1 : 2}-01T00:00:00Z` },
  })
const pathOf = (i: number): string =>
  `/skg-if/api/products/${encodeURIComponent(`https://doi.org/10.5555/${i}`)}`

describe('a server whose graph is brought up to date', function () {
  for (const by of ['SIGHUP', '--watch'] as const)
    it(`refuses nobody, and has then what is new and 410 for what is gone, by ${by}`, () => update(by))

  async function update(by: 'SIGHUP' | '--watch'): Promise<void> {
    const folder = temporaryFolder()
    const at = (name: string): string => join(folder, name)
    const load = async (...words: string[]): Promise<void> => {
      const command = [PROGRAM, 'load', ...words, '--base', BASE, '--out', at('graph'), '--effective-in', '0']
      await promisify(execFile)(process.execPath, command)
    }
    writeFileSync(at('a.jsonl'), Array.from({ length: WORKS }, (_, i) => work(i, 'a')).join('\n'))
    writeFileSync(
      at('b.jsonl'),
      Array.from({ length: WORKS / 2 + 1 }, (_, i) => work(i + WORKS / 2, 'b')).join('\n'),
    )
    writeFileSync(at('gone.txt'), `10.5555/${GONE}\n`)
    await load(at('a.jsonl'))

    const server = await startServing([
      at('graph'),
      '--log',
      'off',
      '--watch',
      by === '--watch' ? 'on' : 'off',
    ])
    const url = server.root
    try {
      await askWhile(url, async () => {
        // Dates of OAI-PMH are whole seconds: that of the first load is over.
        await setTimeout(1000)
        const from = new Date().toISOString().replace(/\.\d+/, '')
        await load(at('graph'), at('b.jsonl'), '--delete', at('gone.txt'))
        if (by === 'SIGHUP') server.child.kill('SIGHUP')
        await until(async () => (await fetch(url + pathOf(NEW))).status === 200)

        expect(await (await fetch(url + pathOf(CHANGED))).text()).to.include(`Work ${CHANGED} of version b`)
        const gone = await fetch(url + pathOf(GONE), { headers: { Accept: 'application/json' } })
        expect(gone.status).to.equal(410)
        expect(await gone.text()).to.match(/"skeg_gone":\{"deleted":"\d{4}-/)
        const harvest = `${url}/oai?verb=ListIdentifiers&metadataPrefix=oai_datacite&from=${from}`
        let headers: readonly string[] = []
        await until(async () => {
          headers = (await (await fetch(harvest)).text()).match(/<header[^]*?<\/header>/g) ?? []
          return headers.length > 0
        })
        const headerOf = (i: number): string | undefined =>
          headers.find((header) => new RegExp(`10\\.5555(?:/|%2F)${i}<`).test(header))
        expect(headerOf(GONE), headers.join('\n')).to.include('status="deleted"')
        for (const i of [CHANGED, NEW])
          expect(headerOf(i), headers.join('\n')).to.be.a('string').and.not.include('deleted')
        expect(headerOf(STAYING)).to.equal(undefined)
      })
    } finally {
      await server.close()
    }
  }

  /** Asks all the time while something is done, and holds every answer to what may be. */
  async function askWhile(url: string, run: () => Promise<void>): Promise<void> {
    /** The statuses that a path may have, in this order. */
    const paths: Readonly<Record<string, readonly number[]>> = {
      [pathOf(STAYING)]: [200],
      [`${pathOf(STAYING)}?format=html`]: [200],
      [pathOf(CHANGED)]: [200],
      [pathOf(GONE)]: [200, 410],
      [pathOf(NEW)]: [404, 200],
      '/skg-if/api/products?page_size=50': [200],
      '/skg-if/api/products?filter=cf.search.title:work': [200],
      '/search?q=work': [200],
      [`/sparql?query=${encodeURIComponent('SELECT * { ?s a ?type } LIMIT 5')}`]: [200],
      // Harvesters are asked to come again between the moment from which changes count and that in which they are open.
      '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc': [200, 503, 200],
    }
    let isDone = false
    let count = 0
    const wrong: string[] = []
    const askAgain = async ([path, statuses]: [string, readonly number[]]): Promise<void> => {
      for (let stage = 0; !isDone; count++) {
        const status = await fetch(url + path).then(
          async (answer) => (await answer.text(), answer.status),
          (error: unknown) => String((error as Error).cause ?? error),
        )
        const next = statuses.indexOf(status as number, stage)
        if (next === -1) wrong.push(`${path}: ${status}`)
        else stage = next
      }
    }
    const clients = Object.entries(paths).map(askAgain)
    try {
      await run()
    } finally {
      isDone = true
      await Promise.all(clients)
    }
    expect(wrong).to.deep.equal([])
    expect(count).to.be.above(10 * clients.length)
    console.log(`      ${count} requests of ${clients.length} clients`)
  }
})
