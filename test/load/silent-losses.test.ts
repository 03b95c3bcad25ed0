// What cannot be read, or not as it stands, is a finding: nothing is passed over in silence.

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPaths } from '../../src/load/check.ts'
import { tar } from '../sources/archives.ts'
import { model } from '../support/model.ts'
import { checkFiles } from './checking.ts'
import { BASE, load, zip, type Files, type Json } from './files.ts'
import { folderOf, temporaryFolder } from '../support/folders.ts'

const topic = (id: string): Json => ({ local_identifier: id, entity_type: 'topic', labels: { en: id } })
const line = JSON.stringify
const GOOD = { 'good.jsonl': line(topic('t1')) }

describe('a file whose ending is known and whose head is not', () => {
  const broken = '\u0001iting,cited\n10.5555/a,10.5555/b\n'
  const places: [title: string, files: Files, file: string][] = [
    ['in a folder', { 'a.csv': broken }, 'a.csv'],
    ['in a zip archive', { 'a.zip': zip({ 'a.csv': broken }, 8) }, 'a.zip/a.csv'],
    ['in a tar archive', { 'a.tar': tar({ 'a.csv': broken }) }, 'a.tar/a.csv'],
  ]
  for (const [title, files, file] of places)
    it(`is refused by its name ${title}`, async () => {
      const { findings, records } = await checkFiles({ ...GOOD, ...files })
      expect(findings.map((one) => [one.kind, one.file])).to.deep.equal([['unreadable-file', file]])
      expect(findings[0]?.message).to.match(/^has headings that are not known; /)
      expect(records).to.equal(1)
    })
})

describe('a context that is not known', () => {
  const documentWith = (...contexts: unknown[]): string =>
    line({ '@context': [...contexts, { '@base': BASE }], '@graph': [topic('t1'), topic('t2')] })
  it('is reported once a file, and the records are read', async () => {
    const { findings, records } = await checkFiles({
      'a.jsonl': [documentWith('https://a.example/c.json'), documentWith('https://a.example/c.json')].join(
        '\n',
      ),
      'b.json': documentWith('file:///c.json', 'https://w3id.org/skg-if/context/1.1.0/skg-if.json'),
    })
    const found = findings.filter(({ kind }) => kind === 'unknown-context')
    expect(found.map(({ file, message }) => `${file} ${message.split(',', 1)[0]}`)).to.deep.equal([
      'a.jsonl names the context https://a.example/c.json',
      'b.json names the context file:///c.json',
    ])
    expect(records).to.equal(6)
  })
  it('is none of those that skeg writes', async () => {
    const contexts = model.contexts.map(({ url }) => url)
    expect(contexts).to.not.have.length(0)
    const { findings } = await checkFiles({ 'a.json': documentWith(...contexts) })
    expect(findings).to.deep.equal([])
  })
})

describe('a tar archive', () => {
  it('may have a line end in a name', async () => {
    const name = 'a\nb.jsonl'
    const { records, findings } = await checkFiles({ 'a.tar': tar({ [name]: line(topic('t1')) }, 'pax') })
    expect([records, findings]).to.deep.equal([1, []])
  })
  for (const form of ['gnu', 'posix'] as const)
    it(`with a sparse file in the form ${form} refuses it by its name, and reads the others`, async () => {
      const folder = temporaryFolder()
      const inside = join(folder, 'in')
      mkdirSync(inside)
      writeFileSync(join(inside, 'a.jsonl'), line(topic('t1')))
      truncateSync(join(inside, 'a.jsonl'), 1 << 20)
      writeFileSync(join(inside, 'b.jsonl'), line(topic('t2')))
      const archive = join(folder, 'a.tar')
      execFileSync('tar', ['-C', inside, '-cSf', archive, `--format=${form}`, 'a.jsonl', 'b.jsonl'])
      const { findings, records } = await checkFiles({ 'a.tar': readFileSync(archive) })
      expect(findings.map(({ file, message }) => `${file} ${message}`)).to.deep.equal([
        'a.tar/a.jsonl is stored in its archive as a sparse file; pack it without --sparse',
      ])
      expect(records).to.equal(1)
    })
  it('has one allowance for all packed files in it', async () => {
    const blank = gzipSync(Buffer.alloc(60_000_000, ' '))
    const { findings } = await checkFiles({
      'a.tar': tar({ ...GOOD, 'a.jsonl.gz': blank, 'b.jsonl.gz': blank, 'c.jsonl.gz': blank }),
    })
    const found = findings.filter(({ message }) => message.includes('unpacks to more than'))
    expect(found.map(({ file }) => file)).to.deep.equal(['a.tar/b.jsonl.gz', 'a.tar/c.jsonl.gz'])
  })
})

describe('an RDF subject whose records are all refused', () => {
  const subject = (iri: string): string =>
    `<${iri}> a <http://purl.org/spar/fabio/Work> ; <http://purl.org/dc/terms/title> "A" .\n`
  it('does not count as read', async () => {
    const folder = folderOf({ 'a.ttl': subject('https://a.example/1') + subject('http:///2') })
    const { report } = await checkPaths([folder], { model, base: BASE })
    expect([report.accepted, report.refusedRecords]).to.deep.equal([1, 1])
  })
})

describe('a key that stands twice', () => {
  const duplicates = async (files: Files): Promise<string[]> =>
    (await checkFiles(files)).findings
      .filter(({ kind }) => kind === 'duplicate-key')
      .map(({ file, line: at, path, message }) => `${file}:${at} ${path} ${message}`)
  const document = `{"@context": [{"@base": "${BASE}"}],
    "@graph": [${line(topic('t1'))}],
    "@graph": [${line(topic('t2'))}, ${line(topic('t3'))}]}`
  it('in a document with two @graph loses no record', async () => {
    const { answers } = await load({ 'a.json': document })
    expect(Object.keys(answers)).to.have.members(['topic t1', 'topic t2', 'topic t3'])
    expect(await duplicates({ 'a.json': document })).to.deep.equal([
      'a.json:3 @graph stands more than once in one object; of its 2 values all are read',
    ])
  })
  const twice =
    '{"local_identifier":"b","entity_type":"topic","labels":{"en":"A"},"labels":{"de":"B"},"local_identifier":"c"}'
  it('in a record is read with all its values, but for the id', async () => {
    const { answers } = await load({ 'a.jsonl': `\n${twice}` })
    expect(Object.keys(answers)).to.deep.equal(['topic c'])
    expect(answers['topic c']?.['labels']).to.deep.equal({ de: 'B', en: 'A' })
    expect(await duplicates({ 'a.jsonl': `\n${twice}` })).to.deep.equal([
      'a.jsonl:2 labels stands more than once in one object; of its 2 values all are read',
      'a.jsonl:2 local_identifier stands more than once in one object; of its 2 values the last one is used, "c"',
    ])
  })
  it('in a list of a source is found in its record', async () => {
    const work = '{"DOI":"10.5555/1","type":"book","member":"1","title":["A"],"title":["B"]}'
    const list = `{"message-type":"work-list","message":{"items":[\n${work}]}}`
    expect(await duplicates({ 'a.json': list })).to.deep.equal([
      'a.json:2 title stands more than once in one object; of its 2 values all are read',
    ])
  })
  it('is none where its like stands in a text, in another object, or is escaped', async () => {
    const text = line({ ...topic('t1'), labels: { en: '"labels": {"a": 1, "a": 2} \\"b\\":' } })
    const same = '{"local_identifier":"t2","entity_type":"topic","labels":{"e\\u006e":"A"}}'
    expect(await duplicates({ 'a.jsonl': `${text}\n${same}` })).to.deep.equal([])
  })
  it('in JSON nested deep is said, and ends nothing', async () => {
    const deep = `{"a":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await duplicates({ 'a.jsonl': `${deep}\n${line(topic('t1'))}` })).to.have.length(1)
  })
})

describe('a record that is too large', () => {
  const large = async (record: Json): Promise<string[]> =>
    (await checkFiles({ 'a.jsonl': line(record) })).findings
      .filter(({ kind }) => kind === 'large-value')
      .map(({ id, path, message }) => `${id} ${path ?? ''} ${message}`)
  it('by a text of more than 100 kB is a finding', async () => {
    const id = `${BASE}t1`
    expect(await large({ ...topic('t1'), labels: { en: 'é'.repeat(50_001) } })).to.deep.equal([
      `${id} labels.en is a text of 100 kB`,
    ])
    expect(await large({ ...topic('t1'), labels: { en: 'é'.repeat(50_000) } })).to.deep.equal([])
  })
  it('by more than 1 MB is a finding', async () => {
    const labels = 'cs da de en es fi fr it nl pl pt sv'.split(' ').map((one) => [one, 'a'.repeat(90_000)])
    const record = { ...topic('p'), labels: Object.fromEntries(labels) as object }
    expect((await large(record)).map((one) => one.replace(/[\d,]+ kB/, 'kB'))).to.deep.equal([
      `${BASE}p  is a record of kB`,
    ])
  })
})

describe('a finding for people', () => {
  it('shows control characters as escapes', async () => {
    const record = { ...topic('t1'), ['\u001b[2J\u0007\u009b\u202e']: 'x' }
    const { lines } = await checkFiles({ 'a.jsonl': line(record) })
    const text = lines.join('')
    expect(text).to.include('\\x1b[2J\\x07\\x9b\\u202e')
    expect(text).to.not.match(/[\p{Cc}\u202e]/u)
  })
})
