// Files in other formats than SKG-IF are named, one finding a file, and what stands beside them is loaded.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPaths } from '../../src/load/check.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { textSource } from '../../src/load/sources/text-records.ts'
import { model } from '../support/model.ts'
import { checkAll, checkFiles, parseReport } from './checking.ts'
import { BASE, load, zip, type Json } from './files.ts'
import { folderOf, temporaryFolder } from '../support/folders.ts'
import { messageOf } from '../support/message.ts'

const line = JSON.stringify
const topic = (id: string): Json => ({
  local_identifier: id,
  entity_type: 'topic',
  labels: { en: id },
})

const scholix = { LinkProvider: [], RelationshipType: {} }
const pubMed = 'PMID- 12345678'
const finding = {
  kind: 'no-id',
  severity: 'refused',
  file: 'x.json',
  message: 'has no local_identifier',
  expected: 'A local_identifier.',
}

/** File name, content, the name of the format, the number of records that is said. */
const rows: [file: string, content: string, format: string, records?: number][] = [
  [
    'journal.json',
    line({ 'message-type': 'journal', message: { title: 'Nature', ISSN: ['0028-0836'] } }),
    'Crossref JSON that holds no works',
    1,
  ],
  [
    'empty.json',
    line({ 'message-type': 'work-list', message: { items: [] } }),
    'Crossref JSON that holds no works',
  ],
  ['no-dois.json', line({ data: [], meta: { total: 0 } }), 'DataCite JSON that holds no records'],
  ['scholix.json', line([scholix, scholix]), 'ScholeXplorer JSON', 2],
  ['hal.json', line({ response: { numFound: 1, docs: [{ docid: '1', label_s: 'A' }] } }), 'HAL JSON', 1],
  ['hal.jsonl', line({ docid: '1', halId_s: 'hal-1' }), 'HAL JSON', 1],
  ['zenodo.jsonl', line({ conceptrecid: '1', metadata: { title: 'A' }, links: {} }), 'Zenodo JSON', 1],
  ['epmc.json', line({ hitCount: 1, resultList: { result: [] } }), 'Europe PMC JSON', 1],
  ['epmc.jsonl', line({ source: 'MED', authorString: 'A B', pubYear: '2020' }), 'Europe PMC JSON', 1],
  ['s2.jsonl', line({ paperId: 'a1', title: 'A' }), 'Semantic Scholar JSON', 1],
  ['openaire.json', line({ header: { numFound: 0 }, results: [] }), 'OpenAIRE JSON that holds no records'],
  ['scholix.jsonl', line(scholix), 'ScholeXplorer JSON', 1],
  [
    'orcid.json',
    line({ path: '/0000-0002-1825-0097', 'last-modified-date': {} }),
    'ORCID JSON that is no whole record',
    1,
  ],
  [
    'orcid.xml',
    '<?xml version="1.0"?>\n<work:work xmlns:work="http://www.orcid.org/ns/work"/>',
    'ORCID XML that is no whole record',
  ],
  ['refs.nbib', `${pubMed}\n`, 'PubMed'],
  ['refs.json', '% exported\n@article{a,\n title = {A title}}\n', 'BibTeX'],
  ['refs-ris.json', 'TY  - JOUR\nTI  - A title\nER  - \n', 'RIS'],
]

describe('a file in another format', () => {
  for (const [file, content, format, records] of rows) {
    it(`that is ${format} (${file}) is named once, and the file beside it is read`, async () => {
      const {
        findings,
        records: read,
        refused,
      } = await checkFiles({
        [file]: content,
        'good.jsonl': line(topic('t1')),
      })
      expect(findings.map(({ kind }) => kind)).to.deep.equal(['other-format'])
      expect(refused).to.equal(1)
      expect(read).to.equal(1)
      expect(findings[0]?.file).to.equal(file)
      expect(findings[0]?.message).to.match(new RegExp(`^is ${format}, not SKG-IF; `))
      expect(findings[0]?.message).to.include(
        records === undefined
          ? /BibTeX|RIS/.test(format)
            ? 'it is read from a file that ends in'
            : 'it is not read'
          : records === 1
            ? 'its record is left out'
            : `${records} records are left out`,
      )
    })
  }

  it('leaves out no record of SKG-IF that stands in it', async () => {
    const { findings, answers } = await load({
      'mixed.jsonl': [topic('t1'), scholix, topic('t2'), scholix].map((one) => line(one)).join('\n'),
    })
    expect(Object.keys(answers)).to.deep.equal(['topic t1', 'topic t2'])
    expect(findings).to.deep.equal([
      'refused mixed.jsonl:2 is ScholeXplorer JSON, not SKG-IF; 2 records are left out',
    ])
  })

  it('that the user names is reported even where its ending alone says what it is', async () => {
    const folder = folderOf({
      'table.parquet': 'PAR1',
      'refs.txt': '@book{a, title = {A title}}',
      'good.jsonl': line(topic('t1')),
    })
    const inFolder = await checkAll([folder])
    expect(inFolder.findings).to.deep.equal([])
    const named = await checkAll([join(folder, 'table.parquet'), join(folder, 'refs.txt')])
    const said = named.findings.map(({ file, message }) => [basename(file), message])
    expect(said).to.have.deep.members([
      ['table.parquet', 'is Parquet, not SKG-IF; it is not read'],
      ['refs.txt', 'is BibTeX, not SKG-IF; it is read from a file that ends in .bib'],
    ])
  })
})

describe('records of another source', () => {
  it('are named where the graph has no base, and so are files in another format', async () => {
    const work = { DOI: '10.5555/12345678', type: 'journal-article', member: '1', title: ['A'] }
    const long = line(Array(400).fill({ ...scholix, abstract: 'x'.repeat(500) }))
    const named: [name: string, content: string, said: string][] = [
      ['a.json', line({ status: 'ok', 'message-type': 'work', message: work }), 'Crossref JSON'],
      ['b.jsonl', `${line(work)}\n`, 'Crossref JSON'],
      ['c.ris', 'TY  - JOUR\n', 'RIS'],
      ['d.json', long, 'ScholeXplorer JSON, not SKG-IF; it is not read'],
      ['e.nbib', `${pubMed}\n`, 'PubMed, not SKG-IF; it is not read'],
    ]
    const folder = temporaryFolder()
    for (const [name, content] of named) writeFileSync(join(folder, name), content)
    const error = await prepareGraph([folder], { model, out: join(folder, 'graph') }).catch(
      (one: Error) => one,
    )
    expect((error as Error).message.replaceAll(`${folder}/`, '').split('\n')).to.deep.equal([
      'the graph needs one base IRI, and the inputs state no @base; give it with --base IRI, such as ' +
        '--base https://example.org/graph/',
      ...named.map(([name, , said]) =>
        said.includes(',') ? `${name} is ${said}` : `${name} is ${said}, which states no base`,
      ),
    ])
  })

  it('are enough where they speak of others alone', async () => {
    const folder = folderOf({ 'index.csv': 'citing,cited\n10.5555/a,10.5555/b\n' })
    const { records, entities } = await checkPaths([folder], { model, base: 'https://example.org/' })
    expect([records, entities]).to.deep.equal([0, 2])
  })
})

describe('a report of an earlier run', () => {
  it('is not read as records, which is said once', async () => {
    const { findings, lines, refused } = await checkFiles({
      'findings.jsonl': Array(37).fill(line(finding)).join('\n'),
      'good.jsonl': line(topic('t1')),
    })
    expect(findings).to.deep.equal([])
    expect(refused).to.equal(0)
    expect(lines).to.deep.equal(['0 refused, 0 warned', '1 file with reports of skeg, not read'])
  })

  it('is written anew where it lies in the directory that is checked, and other files are not', async () => {
    const folder = temporaryFolder()
    const report = join(folder, 'findings.jsonl')
    const options = { model, base: BASE, report }
    writeFileSync(join(folder, 'bad.jsonl'), line({ entity_type: 'topic', labels: { en: 'x' } }))
    for (let run = 0; run < 3; run++) {
      await checkPaths([folder], options)
      expect(parseReport(readFileSync(report, 'utf8')).map(({ kind }) => kind)).to.deep.equal(['no-id'])
    }
    writeFileSync(report, line(topic('t1')))
    expect(await messageOf(checkPaths([folder], options))).to.match(
      /findings\.jsonl is one of the files that are read/,
    )
    expect(readFileSync(report, 'utf8')).to.equal(line(topic('t1')))
  })
})

describe('a report beside zip archives', () => {
  it('is written anew by the next run, whatever stands in the archives', async () => {
    const folder = temporaryFolder()
    const report = join(folder, 'findings.jsonl')
    const inner = zip({ 'b.jsonl': line(topic('t2')) }, 8)
    writeFileSync(
      join(folder, 'a.zip'),
      zip({ 'a.csv': 'x,y\n', 'a.jsonl': line(topic('t1')), 'b.zip': inner }, 8),
    )
    for (let run = 0; run < 2; run++)
      expect((await checkPaths([folder], { model, base: BASE, report })).records).to.equal(2)
  })
})

describe('the source of a text', () => {
  it('is told by the ending of its file where none recognises how it begins, but for XML', () => {
    const text = { endings: ['.bib', '.xml'], recognises: () => false, records: async function* () {} }
    const source = { name: 'x', label: 'X', recognises: () => false, read: () => [], text }
    expect(textSource([source], 'a.bib', '@book{}')).to.deep.equal({ source, text })
    expect(textSource([source], 'a.xml', '<a/>')).to.equal(undefined)
  })
})

describe('real files of other sources', () => {
  it('are named, one finding a file', async function () {
    const folder = fileURLToPath(
      new URL('../../../shared/data/sources/openaire/not-the-graph/', import.meta.url),
    )
    if (!existsSync(folder)) return this.skip()
    const { findings, records } = await checkAll([folder])
    expect(records).to.equal(0)
    for (const { message } of findings) expect(message).to.match(/^is ScholeXplorer JSON/)
    const files = readdirSync(folder).filter((name) => /\.(?:jsonl?|xml)$/.test(name))
    expect(findings.map(({ file }) => basename(file)).sort()).to.deep.equal(files.sort())
  })
})
