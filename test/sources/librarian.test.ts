// A librarian's graph, by commands alone: an answer of Crossref, BibTeX, a table of staff, twenty DOIs, a correction, and
// the file of the next week.

import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '../support/command.ts'
import type { Json } from './reading.ts'

const ORCID = 'https://orcid.org/0000-0002-1825-0097'
const author = { given: 'J.', family: 'Carberry', ORCID }
const work = (DOI: string, title: string): Json => ({
  DOI,
  member: '1',
  type: 'journal-article',
  title: [title],
  author: [author],
})
const answer = (...items: readonly Json[]): string =>
  JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items } })
const DOIS = Array.from({ length: 20 }, (_, i) => `10.5555/listed-${i}`)

const files: Readonly<Record<string, string>> = {
  'works.json': answer(
    work('10.5555/first', 'A grahp of research'),
    work('10.5555/second', 'An earlier graph'),
  ),
  'refs.bib':
    '@article{own, title = {My own paper}, author = {Carberry, Josiah}, doi = {10.5555/third}, year = 2025}',
  'staff.csv': `Name;ORCID;E-mail;Unit\r
Josiah Carberry;0000-0002-1825-0097;jc@uni.example;Psychoceramics\r
Ännchen Müller;;am@uni.example;Bibliothek\r
`,
  'dois.txt': DOIS.map((doi, i) => (i % 2 ? `https://doi.org/${doi.toUpperCase()}` : `doi:${doi}`)).join(
    '\n',
  ),
  'corrections.jsonl': JSON.stringify({
    local_identifier: 'https://doi.org/10.5555/first',
    titles: { en: ['A graph of research'] },
  }),
  'week48.json': answer(work('10.5555/first', 'A grahp of research'), work('10.5555/fourth', 'News')),
}

describe('the graph of a librarian', () => {
  let folder = ''
  let server: Server
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-librarian-'))
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), name === 'staff.csv' ? Buffer.from(text, 'latin1') : text)
    server = createServer((request, response) => {
      const doi = /^\/doi\/(.*)/.exec(decodeURIComponent(request.url ?? ''))?.[1]
      response.writeHead(doi === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(doi === undefined ? '' : JSON.stringify(work(doi, `Title of ${doi}`)))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
  })
  after(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  const at = (name: string): string => join(folder, name)
  /** Loads inputs with the map and the corrections, and gives the records by their ids. */
  async function load(...inputs: readonly string[]): Promise<ReadonlyMap<string, Json>> {
    const options = ['--map', at('staff.yaml'), '--correct', at('corrections.jsonl'), '--out', at('graph')]
    const paths = [...inputs, 'refs.bib', 'staff.csv', 'records.jsonl'].map(at)
    const loaded = await runProcess(['load', ...paths, ...options, '--base', 'https://lib.example/'])
    expect(loaded.code, loaded.err).to.equal(0)
    const exported = await runProcess(['export', at('graph'), '--out', at('graph.jsonl')])
    expect(exported.code, exported.err).to.equal(0)
    const lines = readFileSync(at('graph.jsonl'), 'utf8').trim().split('\n')
    const records = lines.map((line) => JSON.parse(line) as Json)
    return new Map(records.map((record) => [record['local_identifier'] as string, record]))
  }
  const titleOf = (record: Json | undefined): unknown => record?.['titles']
  const authorsOf = (record: Json | undefined): unknown[] =>
    record?.['contributions'].flatMap((one: Json) =>
      one['role'] === 'author' ? [one['by'].local_identifier] : [],
    )

  it('is checked, fetched and loaded in three commands, and is brought up to date by the third', async function () {
    this.timeout(120_000)
    const checked = await runProcess(['check', at('staff.csv')])
    const map = checked.out.slice(checked.out.indexOf('type: person'))
    expect(map).to.include('Unit: department').and.include('E-mail: null')
    writeFileSync(at('staff.yaml'), map.replace('values: {}', 'values: {ror: 05gq02987}'))

    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const urls = ['doi', 'openalex', 'orcid', 'ror'].flatMap((name) => [`--${name}-url`, `${url}/${name}`])
    const list = [
      at('dois.txt'),
      '--out',
      at('records.jsonl'),
      '--fetch-delay',
      '0',
      '--mail',
      'lib@example.org',
    ]
    const fetched = await runProcess(['fetch', ...list, ...urls])
    expect(fetched.out).to.include('20 records fetched')

    const graph = await load('works.json')
    const products = DOIS.map((doi) => graph.get(`https://doi.org/${doi}`))
    expect(products.map(titleOf)).to.deep.equal(DOIS.map((doi) => ({ none: [`Title of ${doi}`] })))
    expect(titleOf(graph.get('https://doi.org/10.5555/first'))).to.deep.equal({ en: ['A graph of research'] })
    expect(titleOf(graph.get('https://doi.org/10.5555/third'))).to.deep.equal({ none: ['My own paper'] })
    const [staff, ...others] = [...graph.values()].filter(({ identifiers }) =>
      JSON.stringify(identifiers ?? '').includes('0000-0002-1825-0097'),
    )
    expect(others).to.deep.equal([])
    expect(staff?.['local_identifier']).to.equal(ORCID)
    expect(JSON.stringify(staff?.['affiliations']))
      .to.include('Psychoceramics')
      .and.include('ror.org/05gq02987')
    expect([...products, graph.get('https://doi.org/10.5555/second')].flatMap(authorsOf)).to.deep.equal(
      Array.from({ length: 21 }, () => ORCID),
    )
    expect([...graph.values()].map(({ name }) => name as unknown)).to.include('Ännchen Müller')
    expect(JSON.stringify([...graph.values()])).not.to.include('@uni.example')

    const next = await load('works.json', 'week48.json')
    expect([...graph.keys()].filter((id) => !next.has(id))).to.deep.equal([])
    expect(titleOf(next.get('https://doi.org/10.5555/fourth'))).to.deep.equal({ none: ['News'] })
    expect(titleOf(next.get('https://doi.org/10.5555/first'))).to.deep.equal({ en: ['A graph of research'] })
  })
})
