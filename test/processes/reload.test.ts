/**
 * A server whose files change: what it reads again, what it says, and how it ends meanwhile. As a process.
 */

import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

describe('a server whose files change', function () {
  let folder: string
  let temporary: string
  let server: ChildProcess
  let output = ''
  let url = ''

  /** @param count of topics beside the first one */
  const write = (version: string, count = 20, ...more: string[]): void => {
    const topics = Array.from({ length: count + 1 }, (_, i) =>
      JSON.stringify({ local_identifier: `t${i}`, entity_type: 'topic', labels: { en: `of ${version}` } }),
    )
    writeFileSync(join(folder, 'topics.jsonl'), `${[...topics, ...more].join('\n')}\n`)
    // An item of CSL, which has no funders, if --source does not say that it is a work of Crossref.
    const work = { DOI: '10.5555/12345678', type: 'article', funder: [{ name: `Funder of ${version}` }] }
    writeFileSync(join(folder, 'work.json'), JSON.stringify(work))
    writeFileSync(join(folder, 'about.json'), JSON.stringify({ title: `The graph of ${version}` }))
  }
  const get = (path: string): Promise<Response> =>
    fetch(url + path, { headers: { Accept: 'application/json' } })
  const reloads = async (outcome: string): Promise<number> =>
    Number(
      new RegExp(`^skeg_reloads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1],
    )

  before(async () => {
    folder = temporaryFolder()
    temporary = temporaryFolder()
    write('one')
    const { SKEG_PORT: _, ...env } = process.env
    server = spawn(
      process.execPath,
      [file('../../dist/main.js'), 'serve', folder, '--port', '0', '--source', 'crossref', '--watch', 'on'],
      { env: { ...env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const note = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    server.stdout?.on('data', note)
    server.stderr?.on('data', note)
    await until(() => {
      url = / at (http\S+)\n/.exec(output)?.[1] ?? ''
      return url !== ''
    })
  })
  after(() => {
    server.kill('SIGKILL')
  })

  it('says which base it takes where the inputs state none', () => {
    expect(output).to.include(
      'skeg: the inputs state no @base: ids that are made, or not absolute, begin with https://example.org/skeg/; ',
    )
  })

  it('says that it looks at prepared graphs alone', () => {
    expect(output).to.include(
      'skeg: --watch looks at prepared graphs (skeg load); PATHs that are none are read again on SIGHUP\n',
    )
  })

  it('reads records and what is said of them again on SIGHUP, and its endpoint answers all the time', async () => {
    const labels = 'SELECT ?o { ?s <http://www.w3.org/2004/02/skos/core#prefLabel> ?o }'
    const query = `/sparql?query=${encodeURIComponent(labels)}`
    const versions = new Set<string>()
    const statusOf = async (): Promise<number> => {
      const answer = await get(query)
      for (const [version] of (await answer.text()).matchAll(/of (?:one|two)/g)) versions.add(version)
      return answer.status
    }
    await until(async () => (await statusOf()) === 200)
    write('two')
    server.kill('SIGHUP')
    await until(async () => {
      expect(await statusOf()).to.equal(200)
      return versions.has('of two')
    })
    expect([...versions]).to.deep.equal(['of one', 'of two'])
    expect(((await (await get('/')).json()) as { title: string }).title).to.equal('The graph of two')
    expect(await (await get('/skg-if/api/topics')).text()).to.include('of two')
    expect(await (await get('/skg-if/api/grants')).text()).to.include('Funder of two')
    expect(await reloads('swapped')).to.equal(1)
    // The reading process had its folder there, the graph has its own until it is closed.
    await until(() => readdirSync(temporary).filter((name) => name.startsWith('skeg-')).length === 2)
  })

  it('keeps the old graph where what is said of the new one is wrong, and says why', async () => {
    writeFileSync(join(folder, 'about.json'), '{"titel": "x"}')
    server.kill('SIGHUP')
    await until(async () => (await reloads('failed')) === 1)
    await until(() => /about\.json has titel; known are title/.test(output))
    expect(((await (await get('/')).json()) as { title: string }).title).to.equal('The graph of two')
    write('three')
  })

  it('says what it refuses where the new graph serves', async () => {
    write('three', 20, '{"broken"')
    server.kill('SIGHUP')
    await until(async () => (await reloads('swapped')) === 2)
    await until(() =>
      /^1 refused, 1 warned\n[^]*^refused bad-json \(1\):.*\n {2}\S+topics\.jsonl:22 /m.test(output),
    )
    expect(await (await get('/skg-if/api/topics')).text()).to.include('of three')
  })

  it('keeps the old graph where more than a tenth of its records would be gone, and says which it refuses', async () => {
    write('four', 15, '{"broken"')
    server.kill('SIGHUP')
    await until(async () => (await reloads('swapped')) + (await reloads('failed')) === 4)
    expect(await (await get('/skg-if/api/topics')).text()).to.include('of three')
    expect(await reloads('failed')).to.equal(2)
    await until(() =>
      /it replaces a graph of \d+ records; 7 of them are not in the new one, which/.test(output),
    )
    expect(output).to.match(/refused bad-json \(1\):.*topics\.jsonl:17 /)
  })

  it('ends on SIGTERM without waiting for the files to be read', async function () {
    const textOf = (path: string): string => {
      try {
        return readFileSync(`/proc/${path}`, 'utf8')
      } catch {
        return ''
      }
    }
    if (textOf('self/stat') === '') this.skip()
    /** Stops the process that reads the files, so that it would never be done. */
    function stopReading(): number | undefined {
      const children = textOf(`${server.pid}/task/${server.pid}/children`).trim().split(' ').map(Number)
      const pid = children.find((one) => textOf(`${one}/cmdline`).includes('\0load\0'))
      try {
        if (pid !== undefined) process.kill(pid, 'SIGSTOP')
      } catch {
        return undefined
      }
      return pid
    }
    let pid: number | undefined
    await until(() => {
      if (pid === undefined) server.kill('SIGHUP')
      pid = stopReading()
      return pid !== undefined && / T /.test(textOf(`${pid}/stat`))
    })
    server.kill('SIGTERM')
    const [code] = (await once(server, 'exit')) as [number]
    expect(code).to.equal(0)
    await until(() => {
      try {
        process.kill(pid as number, 0)
        return false
      } catch {
        return true
      }
    })
    expect(readdirSync(temporary).filter((name) => name.startsWith('skeg-'))).to.deep.equal([])
  })
})
