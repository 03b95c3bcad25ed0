// Exports: what is written in each form, read again, is the same graph.

import { expect } from 'chai'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { exportFormats, exportGraph } from '../../src/tools/export/export.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { countQuads } from '../support/dump.ts'
import { sources } from '../support/generated.ts'
import { openGraph, type OpenGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const loadable = Object.keys(exportFormats).filter((ending) => !exportFormats[ending]!.isTable)

describe('an export', () => {
  const { path, base } = sources.demo
  let folder: string
  let opened: OpenGraph
  let hash: string
  before(async () => {
    folder = temporaryFolder()
    ;({
      manifest: { hash },
    } = await prepareGraph([path], { model, base, out: join(folder, 'graph') }))
    opened = await openGraph([join(folder, 'graph')], { model })
  })
  after(async () => {
    await opened?.graph.close()
  })

  async function exportTo(name: string, paths: readonly string[], base?: string): Promise<void> {
    const { graph, ...rest } = await openGraph(paths, { model, base })
    try {
      await exportGraph({ graph, ...rest }, join(folder, name))
    } finally {
      await graph.close()
    }
  }

  for (const ending of loadable) {
    it(`as ${ending} is the same graph when it is loaded`, async () => {
      const file = join(folder, `export${ending}`)
      expect(await exportGraph(opened, file)).to.equal(0)
      const { manifest } = await prepareGraph([file], { model, base, out: join(folder, 'again') })
      expect(manifest.hash).to.equal(hash)
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).to.deep.equal([])
    })
  }
  it('as .parquet is a table of the records whose list the file is called after', async () => {
    const file = join(folder, 'products.parquet')
    expect(await exportGraph(opened, file)).to.equal(0)
    const bytes = readFileSync(file)
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    })
    const type = model.typeAt('products')!
    expect(rows.map((row) => row['local_identifier'] as string)).to.deep.equal(
      opened.graph.list(type, 0, opened.graph.count(type)),
    )
    const wrong = await exportGraph(opened, join(folder, 'all.parquet')).catch(
      (error: Error) => error.message,
    )
    expect(wrong).to.include('call it products.parquet')
  })
  it('of files that were read is the same graph too', async () => {
    await exportTo('raw.nq.gz', [path], base)
    expect(
      (await prepareGraph([join(folder, 'raw.nq.gz')], { model, base, out: join(folder, 'again') })).manifest
        .hash,
    ).to.equal(hash)
  })
  it(
    'as .nq says which base and version it has, as often as it is exported, and nothing of it gets ' +
      'into a graph',
    async () => {
      const first = join(folder, 'first.nq')
      await exportGraph(opened, first)
      await prepareGraph([first], { model, base, out: join(folder, 'second') })
      await using again = await openGraph([join(folder, 'second')], { model })
      expect(await countQuads(again.store)).to.equal(await countQuads(opened.store))
      await exportGraph(again, join(folder, 'second.nq'))
      const baseTriples = (file: string): string[] =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line.startsWith(`<${base}> `))
      expect(baseTriples('first.nq')).to.have.length(5)
      expect(baseTriples('first.nq').join()).to.include(
        `<http://www.w3.org/2002/07/owl#versionInfo> "${hash}" <${base}>`,
      )
      const lasting = (file: string): string[] =>
        baseTriples(file).filter((line) => !line.includes('modified'))
      expect(lasting('second.nq')).to.deep.equal(lasting('first.nq'))
    },
  )
  it('as .nq is the same graph where a record is called like the base', async () => {
    const called = { model, base: 'https://x.example/', out: join(folder, 'called') }
    writeFileSync(
      join(folder, 'called.jsonl'),
      `${JSON.stringify({ local_identifier: called.base, entity_type: 'datasource', name: 'All' })}\n`,
    )
    const { manifest } = await prepareGraph([join(folder, 'called.jsonl')], called)
    await exportTo('called.nq', [called.out])
    expect(
      (await prepareGraph([join(folder, 'called.nq')], { ...called, out: join(folder, 'again') })).manifest
        .hash,
    ).to.equal(manifest.hash)
  })
  it(
    'as .nq is the same graph where records of several types have one id and read its triples each ' +
      'in their way',
    async () => {
      const record = (id: string, entity_type: string, fields: object): string =>
        JSON.stringify({ local_identifier: `https://x.example/${id}`, entity_type, ...fields })
      const several = { model, base: 'https://x.example/', out: join(folder, 'several') }
      writeFileSync(
        join(folder, 'several.jsonl'),
        [
          record('a', 'product', { titles: { de: ['T'] } }),
          record('a', 'venue', { acronym: 'A' }),
          record('b', 'grant', {
            titles: { de: 'T' },
            contributions: [{ roles: ['workpackage leader', 'other'] }],
          }),
          record('b', 'product', { contributions: [{ role: 'publisher' }] }),
          record('b', 'venue', { acronym: 'B' }),
          record('c', 'service', { name: { en: 'S' } }),
          record('c', 'person', { name: 'P' }),
          record('d', 'grant', { contributions: [{ roles: ['workpackage leader'], by: 'p' }] }),
          record('d', 'product', { contributions: [{ role: 'author', rank: 1, by: 'p' }] }),
        ].join('\n'),
      )
      const { manifest } = await prepareGraph([join(folder, 'several.jsonl')], several)
      await exportTo('several.nq', [several.out])
      writeFileSync(join(folder, 'copy.nq'), readFileSync(join(folder, 'several.nq')))
      for (const also of [[], ['copy.nq'], ['several.jsonl']]) {
        const again = await prepareGraph(
          ['several.nq', ...also].map((name) => join(folder, name)),
          { ...several, out: join(folder, 'again') },
        )
        expect(again.manifest.hash, also.join()).to.equal(manifest.hash)
        expect(again.manifest.quads, also.join()).to.equal(manifest.quads)
      }
    },
  )
  const descriptions: readonly [
    title: string,
    more: readonly string[],
    version: string,
    hasDescription: boolean,
  ][] = [
    ['is left out', [], 'a'.repeat(64), false],
    ['of somebody else is kept', [], '2.1', true],
    ['that says more is kept', ['<http://purl.org/dc/terms/title> "T"'], 'a'.repeat(64), true],
    [
      'of something that is more is kept',
      ['a <http://www.w3.org/ns/dcat#DataService>'],
      'a'.repeat(64),
      true,
    ],
  ]
  for (const [title, more, version, hasDescription] of descriptions) {
    it(`a description of a graph ${title}`, async () => {
      const file = join(folder, 'described.ttl')
      const properties = [
        'a <http://rdfs.org/ns/void#Dataset>; <http://rdfs.org/ns/void#uriSpace> ' +
          `"https://y.example/"; <http://www.w3.org/2002/07/owl#versionInfo> "${version}"; ` +
          '<http://purl.org/dc/terms/modified> ' +
          '"2026-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>; ' +
          '<http://rdfs.org/ns/void#triples> 5',
        ...more,
      ]
      const record =
        '<https://y.example/o> a <http://xmlns.com/foaf/0.1/Organization>; <http://xmlns.com/foaf/0.1/name> "N"'
      writeFileSync(file, `<https://y.example/> ${properties.join('; ')} .\n${record} .\n`)
      const { manifest } = await prepareGraph([file], { model, base, out: join(folder, 'again') })
      expect(manifest.quads).to.equal(2 + (hasDescription ? 5 + more.length : 0))
    })
  }
  it('as .nt has a line for each triple, and no graphs', async () => {
    await exportGraph(opened, join(folder, 'lines.nt'))
    const lines = readFileSync(join(folder, 'lines.nt'), 'utf8').trimEnd().split('\n')
    expect(new Set(lines).size).to.equal(lines.length)
    expect(lines).to.have.length(await countQuads(opened.store))
    expect(
      lines.filter((line) => !/^(?:<[^>]+>|_:\w+) <[^>]+> (?:<[^>]+>|_:\w+|".*"\S*) \.$/.test(line)),
    ).to.deep.equal([])
  })
  it('as .jsonl holds each record once', async () => {
    await exportGraph(opened, join(folder, 'all.jsonl.gz'))
    const ids = gunzipSync(readFileSync(join(folder, 'all.jsonl.gz')))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { local_identifier: id, entity_type: type } = JSON.parse(line)
        return `${type} ${id}`
      })
    const expected = model.types.flatMap((type) =>
      opened.graph.list(type, 0, 1e6).map((iri) => `${type.name} ${iri}`),
    )
    expect(ids).to.deep.equal(expected)
  })
  it('as .zip has the layout of a snapshot', async () => {
    await exportGraph(opened, join(folder, 'parts.zip'))
    const names = (await findInputs([join(folder, 'parts.zip')])).map(({ name }) =>
      name.slice(join(folder, 'parts.zip/').length),
    )
    expect(names).to.deep.equal(
      model.types
        .filter((type) => opened.graph.count(type) > 0)
        .map((type) => `${type.path}/00000-00999/part_00000.jsonl`),
    )
  })
  it('says how many triples it lacks, where its form has no place for them', async () => {
    writeFileSync(
      join(folder, 'more.ttl'),
      `<${base}odd> a <http://purl.org/spar/fabio/SubjectTerm> ;
  <http://www.w3.org/2004/02/skos/core#prefLabel> "Odd"@en ;
  <http://x.example/mood> "fair", [ <http://x.example/why> "sun" ] .
<${base}silent> a <http://xmlns.com/foaf/0.1/Person> . <http://x.example/thing> <http://x.example/is> "no entity" .`,
    )
    await using all = await openGraph([path, join(folder, 'more.ttl')], { model, base })
    const lost: Record<string, number> = {}
    for (const ending of loadable) lost[ending] = await exportGraph(all, join(folder, `more${ending}`))
    expect(lost).to.deep.equal({
      '.zip': 5,
      '.nq.gz': 0,
      '.nq': 0,
      '.nt.gz': 0,
      '.nt': 0,
      '.jsonl.gz': 5,
      '.jsonl': 5,
    })
  })
  const places: readonly [title: string, name: string, message: RegExp][] = [
    [
      'in a directory that is not there',
      'none/export.zip',
      /export\.zip cannot be written: there is no directory .*none$/,
    ],
    ['below a file', 'all.jsonl.gz/export.zip', /cannot be written: .*all\.jsonl\.gz is no directory$/],
    ['at a directory', 'folder.zip', /folder\.zip is a directory; --out names a file$/],
  ]
  for (const [title, name, message] of places) {
    it(`is refused ${title}`, async () => {
      mkdirSync(join(folder, 'folder.zip'), { recursive: true })
      writeFileSync(join(folder, 'all.jsonl.gz'), '')
      const error = await exportGraph(opened, join(folder, name)).then(
        () => undefined,
        (one: Error) => one,
      )
      expect(error?.message).to.match(message)
    })
  }
  it('leaves nothing behind where its name says nothing', async () => {
    const file = join(folder, 'export.doc')
    const error = await exportGraph(opened, file).then(
      () => undefined,
      (one: Error) => one,
    )
    expect(error?.message).to.include('known are .zip .nq.gz')
    expect(existsSync(file)).to.equal(false)
  })
})
