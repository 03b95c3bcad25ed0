/**
 * A disk that fails at any write of a load, as a process of the built program: the old graph stays, and the
 * load says so.
 */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepareGraph } from '../../src/load/prepare.ts'
import { MANIFEST, readManifest } from '../../src/load/prepared/manifest.ts'
import { zip } from '../load/files.ts'
import { isFullEffort, itInFull } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const FAILING = pathToFileURL(fileURLToPath(new URL('../support/failing-writes.mjs', import.meta.url))).href
const BASE = 'https://example.org/'

const person = (i: number, name = `P ${i}`): string =>
  JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name })

describe('a disk that fails', function () {
  let folder: string
  const at = (name: string): string => join(folder, name)
  before(async () => {
    folder = temporaryFolder()
    writeFileSync(at('old.jsonl'), [0, 1, 2].map((i) => person(i)).join('\n'))
    writeFileSync(
      at('new.zip'),
      zip(
        {
          'a.jsonl': [0, 1, 2, 3].map((i) => person(i)).join('\n'),
          'b.zip': zip({ 'c.jsonl': person(4) }, 8),
        },
        8,
      ),
    )
    writeFileSync(
      at('large.jsonl'),
      Array.from({ length: 30_000 }, (_, i) => person(i, `${'x'.repeat(200)} ${i}`)).join('\n'),
    )
    await prepareGraph([at('old.jsonl')], { model, base: BASE, out: at('old'), records: {} })
  })

  /** Loads onto the old graph. @param failing number of the write that fails */
  function load(
    input: string,
    failing: number,
    fromThere = false,
    onto = false,
  ): { readonly code: number | null; readonly err: string; readonly writes: number } {
    rmSync(at('graph'), { recursive: true, force: true })
    cpSync(at('old'), at('graph'), { recursive: true })
    const { NODE_OPTIONS = '', ...env } = process.env
    const { status: code, stderr } = spawnSync(
      process.execPath,
      [
        ...[PROGRAM, 'load', ...(onto ? [at('graph')] : []), at(input)],
        ...['--base', BASE, '--out', at('graph'), '--report', at('report.jsonl')],
      ],
      {
        encoding: 'utf8',
        env: {
          ...env,
          NODE_OPTIONS: `${NODE_OPTIONS} --import=${FAILING}`,
          FAILING_COMMAND: 'load',
          FAILING_WRITE: String(failing),
          ...(fromThere && { FAILING_FROM_THERE: 'yes' }),
        },
      },
    )
    return { code, err: stderr, writes: Number(/^writes: (\d+)$/m.exec(stderr)?.[1]) }
  }

  const oldManifest = (): string => readFileSync(join(at('old'), MANIFEST), 'utf8')

  /** Calls of fsync, for the directories, when the manifest has its place: the new graph is there, if not for good. */
  const SYNCS_BEHIND_MANIFEST = 2

  /** Fails each of these writes of a load. */
  function failEach(
    input: string,
    records: number,
    numbers: (writes: number) => readonly number[],
    fromThere: boolean,
    onto = false,
  ) {
    const { code, writes } = load(input, 0, false, onto)
    expect(code).to.equal(0)
    expect(writes).to.be.above(10)
    expect(readManifest(at('graph')).records['person']).to.equal(records)
    for (const number of numbers(writes)) {
      const which = `write ${number} of ${writes}`
      const failed = load(input, number, fromThere, onto)
      expect(failed.err, which).to.include('ENOSPC')
      expect(failed.code, which).to.equal(1)
      const isOld = readFileSync(join(at('graph'), MANIFEST), 'utf8') === oldManifest()
      if (number <= writes - SYNCS_BEHIND_MANIFEST) expect(isOld, which).to.equal(true)
      else if (!isOld) expect(readManifest(at('graph')).records['person'], which).to.equal(records)
      readManifest(at('graph'))
      expect(
        readdirSync(at('graph')).filter((name) => name.startsWith('.')),
        which,
      ).to.deep.equal([])
    }
  }
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

  // Of the writes of the index, which are all made in one way, a few do.
  const most = (count: number): number[] => upTo(count).filter((i) => isFullEffort || i < 9 || i % 8 === 0)

  for (const fromThere of [false, true]) {
    const itWhere = fromThere ? itInFull : it
    itWhere(
      `at each write ${fromThere ? 'and after it ' : ''}ends a load with 1, and the old graph stays until the new one has its place`,
      async () => {
        failEach('new.zip', 5, most, fromThere)
      },
    )
  }

  it('at a write ends a load onto the old graph with 1, and that stays until the new one has its place', async () => {
    failEach('new.zip', 5, (writes) => most(writes).filter((i) => isFullEffort || i % 4 === 0), false, true)
  })

  for (const fromThere of [false, true])
    itInFull(`at ${fromThere ? 'and after' : 'one of'} 40 writes of a large load does the same`, async () => {
      failEach(
        'large.jsonl',
        30_000,
        (writes) => upTo(40).map((i) => Math.ceil((i * writes) / 40)),
        fromThere,
      )
    })

  it('is full where an index is begun, opened or written, which a message says', function () {
    for (const name of ['full', 'half']) mkdirSync(at(name))
    const tables = new URL('../../dist/search-index/tables/tables.js', import.meta.url).href
    const script = `import { createTables, openTables } from '${tables}'
const fill = (path) => {
  const tables = createTables(path)
  for (let i = 0; i < 100; i++) tables.table('meta').put(Buffer.from('key ' + i), Buffer.alloc(10_000))
  tables.commit()
}
for (const [work, path] of [[createTables, 'full/new'], [openTables, 'full/old'], [fill, 'half/new']])
  try { work(path) } catch ({ message }) { console.log(message) }`
    const index = join(at('old'), readManifest(at('old')).files.index.file)
    const onFullDisk =
      'mount -t tmpfs -o size=500k none half && mount -t tmpfs -o size=4k none full && ln -s "$0" full/old && head -c 4096 /dev/zero > full/fill && ' +
      '"$1" --input-type=module --eval "$2"'
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['--user', '--map-root-user', '--mount', 'sh', '-c', onFullDisk, index, process.execPath, script],
      { cwd: folder, encoding: 'utf8' },
    )
    if (stderr === undefined || /^(?:unshare|mount):/m.test(stderr)) this.skip()
    expect(stdout, stderr).to.match(
      /^the index full\/new cannot be written: ENOSPC.*\nthere is no room for full\/old-lock: ENOSPC.*\nthe index half\/new cannot be written: ENOSPC.*\n$/,
    )
  })

  /**
   * Mounts a small disk for itself, copies the old graph there, loads onto it, checks it, and brings the
   * manifest out.
   */
  const ON_SMALL_DISK =
    'mount -t tmpfs -o size=$0k none disk && cp -r old disk/graph && { "$1" "$2" load middle.jsonl --base ' +
    `${BASE} --out disk/graph; code=$?; "$1" "$2" check disk/graph >&2 || exit 9; cp disk/graph/${MANIFEST} found; exit $code; }`
  const RECORDS = 2000
  /** From hardly more than the old graph to more than both. */
  const sizesKb = Array.from({ length: 40 }, (_, i) => 700 + 125 * i)

  itInFull(
    'is full at 40 sizes: the old graph stays and a load ends with 1, or the new one is whole',
    async function () {
      mkdirSync(at('disk'))
      const middle = Array.from({ length: RECORDS }, (_, i) => person(i, `${'x'.repeat(200)} ${i}`))
      writeFileSync(at('middle.jsonl'), middle.join('\n'))
      const run = (kilobytes: number): { readonly status: number | null; readonly stderr: string } =>
        spawnSync(
          'unshare',
          [
            ...['--user', '--map-root-user', '--mount', 'sh', '-c', ON_SMALL_DISK],
            ...[`${kilobytes}`, process.execPath, PROGRAM],
          ],
          { cwd: folder, encoding: 'utf8' },
        )
      const { status, stderr } = run(200_000)
      if (stderr === undefined || /^(?:unshare|mount):/m.test(stderr)) this.skip()
      expect(status, stderr).to.equal(0)
      const old = readFileSync(join(at('old'), MANIFEST), 'utf8')
      const seen = { old: 0, new: 0 }
      for (const kilobytes of sizesKb) {
        const { status: code, stderr: err } = run(kilobytes)
        const found = readFileSync(at('found'), 'utf8')
        expect(code, `${kilobytes} kB: ${err}`).to.equal(found === old ? 1 : 0)
        if (found === old) seen.old++
        else {
          expect((JSON.parse(found) as { records: { person: number } }).records.person).to.equal(RECORDS)
          seen.new++
        }
      }
      console.log(`      ${seen.old} times the old graph, ${seen.new} times the new one`)
      expect(seen.old).to.be.above(10)
      expect(seen.new).to.be.above(0)
    },
  )
})
