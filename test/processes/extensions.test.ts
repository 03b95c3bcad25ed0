/**
 * Extensions on the command line, as processes: every command takes them, and a prepared graph knows with
 * which it was made.
 */

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess, startCommandRunner, WITHOUT_THREADS } from '../support/command.ts'
import { itInFull } from '../support/effort.ts'
import { until } from '../support/until.ts'
import { FOLDER, RECORDS } from '../extensions/ra-skg.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const LAB = file('examples/instruments')
const HARPS = `${LAB}/records.json`

const flags = ['--port', '0', '--sparql', 'off', '--log', 'off']
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

describe('extensions on the command line', () => {
  const runner = throughout(startCommandRunner)
  const folder = temporaryFolder()

  it('serve takes several, with a flag for each', async () => {
    const { code } = await runProcess(
      ['serve', HARPS, RECORDS, '--extension', LAB, '--extension', FOLDER, ...flags],
      async (url) => {
        expect([
          await statusOf(`${url}/skg-if/api/instruments/instrument-harps`),
          await statusOf(`${url}/skg-if/api/persons?filter=cf.search.ra_profiles.title:cv`),
        ]).to.deep.equal([200, 200])
        const { collections } = (await (await fetch(`${url}/skg-if/api`)).json()) as {
          collections: { entity_type: string }[]
        }
        expect(collections.at(-1)?.entity_type).to.equal('lab_instrument')
      },
    )
    expect(code).to.equal(0)
  })
  it('the environment names several, with a separator', async () => {
    const environment = { SKEG_EXTENSION: `${FOLDER}:${LAB}` }
    const { code, out } = await runner.run(['check', HARPS, RECORDS], environment)
    expect(out).to.match(/^8 records in 2 files\n0 refused, /)
    expect(code).to.equal(0)
  })
  it('without them their records are refused', async () => {
    const { code, err } = await runner.run(['check', HARPS])
    expect([code, err]).to.deep.equal([1, ''])
  })
  it('check takes them', async () => {
    const { code, out } = await runner.run(['check', HARPS, '--extension', LAB])
    expect([code, out.split('\n').slice(0, 2)]).to.deep.equal([
      0,
      ['2 records in 1 file', '0 refused, 0 warned'],
    ])
  })
  it('a prepared graph names them, is served with them, and without them says so', async () => {
    const [lab, ra] = [join(folder, 'lab'), join(folder, 'ra')]
    expect((await runner.run(['load', HARPS, '--out', lab, '--extension', LAB])).code).to.equal(0)
    expect(JSON.parse(readFileSync(join(lab, 'manifest.json'), 'utf8')).extensions).to.deep.equal([
      'core 1.1.0',
      'srv 1.0.0',
      'lab 1.0.0',
    ])
    const found = await runProcess(
      ['serve', lab, '--extension', LAB, ...flags, ...WITHOUT_THREADS],
      async (url) => expect(await statusOf(`${url}/skg-if/api/instruments`)).to.equal(200) as never,
    )
    expect(found.err).to.match(/^skeg: reads \S+\nskeg: listens on \S+\n$/)
    expect(found.code).to.equal(0)

    const refused = await runner.run(['serve', lab, ...flags])
    expect([refused.code, refused.err]).to.deep.equal([
      1,
      `skeg: the prepared graph ${lab} has records of types that are not known here: ` +
        `lab_instrument; it was prepared with lab 1.0.0: add --extension PATH\n`,
    ])

    expect((await runner.run(['load', RECORDS, '--out', ra, '--extension', FOLDER])).code).to.equal(0)
    const warned = await runProcess(
      ['serve', ra, ...flags, ...WITHOUT_THREADS],
      async (url) => expect(await statusOf(`${url}/skg-if/api/products`)).to.equal(200) as never,
    )
    expect(warned.code).to.equal(0)
    expect(warned.err)
      .to.include(`${ra} was prepared with ra-skg 1.0.0, which is not loaded`)
      .and.include('Expected: The same extensions, by --extension PATH.')
  })
  it('export takes them', async () => {
    const out = join(folder, 'all.jsonl')
    expect(
      (await runner.run(['export', join(folder, 'lab'), '--out', out, '--extension', LAB])).code,
    ).to.equal(0)
    expect(readFileSync(out, 'utf8')).to.include('"entity_type":"lab_instrument"')
  })
  itInFull('a reload reads raw files with them', async () => {
    const records = join(folder, 'records.json')
    writeFileSync(records, readFileSync(HARPS))
    await runProcess(['serve', records, '--extension', LAB, ...flags], async (url, kill) => {
      writeFileSync(records, readFileSync(HARPS, 'utf8').replace('"name": "HARPS"', '"name": "HARPS-N"'))
      kill('SIGHUP')
      await until(async () => (await statusOf(`${url}/skg-if/api/instruments?filter=name:HARPS-N`)) === 200)
      kill('SIGTERM')
    })
  })
  it('one that is broken stops every command before it does anything, with the status of its failure', async () => {
    const broken = join(folder, 'broken.mjs')
    writeFileSync(broken, 'export default { name: "x", version: "1", contexts: {}, entites: [] }')
    const rows: [args: string[], code: number][] = [
      [['serve'], 1],
      [['check', HARPS], 1],
      [['load', HARPS, '--out', join(folder, 'none')], 1],
      [['export', HARPS, '--out', join(folder, 'none.nq')], 1],
    ]
    for (const [args, expected] of rows) {
      const { code, out, err } = await runner.run([...args, '--extension', broken])
      expect([code, out, err], args[0]).to.deep.equal([
        expected,
        '',
        `skeg: Extensions cannot be used:\n  - ${broken}: has the unknown member entites; did you ` +
          'mean entities? known are name, version, contexts, corrections, identifierSchemes, ' +
          `entities, sources, extend, translations\n`,
      ])
    }
  })
  it('two that clash are refused with what both have', async () => {
    const { code, err } = await runner.run(['check', HARPS, '--extension', LAB, '--extension', LAB])
    expect(code).to.equal(1)
    for (const fault of [
      'two extensions are named lab',
      'two entity types have the path instruments',
      'lab adds product.lab_made_with, which is there already',
      'two contexts are named lab',
    ])
      expect(err).to.include(fault)
  })
})
