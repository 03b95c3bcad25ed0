/** `load --from-store`: a graph that skeg wrote comes back from a SPARQL server as it was, or not at all. */

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { startCommandRunner } from '../support/command.ts'
import { itInFull } from '../support/effort.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { startOxigraph, type EngineOptions, type OxigraphEngine } from '../support/oxigraph.ts'
import { prepare, type Prepared } from '../support/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

describe('load --from-store', function () {
  this.timeout(60_000)
  const folder = temporaryFolder()
  const runner = throughout(startCommandRunner)
  let prepared: Prepared
  before(async () => {
    const source = await writeGenerated(sources.demo, { seed: 3, grants: 60, services: 20, citations: 50 })
    prepared = await prepare([source.path], source.base)
  })

  async function engineWith(files: readonly string[], options: EngineOptions = {}): Promise<OxigraphEngine> {
    const engine = await startOxigraph(options)
    engine.load(files)
    return engine
  }

  const behaviours: readonly [says: string, EngineOptions][] = [
    ['gives all at once', {}],
    ['cuts answers at 60 rows', { maxRows: 60 }],
    ['names blank nodes anew in each answer', { renamesBlankNodes: true }],
  ]
  for (const [says, options] of behaviours) {
    const test = options.maxRows || options.renamesBlankNodes ? it : itInFull
    test(`copies a graph, with its content hash, from a server that ${says}`, async () => {
      const engine = await engineWith(prepared.files, options)
      const out = join(folder, says.replaceAll(' ', '-'))
      const { code, err } = await runner.run(['load', '--from-store', engine.url, '--out', out])
      await engine.close()
      expect(code, err).to.equal(0)
      const { hash, base, sources: from } = readManifest(out)
      expect({ hash, base, from }).to.deep.equal({
        hash: prepared.hash,
        base: prepared.base,
        from: [engine.url],
      })
    })
  }

  it('leaves what a server keeps for itself where it is', async () => {
    const foreign = join(folder, 'foreign.nq')
    writeFileSync(foreign, '<urn:a> <urn:p> "a" <urn:schemas> .\n<urn:b> <urn:p> "b" <urn:schemas> .\n')
    const engine = await engineWith([...prepared.files, foreign])
    const out = join(folder, 'own')
    const { code, err } = await runner.run(['load', '--from-store', engine.url, '--out', out])
    await engine.close()
    expect(code, err).to.equal(0)
    expect(readManifest(out).hash).to.equal(prepared.hash)
  })

  it('ends with 1 and both hashes where something is missing, and writes nothing', async () => {
    const partial = join(folder, 'partial.nq')
    const lines = gunzipSync(readFileSync(prepared.files[0])).toString().split('\n')
    writeFileSync(partial, lines.filter((line) => !/title|name/.test(line)).join('\n'))
    const engine = await engineWith([partial, prepared.files[1]])
    const out = join(folder, 'missing')
    const { code, err } = await runner.run(['load', '--from-store', engine.url, '--out', out])
    await engine.close()
    expect(code).to.equal(1)
    const [own, said] = /content hash ([0-9a-f]{64}), not ([0-9a-f]{64})/.exec(err)?.slice(1) ?? []
    expect(said).to.equal(prepared.hash)
    expect(own).to.be.a('string').that.does.not.equal(said)
    expect(() => readManifest(out)).to.throw()
  })

  it('says what would be right where it cannot copy', async () => {
    const unversioned = await engineWith([prepared.files[0]])
    const engine = await engineWith(prepared.files)
    const small = await engineWith(prepared.files, { maxRows: 2 })
    const rows: readonly [words: readonly string[], message: RegExp, code: number][] = [
      [['--from-store', unversioned.url], /load the file dataset-….nq of the prepared graph there too/, 1],
      [['--from-store', engine.url, '--base', 'https://example.org/'], /has the base \S+, not https/, 1],
      [['--from-store', small.url], /gives at most 2 rows of an answer/, 1],
      [['--from-store', 'http://127.0.0.1:9/', '--fetch-retries', '0'], /ECONNREFUSED/, 1],
      [['--from-store', engine.url, prepared.path], /copies one graph: it takes no PATHs/, 2],
    ]
    for (const [words, message, code] of rows) {
      const ended = await runner.run(['load', ...words, '--out', join(folder, 'none')])
      expect(ended.err, words.join(' ')).to.match(message)
      expect(ended.code, words.join(' ')).to.equal(code)
    }
    for (const one of [unversioned, engine, small]) await one.close()
  })
})
