// Each member of a ring (a door, a source, a tool) can go: out of its table, its folder deleted, the rest compiles
// and serves. Only the folders are asked for; names of members stand nowhere in this file.

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

  /** The statuses of a list, of the description of the graph, and of the first page. */
  async function statusesServed(): Promise<number[]> {
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
        const statuses: number[] = []
        for (const path of ['/skg-if/api/products', '/.well-known/void', '/'])
          statuses.push((await fetch(new URL(path, root))).status)
        return statuses
      }
      throw new Error(`does not serve: ${errors}`)
    } finally {
      server.kill()
      await closed
    }
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
          expect(await statusesServed()).to.deep.equal([200, 200, 200])
        } finally {
          cpSync(join(clone, source), join(folder, source), { recursive: true })
          writeFileSync(join(folder, table), text)
        }
      })
})
