// Sources that extensions bring: those of docs/sources.md run here.

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { checkPaths } from '../../src/load/check.ts'
import { loadExtensions } from '../../src/load/extensions.ts'
import { validateExtension } from '../../src/model/check/extension.ts'
import { buildModel, ModelError } from '../../src/model/model.ts'
import { BASE } from '../load/files.ts'
import { temporaryFolder } from '../support/folders.ts'

const guide = readFileSync(new URL('../../docs/sources.md', import.meta.url), 'utf8')
const example = /```js\n([^]*?)```/.exec(guide)?.[1] as string

describe('a source of an extension', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  async function check(module: string, data: unknown): Promise<{ records: number; messages: string[] }> {
    writeFileSync(join(folder, 'lab.mjs'), module)
    writeFileSync(join(folder, 'a.json'), JSON.stringify(data))
    const model = buildModel([...extensions, ...(await loadExtensions([join(folder, 'lab.mjs')], api))])
    const { records, report } = await checkPaths([join(folder, 'a.json')], { model, base: BASE })
    return { records, messages: report.findings.map(({ message }) => message) }
  }

  it('reads what it recognises, as the documentation shows', async () => {
    const results = [{ lims_id: 1, name: 'A', room: 2 }, { lims_id: 2, name: 'B', room: 3 }, { lims_id: 3 }]
    expect(await check(example, { results })).to.deep.equal({
      records: 2,
      messages: ['has no name', 'LIMS JSON: member room: left out 2 times, first here'],
    })
  })
  it('that fails spoils its record and no other', async () => {
    const module = example.replace(
      'if (record.room)',
      'if (record.room === 3) record.none.at(0); if (record.room)',
    )
    const { records, messages } = await check(module, [
      { lims_id: 1, name: 'A', room: 3 },
      { lims_id: 2, name: 'B' },
    ])
    expect(records).to.equal(1)
    expect(messages).to.have.length(1)
    expect(messages[0]).to.match(
      /^is not read by the source lab, by a fault of it: read failed: Cannot read properties/,
    )
  })
  it('of the guide reads CSV, and is linked with the records of others', async () => {
    const guide = fileURLToPath(new URL('../../examples/papers/', import.meta.url))
    const model = buildModel([...extensions, ...(await loadExtensions([guide], api))])
    const crossref = {
      DOI: '10.5555/12345678',
      type: 'journal-article',
      member: '1',
      title: ['Cats, dogs and mice'],
      author: [{ given: 'Ada', family: 'Lovelace' }],
    }
    writeFileSync(join(folder, 'works.json'), JSON.stringify(crossref))
    const { records, report } = await checkPaths([join(guide, 'papers.csv'), join(folder, 'works.json')], {
      model,
      base: BASE,
    })
    expect(records).to.equal(1)
    expect(report.findings.map(({ line, message }) => `${line} ${message}`)).to.deep.equal([
      '3 has no DOI; doi is expected to be a text such as 10.5555/12345678',
      '2 Lists of papers: column note: left out once',
    ])
  })

  /** The source, and what is said of it. */
  const faults: [source: string, file: string, message: string][] = [
    [
      'recognises: () => true, read: () => undefined',
      'a.json',
      'is not read by the source lab, by a fault of it: read returned undefined; a list of records is expected',
    ],
    [
      'recognises: () => true, read: () => ["a"]',
      'a.json',
      'is not read by the source lab, by a fault of it: read returned a list; a list of records is expected',
    ],
    [
      'recognises: (record) => record.a.b.c, read: () => []',
      'a.json',
      "is not read by the source lab, by a fault of it: recognises failed: Cannot read properties of undefined (reading 'c')",
    ],
    [
      'recognises: () => false, read: () => [], text: { recognises: () => true, records: (text) => text.split("") }',
      'a.csv',
      'is not read by the source lab, by a fault of it: text.records failed: text.split is not a function',
    ],
    [
      'recognises: () => false, read: () => [], text: { recognises: () => true, records: () => [] }',
      'a.csv',
      'is not read by the source lab, by a fault of it: text.records returned a list; an async generator is expected',
    ],
    [
      'recognises: () => false, read: () => [], text: { recognises: () => true, records: async function* () { yield { a: 1 } } }',
      'a.csv',
      'is not read by the source lab, by a fault of it: text.records returned an object; ' +
        'a list of { line, record } and { line, fault } at each step is expected',
    ],
    [
      'recognises: () => false, read: () => [], text: { recognises: () => true, records: async function* () { yield [{ a: 1 }] } }',
      'a.csv',
      'is not read by the source lab, by a fault of it: text.records returned a list; ' +
        'a list of { line, record } and { line, fault } at each step is expected',
    ],
  ]
  for (const [source, file, message] of faults)
    it(`is named with its member: ${message}`, async () => {
      const module = `export default { name: 'lab', version: '1', contexts: {}, sources: [{ name: 'lab', label: 'Lab', ${source} }] }`
      writeFileSync(join(folder, 'lab.mjs'), module)
      writeFileSync(join(folder, file), '{"a":{}}')
      const model = buildModel([...extensions, ...(await loadExtensions([join(folder, 'lab.mjs')], api))])
      const own = { ...model, sources: model.sources.filter(({ name }) => name === 'lab') }
      const { report } = await checkPaths([join(folder, file)], { model: own, base: BASE })
      expect(report.findings.map((one) => `${one.kind}: ${one.message}`)).to.deep.equal([
        `source-fault: ${message}`,
      ])
    })
  it('is named with its member where read of a source that is linked with others returns no list', async () => {
    const source = "defineSource({ name: 'lab', label: 'Lab', recognises: () => true, read: () => ({}) })"
    const module = `export default ({ defineSource }) => ({ name: 'lab', version: '1', contexts: {}, sources: [${source}] })`
    const { messages } = await check(module, { a: 1 })
    expect(messages).to.deep.equal([
      'is not read by the source lab, by a fault of it: read returned an object; a list of records is expected',
    ])
  })
  it('is named with its member where merger.merge returns no record', async () => {
    const one = (name: string): string =>
      `{ name: '${name}', label: '${name}', recognises: (record) => record.of === '${name}', ` +
      `read: (record) => [{ local_identifier: 'https://lab.example/1', entity_type: 'product', titles: { none: [record.of] } }], ` +
      'merger: { merges: () => true, merge: () => 1 } }'
    writeFileSync(
      join(folder, 'lab.mjs'),
      `export default { name: 'lab', version: '1', contexts: {}, sources: [${one('a')}, ${one('b')}] }`,
    )
    writeFileSync(join(folder, 'a.json'), '[{"of":"b"},{"of":"a"}]')
    const model = buildModel([...extensions, ...(await loadExtensions([join(folder, 'lab.mjs')], api))])
    const { report } = await checkPaths([join(folder, 'a.json')], { model, base: BASE })
    expect(report.findings.map(({ id, message }) => `${id}: ${message}`)).to.deep.equal([
      'https://lab.example/1: is not read by the source a, by a fault of it: merger.merge returned 1; a record is expected',
    ])
  })
  it('that recurses without end in a text is called a fault of the source', async () => {
    const deep = (text: string): string => deep(`${text} `).trim()
    const lab = {
      name: 'lab',
      label: 'Lab notes',
      text: {
        endings: ['.bib'],
        recognises: () => true,
        async *records(pieces: AsyncIterable<string>) {
          for await (const piece of pieces) yield [{ line: 1, fault: deep(piece) }]
        },
      },
      recognises: () => false,
      read: () => [],
    }
    writeFileSync(join(folder, 'a.bib'), '@lab{1}')
    const notes = { name: 'lab', version: '1', contexts: {}, sources: [lab] }
    const model = buildModel([...extensions, notes])
    const own = { ...model, sources: model.sources.filter(({ name }) => name === 'lab') }
    const { report } = await checkPaths([join(folder, 'a.bib')], { model: own, base: BASE })
    expect(report.findings.map(({ message }) => message)).to.deep.equal([
      'is not read by the source lab, by a fault of it: text.records failed: Maximum call stack size exceeded',
    ])
  })
  it('says that a record is gone in its source, which is counted and refuses nothing', async () => {
    const source =
      "{ name: 'lab', label: 'Lab', recognises: () => true, read: (record, { origin }) => { " +
      "origin({ collection: 'https://lab.example/', key: 'a', sourceDate: '2026-01-01', deleted: true }); return [] } }"
    const module = `export default { name: 'lab', version: '1', contexts: {}, sources: [${source}] }`
    writeFileSync(join(folder, 'lab.mjs'), module)
    writeFileSync(join(folder, 'a.json'), '{"gone":1}')
    const model = buildModel([...extensions, ...(await loadExtensions([join(folder, 'lab.mjs')], api))])
    const own = { ...model, sources: model.sources.filter(({ name }) => name === 'lab') }
    const { report } = await checkPaths([join(folder, 'a.json')], { model: own, base: BASE })
    expect([report.refused, report.lines().filter((line) => line.includes('Lab'))]).to.deep.equal([
      0,
      ['1 deletion of Lab'],
    ])
  })
  it('is held against its row', () => {
    const text = { recognises: () => true, records: () => [] }
    expect(
      validateExtension({
        name: 'lab',
        version: '1',
        contexts: {},
        sources: [{ name: 'A', label: 'A', text: { ...text, endings: ['.pipes'] }, recognises: 1 }],
      }),
    ).to.deep.equal([
      'sources[0] lacks read',
      'sources[0].name is "A"; it must be a name of small letters, digits, - and _',
      'sources[0].text.endings[0] is ".pipes"; it must be .csv or .tsv or .xlsx or .bib or .bibtex or .ris or .xml',
      'sources[0].recognises is 1; it must be a function',
    ])
  })
  it('has a name of its own', () => {
    const [source] = extensions.flatMap(({ sources = [] }) => sources)
    const lab = { name: 'lab', version: '1', contexts: {}, sources: source ? [source] : [] }
    expect(() => buildModel([...extensions, lab])).to.throw(ModelError, /two sources are named crossref/)
  })
})
