// The script of examples/nightly, as a timer runs it: the first night, then all sources come, then one of them fails.

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endOf, PROGRAM, type Ended } from '../support/command.ts'
import { loadPaths, type Json } from '../load/files.ts'

const BASE = 'https://graph.uni.example/'
const SCRIPT = fileURLToPath(new URL('../../examples/nightly/renew.sh', import.meta.url))

const oaiAnswer = (body: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">' +
  `<responseDate>2026-11-28T00:00:00Z</responseDate><request>http://repository.example/oai</request>${body}</OAI-PMH>`
const oaiBodies: Readonly<Record<string, string>> = {
  Identify:
    '<Identify><baseURL>http://repository.example/oai</baseURL><granularity>YYYY-MM-DD</granularity></Identify>',
  ListMetadataFormats:
    '<ListMetadataFormats><metadataFormat><metadataPrefix>oai_datacite</metadataPrefix><metadataNamespace>' +
    'http://datacite.org/schema/kernel-4</metadataNamespace></metadataFormat></ListMetadataFormats>',
}
const thesis = (id: number, date: string, title?: string): string =>
  `<record><header${title === undefined ? ' status="deleted"' : ''}><identifier>oai:r:${id}</identifier>` +
  `<datestamp>${date}</datestamp></header>` +
  (title === undefined
    ? '</record>'
    : '<metadata><resource xmlns="http://datacite.org/schema/kernel-4">' +
      `<identifier identifierType="DOI">10.5555/thesis.${id}</identifier><titles><title>${title}</title></titles>` +
      '<creators><creator><creatorName>Doe, Jane</creatorName></creator></creators>' +
      '<publicationYear>2026</publicationYear><resourceType resourceTypeGeneral="Text"/></resource></metadata></record>')

describe('the nightly script', function () {
  let folder: string
  let server: Server
  let night: { theses: string; crossref: Json[] | undefined; openAlex: Json[] | string }

  const titles = async (): Promise<string[]> => [
    ...new Set(
      Object.values((await loadPaths([join(folder, 'graph')], undefined)).answers)
        .flatMap(({ titles: of, name, entity_type: type }) =>
          type === 'person' ? [String(name)] : Object.values((of as Json | undefined) ?? {}).flat(),
        )
        .map(String)
        .sort(),
    ),
  ]

  async function renew(): Promise<Ended> {
    const { port } = server.address() as AddressInfo
    const child = spawn('sh', [join(folder, 'renew.sh')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        SKEG_BASE: BASE,
        SKEG_FETCH_RETRIES: '0',
        REPOSITORY: `http://127.0.0.1:${port}/oai`,
        CROSSREF: `http://127.0.0.1:${port}/crossref`,
        OPENALEX: `http://127.0.0.1:${port}/openalex`,
      },
    })
    return endOf(child)
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-nightly-'))
    copyFileSync(SCRIPT, join(folder, 'renew.sh'))
    writeFileSync(join(folder, 'skeg'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
    chmodSync(join(folder, 'skeg'), 0o755)
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
      if (pathname === '/oai') {
        const list = `<ListRecords>${night.theses}</ListRecords>`
        response.setHeader('content-type', 'text/xml')
        response.end(oaiAnswer(oaiBodies[searchParams.get('verb') ?? ''] ?? list))
        return
      }
      const found = pathname === '/crossref' ? night.crossref : night.openAlex
      if (!found) response.statusCode = 500
      const list = pathname === '/crossref' ? { message: { items: found } } : { results: found }
      response.end(typeof found === 'string' ? found : JSON.stringify(list))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  const article = (doi: string, title: string, day: number): Json => ({
    DOI: doi,
    type: 'journal-article',
    member: '78',
    title: [title],
    indexed: { 'date-time': `2026-11-0${day}T00:00:00Z` },
  })
  const work = (id: string, title: string): Json => ({
    id: `https://openalex.org/${id}`,
    title,
    type: 'article',
    publication_year: 2026,
    authorships: [],
  })
  const staff = (...names: string[]): void =>
    writeFileSync(join(folder, 'staff.csv'), ['Name,ORCID', ...names.map((name) => `${name},`)].join('\n'))

  it('brings the graph up to date, and leaves as it was what a source does not give', async () => {
    const others = Array.from({ length: 20 }, (_, i) => `Member ${i + 10}`)
    staff('Ann Able', 'Bob Baker', ...others)
    night = {
      theses: thesis(1, '2026-11-01', 'Thesis'),
      crossref: undefined,
      openAlex: [work('W1', 'First')],
    }
    const first = await renew()
    expect(first.code, first.err).to.equal(3)
    const people = ['Ann Able', 'Bob Baker', 'Doe, Jane', ...others]
    expect(await titles()).to.deep.equal(['First', 'Thesis', ...people].sort())

    night = {
      theses: thesis(1, '2026-11-01', 'Thesis') + thesis(2, '2026-11-01', 'Withdrawn'),
      crossref: [article('10.5555/1', 'Article', 1)],
      openAlex: [work('W1', 'Second'), work('W2', 'Another')],
    }
    const good = await renew()
    expect(good.code, good.err).to.equal(0)
    expect(await titles()).to.deep.equal(
      ['Another', 'Article', 'Second', 'Thesis', 'Withdrawn', ...people].sort(),
    )

    night = {
      theses: thesis(1, '2026-11-02', 'Better thesis') + thesis(2, '2026-11-02'),
      crossref: undefined,
      openAlex: [work('W1', 'Third')],
    }
    staff('Ann Able', ...others)
    const bad = await renew()
    expect(bad.err).to.match(/^crossref\.json: not tonight; its old records stay$/m)
    expect(bad.code, bad.err).to.equal(3)
    expect(await titles()).to.deep.equal(
      ['Another', 'Article', 'Better thesis', 'Third', 'Ann Able', 'Doe, Jane', ...others].sort(),
    )

    // Answers that look well and are not: a page of people, and a repository that has nothing new.
    night = {
      theses: '',
      crossref: [article('10.5555/2', 'Late article', 3)],
      openAlex: '<html>We are back soon.</html>',
    }
    const odd = await renew()
    expect(odd.err).to.match(/^openalex\.json: not tonight; its old records stay$/m)
    expect(odd.code, odd.err).to.equal(3)
    expect(await titles()).to.deep.equal(
      [
        'Another',
        'Article',
        'Better thesis',
        'Late article',
        'Third',
        'Ann Able',
        'Doe, Jane',
        ...others,
      ].sort(),
    )
  })
})
