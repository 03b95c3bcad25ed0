// Each member of a ring (a door, a source, a tool) can go: out of its table, its folder deleted, the rest compiles
// and serves. Only the folders are asked for; of members one is named here: without pages, all is as programs like it.

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { run } from '../support/tools.ts'
import { temporaryFolder } from '../support/folders.ts'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const MAX_STEP_MS = 300_000
/** What the compiler reads, and what the program reads beside its code. */
const COPIED = ['src', 'scripts', 'package.json', 'tsconfig.json', 'contexts', 'data', 'queries']
const rings = ['doors', 'sources', 'tools']

/** Folders of a ring that are members: `shared` is what members have in common. */
const membersOf = (ring: string): string[] =>
  readdirSync(join(clone, 'src', ring), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)

/** A table without the lines that import from a folder, the constants that do, and the rows with what these name. */
function withoutMember(table: string, folder: string): string {
  const names: string[] = []
  const isFrom = `'\\./${folder}/`
  const rest = table
    .replace(
      new RegExp(`^import (?:type )?\\{([^}]*)\\} from ${isFrom}.*\\n`, 'gm'),
      (_, imported: string) => {
        names.push(...imported.split(',').map((name) => name.trim()))
        return ''
      },
    )
    .split('\n\n')
    .filter((paragraph) => {
      const constant = /^const (\w+)/.exec(paragraph)?.[1]
      if (!constant || !new RegExp(isFrom).test(paragraph)) return true
      names.push(constant)
      return false
    })
    .join('\n\n')
  const isRow = new RegExp([isFrom, ...names.filter(Boolean).map((name) => `\\b${name}\\b`)].join('|'))
  return rest
    .split('\n')
    .filter((line) => !isRow.test(line))
    .join('\n')
}

describe('without a member of a ring', function () {
  this.timeout(MAX_STEP_MS * 2)
  let folder: string
  before(() => {
    folder = temporaryFolder()
    for (const name of COPIED) cpSync(join(clone, name), join(folder, name), { recursive: true })
    symlinkSync(join(clone, 'node_modules'), join(folder, 'node_modules'))
  })

  async function step(args: readonly string[]): Promise<void> {
    const { code, output } = await run(process.execPath, args, { cwd: folder, timeoutMs: MAX_STEP_MS })
    expect(code, output).to.equal(0)
  }

  /** Compiles what is there. What has been compiled before, and has not changed, is not compiled again. */
  const compile = (): Promise<void> =>
    step([join(clone, 'node_modules/typescript/bin/tsc'), '-p', '.', '--tsBuildInfoFile', 'src.tsbuildinfo'])

  /** Serves what is compiled. */
  async function served<A>(ask: (root: string) => Promise<A>): Promise<A> {
    const server = spawn(process.execPath, ['dist/main.js', 'serve', '--port', '0', '--threads', '1'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_STEP_MS,
    })
    const closed = once(server, 'close')
    let errors = ''
    server.stderr.on('data', (text) => (errors += text))
    try {
      for await (const line of createInterface({ input: server.stdout })) {
        const root = / at (http\S+)$/.exec(line)?.[1]
        if (!root) continue
        return await ask(root)
      }
      throw new Error(`does not serve: ${errors}`)
    } finally {
      server.kill()
      await closed
    }
  }

  /** What is not answered of a list, the first page, and what llms.txt and the description of the graph lead to. */
  async function faultsOf(root: string): Promise<string[]> {
    const paths = new Set(['/skg-if/api/products', '/.well-known/void', '/'])
    for (const path of ['/llms.txt', '/.well-known/void']) {
      const text = await (await fetch(new URL(path, root))).text()
      for (const [, found] of text.matchAll(/[(<](?:http:\/\/localhost:\d+)(\/[^)>#{]*)[)>]/g))
        paths.add(found as string)
    }
    const statuses = [...paths].map(async (path) => [(await fetch(new URL(path, root))).status, path])
    return (await Promise.all(statuses)).flatMap(([status, path]) =>
      // /mcp takes POST alone.
      status === 200 || status === 405 ? [] : `${status} ${path}`,
    )
  }

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const record = '/skg-if/api/products/product-fair-principles'
  const query = '/sparql?query=ASK%20%7B%7D'
  /** What browsers are answered without pages: status and media type. */
  const withoutPages: readonly (readonly [path: string, answer: string, accept?: string])[] = [
    [record, '200 application/json'],
    [record, '406 application/problem+json', 'text/html'],
    [`${record}?format=html`, '406 application/problem+json'],
    ['/skg-if/api/products?filter=cf.search.title:open', '200 application/json'],
    ['/skg-if/api/products?format=embed', '406 application/problem+json'],
    ['/skg-if/api/products?filter=none:1', '422 application/problem+json'],
    ['/skg-if/api/products/none', '404 application/json'],
    ['/none', '404 application/problem+json'],
    ['/resolve?iri=https://doi.org/10.1000/none', '404 application/problem+json'],
    ['/search?q=open', '200 application/json'],
    ['/docs', '200 application/json'],
    ['/docs/errors', '200 application/json'],
    ['/sparql', '200 text/turtle'],
    [query, '200 application/xml'],
    [query, '406 application/problem+json', 'text/html'],
    ['/favicon.ico', '404 application/problem+json'],
  ]

  /** That nothing leads to a page, and the description of the API names none. */
  async function expectNoPages(root: string): Promise<void> {
    const answers = withoutPages.map(async ([path, , accept = BROWSER]) => {
      const { status, headers } = await fetch(new URL(path, root), { headers: { accept } })
      return [path, `${status} ${headers.get('content-type')?.split(';')[0]}`]
    })
    expect(await Promise.all(answers)).to.deep.equal(withoutPages.map((one) => one.slice(0, 2)))
    for (const path of [record, `${record}?format=linkset`, '/skg-if/api/products']) {
      const response = await fetch(new URL(path, root))
      expect(`${response.headers.get('link')} ${await response.text()}`).to.not.match(
        /text\/html|format=(?:html|embed|atom)/,
      )
    }
    const { paths } = (await (await fetch(new URL('/openapi.json', root))).json()) as { paths: object }
    const { '/reconcile/preview': preview, ...others } = paths as Record<string, unknown>
    expect(JSON.stringify(preview)).to.include('text/html')
    expect(JSON.stringify(others)).to.not.match(/text\/html|application\/atom\+xml|"embed"/)
  }

  for (const ring of rings)
    for (const member of membersOf(ring))
      it(`${ring}/${member}, the rest compiles and serves`, async () => {
        const [source, table] = [`src/${ring}/${member}`, `src/${ring}/${ring}.ts`]
        const text = readFileSync(join(clone, table), 'utf8')
        const rest = withoutMember(text, member)
        expect(rest, `${table} names ${member}`).to.not.equal(text)
        writeFileSync(join(folder, table), rest)
        rmSync(join(folder, source), { recursive: true })
        rmSync(join(folder, 'dist', ring, member), { recursive: true, force: true })
        try {
          await compile()
          await step(['scripts/copy-assets.mjs'])
          await served(async (root) => {
            expect(await faultsOf(root)).to.deep.equal([])
            if (member === 'pages') await expectNoPages(root)
          })
        } finally {
          cpSync(join(clone, source), join(folder, source), { recursive: true })
          writeFileSync(join(folder, table), text)
        }
      })
})
