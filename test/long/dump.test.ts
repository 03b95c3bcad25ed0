/** The dump of the snapshot, as browsers, curl and undici get it: as many bytes as zcat gives of its file. */

import { expect } from 'chai'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { request } from 'undici'
import { openGraph } from '../../src/load/open/open.ts'
import { executablePath, launchBrowser } from '../support/browsing.ts'
import { model } from '../support/model.ts'
import { hasSnapshot, preparedSnapshot } from '../support/snapshot.ts'
import { temporaryFolder } from '../support/folders.ts'
import { serve } from '../support/server.ts'

const run = promisify(execFile)
const MOST_BYTES = 2 ** 30

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe('the dump of the snapshot', function () {
  this.timeout(300_000)
  const folder = temporaryFolder()
  let expected: string
  const server = serve(async function () {
    if (!hasSnapshot()) this.skip()
    const out = await preparedSnapshot()
    const quads = readdirSync(out).find((name) => /^quads-.*\.gz$/.test(name)) as string
    expected = digestOf(execFileSync('zcat', [join(out, quads)], { maxBuffer: MOST_BYTES }))
    return (await openGraph([out], { model })).graph
  })

  const unpack = (file: string): Buffer =>
    file.endsWith('.gz') ? execFileSync('zcat', [file], { maxBuffer: MOST_BYTES }) : readFileSync(file)

  for (const [path, name] of [
    ['/dump', 'skeg.nq'],
    ['/dump?format=gzip', 'skeg.nq.gz'],
  ] as const) {
    it(`is whole where a browser follows a link to ${path}`, async function () {
      if (executablePath === undefined) this.skip()
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage({ baseURL: server.root })
        await page.goto('/docs/errors')
        await page.evaluate(`document.body.innerHTML = '<a href="${path}">dump</a>'`)
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')])
        expect(download.suggestedFilename()).to.equal(name)
        const file = join(folder, name)
        await download.saveAs(file)
        expect(digestOf(unpack(file))).to.equal(expected)
      } finally {
        await browser.close()
      }
    })

    it(`is whole where curl asks for ${path}, compressed or not`, async () => {
      for (const flags of [[], ['--compressed']]) {
        const file = join(folder, name)
        // The server is in this process, which must not wait.
        await run('curl', ['-sf', ...flags, '-o', file, `${server.root}${path}`])
        expect(digestOf(unpack(file)), flags.join()).to.equal(expected)
      }
    })
  }

  it('is whole where undici asks for it', async () => {
    const { body } = await request(`${server.root}/dump`)
    expect(digestOf(Buffer.from(await body.arrayBuffer()))).to.equal(expected)
    const fetched = await fetch(`${server.root}/dump`, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(digestOf(Buffer.from(await fetched.arrayBuffer()))).to.equal(expected)
  })
})
