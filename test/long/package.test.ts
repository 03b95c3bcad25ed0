/** The package that `npm pack` makes of a clean clone: it serves, has its pages, and its types compile. */

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installNpm, run, type Tools } from '../support/tools.ts'
import { temporaryFolder } from '../support/folders.ts'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const MAX_STEP_MS = 300_000

/** A module that uses what the package exports; it is only compiled. */
const consumer = `
import { buildModel, createApp, defineExtension, equals, extensions, openGraph, fields, Problem, withDefaults,
  withEndpoint, type App, type Extension, type Graph, type Settings } from 'skeg'
const extension: Extension = defineExtension({ name: 'lab', version: '1.0.0', contexts: {}, entities: [] })
const settings: Settings = withDefaults({ port: 0 })
export async function start(): Promise<App> {
  const model = buildModel([...extensions, extension])
  const graph: Graph = withEndpoint(await openGraph(['records.jsonl'], { model }), settings)
  return createApp({ graph, settings })
}
export const row = { filter: equals('called {value}', 'HARPS'), field: fields.string('What it is called.') }
export const problem: Error = new Problem('not-found', 'There is nothing.')
// @ts-expect-error what the types forbid is found
export const wrong = createApp({ graph: 1 })
`

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: ['node'],
}

async function step(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd, timeoutMs: MAX_STEP_MS })
  expect(code, output).to.equal(0)
}

describe('the package', function () {
  this.timeout(MAX_STEP_MS * 2)
  let place: string
  let tools: Tools | undefined
  /** Folder in which the package is installed. */
  let folder: string
  before(async function () {
    if (!existsSync(join(clone, '.git'))) return this.skip()
    place = temporaryFolder()
    const fresh = join(place, 'clone')
    await step('git', ['clone', '--quiet', clone, fresh], place)
    symlinkSync(join(clone, 'node_modules'), join(fresh, 'node_modules'))
    await step('npm', ['pack', '--silent'], fresh)
    const [file] = readdirSync(fresh).filter((name) => name.endsWith('.tgz'))
    tools = await installNpm(join(fresh, file as string), 'typescript@7', '@types/node@20')
    if (!tools) return this.skip()
    folder = join(tools.bin, '../..')
    for (const name of ['records.jsonl', 'embed.mjs'])
      cpSync(join(clone, 'examples', name), join(folder, name))
  })
  after(() => tools?.close())

  it('serves records with npx skeg, with its pages and tools', async () => {
    const args = ['skeg', 'serve', 'records.jsonl', '--base', 'https://example.org/graph/', '--port', '0']
    const server = spawn('npx', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    try {
      let root: string | undefined
      for await (const line of createInterface({ input: server.stdout }))
        if ((root = /http:\S+/.exec(line)?.[0])) break
      const get = async (path: string): Promise<string> => {
        const response = await fetch(`${root}${path}`, { headers: { Accept: 'text/html' } })
        expect(response.status, path).to.equal(200)
        return response.text()
      }
      expect(await get('/skg-if/api/persons/ada')).to.include('Ada Example')
      const pages = [await get('/sparql'), await get('/docs')].join('')
      const assets = [...new Set(pages.match(/\/assets\/[\w.-]+/g))]
      for (const name of ['yasqe', 'yasqe-style', 'swagger', 'swagger-style'])
        expect(assets.map((asset) => asset.replace(/-[\w-]{12}\.\w+$/, ''))).to.include(`/assets/${name}`)
      for (const asset of assets)
        expect((await get(asset)).length, asset).to.be.above(asset.endsWith('.svg') ? 100 : 1000)
    } finally {
      process.kill(-(server.pid as number), 'SIGTERM')
      await once(server, 'close')
    }
  })

  it('can be embedded', async () => {
    const { code, output } = await run(process.execPath, ['embed.mjs'], {
      cwd: folder,
      timeoutMs: MAX_STEP_MS,
    })
    expect(code, output).to.equal(0)
    expect(output).to.include('Ada Example')
  })

  it('has types that compile, those of its dependencies included', async () => {
    writeFileSync(join(folder, 'consumer.ts'), consumer)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const tsc = join(folder, 'node_modules/typescript/bin/tsc')
    const { code, output } = await run(process.execPath, [tsc, '-p', '.'], {
      cwd: folder,
      timeoutMs: MAX_STEP_MS,
    })
    expect(code, output).to.equal(0)
  })

  it('brings neither the editor nor Swagger UI as a dependency', () => {
    for (const name of ['@zazuko/yasqe', 'swagger-ui-dist'])
      expect(existsSync(join(folder, 'node_modules', name)), name).to.equal(false)
  })
})
