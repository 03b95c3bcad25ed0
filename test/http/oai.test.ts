// OAI-PMH 2.0: whole harvests and those of changes, errors as the protocol names them, answers by the official schemas.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { formats } from '../../src/doors/oai/verbs.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { cerifFaults } from '../support/openaire-rules.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { faultsOf, haveSchemas } from '../support/xsd.ts'
import { temporaryFolder } from '../support/folders.ts'
import { readData } from '../support/data.ts'

const { path: demo, base } = sources.demo
const PERSONS = 520

const person = (i: number, name = `Person ${i}`): object => ({
  local_identifier: `p${String(i).padStart(4, '0')}`,
  entity_type: 'person',
  name,
})

/** Ids and texts that XML, URLs and formats can hardly hold. */
const hostile = readData<readonly object[]>('http/hostile-records.json')

describe('OAI-PMH', function () {
  this.timeout(120_000)
  let folder: string
  let graph: Graph
  let server: TestServer
  const out = (): string => join(folder, 'graph')
  async function load(records: readonly object[]): Promise<Graph> {
    writeFileSync(
      join(folder, 'records.jsonl'),
      [...records, ...hostile].map((one) => JSON.stringify(one)).join('\n'),
    )
    await prepareGraph([demo, join(folder, 'records.jsonl')], { model, base, out: out(), examine: false })
    return (await openGraph([out()], { model, atOnce: true })).graph
  }
  const persons = Array.from({ length: PERSONS }, (_, i) => person(i))
  before(async () => {
    folder = temporaryFolder()
    graph = await load(persons)
    server = await startServer(() => graph, { settings: { publicUrl: 'http://graph.example.org' } })
  })
  after(async () => {
    await server?.close()
    await graph?.close()
  })
  /** Replaces the graph that is served. */
  async function replace(records: readonly object[]): Promise<void> {
    const old = graph
    graph = await load(records)
    await old.close()
  }
  const ask = async (query: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/oai?${query}`)
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([
      200,
      'text/xml; charset=utf-8',
    ])
    return response.text()
  }
  const all = (pattern: RegExp, xml: string): string[] =>
    [...xml.matchAll(pattern)].map(([, one]) => one as string)
  const identifiersIn = (xml: string): string[] => all(/<header[^>]*><identifier>([^<]*)</g, xml)
  const tokenIn = (xml: string): string | undefined => /<resumptionToken[^>]*>([^<]+)</.exec(xml)?.[1]
  const errorIn = (xml: string): string | undefined => /<error code="(\w+)"/.exec(xml)?.[1]

  async function harvest(query: string, onPage: () => Promise<void> = async () => {}): Promise<string[]> {
    const pages = [await ask(query)]
    for (
      let token = tokenIn(pages[0] as string);
      token !== undefined;
      token = tokenIn(pages.at(-1) as string)
    ) {
      await onPage()
      pages.push(await ask(`${query.replace(/&.*/, '')}&resumptionToken=${token}`))
    }
    return pages
  }

  const errors: readonly [query: string, code: string][] = [
    ['', 'badVerb'],
    ['verb=Nope', 'badVerb'],
    ['verb=toString', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&set=a', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&x=1', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01T00:00:00.5Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-02T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=a', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=a%20b', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=%C3%A9', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=http://x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=a%20b', 'badArgument'],
    ['verb=ListIdentifiers&metadataPrefix=a/b', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=http://a%20b[', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=http://a:b/', 'badArgument'],
    ['verb=ListMetadataFormats&identifier=%25', 'badArgument'],
    ['verb=ListMetadataFormats&identifier=//[', 'badArgument'],
    ['verb=ListRecords&resumptionToken=', 'badResumptionToken'],
    ['verb=ListRecords&resumptionToken=%00%FF', 'badResumptionToken'],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[1,"oai_dc","type:gone",0,9,1,1,"","x"]').toString('base64url')}`,
      'badResumptionToken',
    ],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[2,"oai_dc","",0,9,1,1,"","x"]').toString('base64url')}`,
      'badResumptionToken',
    ],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('[1,"oai_dc","",-1,9,1,1,"","x"]').toString('base64url')}`,
      'badResumptionToken',
    ],
    [
      `verb=ListRecords&resumptionToken=${Buffer.from('{"a":1}').toString('base64url')}`,
      'badResumptionToken',
    ],
    ['verb=ListSets&resumptionToken=a', 'badResumptionToken'],
    ['verb=ListRecords&metadataPrefix=none', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=none', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=openaire_cris_patents', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=type:agent', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=cf.topic:topic-open-access', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_datacite&set=type:person', 'noRecordsMatch'],
    ['verb=ListIdentifiers&metadataPrefix=oai_dc&until=1999-12-31', 'noRecordsMatch'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=x', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:graph.example.org:none', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:graph.example.org:%25E0%25A4', 'idDoesNotExist'],
    [
      'verb=GetRecord&metadataPrefix=oai_datacite&identifier=oai:graph.example.org:p0001',
      'cannotDisseminateFormat',
    ],
    ['verb=ListMetadataFormats&identifier=oai:graph.example.org:none', 'idDoesNotExist'],
  ]
  it(`answers ${errors.length} wrong requests with the error of the protocol`, async () => {
    const answers = await Promise.all(errors.map(async ([query]) => errorIn(await ask(query))))
    expect(answers).to.deep.equal(errors.map(([, code]) => code))
  })

  it('lists every record once, in pages, with their number', async () => {
    const total = model.types.reduce((sum, type) => sum + graph.count(type), 0)
    const pages = await harvest('verb=ListIdentifiers&metadataPrefix=oai_dc')
    const found = pages.flatMap(identifiersIn)
    expect(pages.map((page) => identifiersIn(page).length)).to.deep.equal([250, 250, found.length - 500])
    expect([found.length, new Set(found).size]).to.deep.equal([total, total])
    expect(pages.map((page) => all(/completeListSize="(\d+)"/g, page)[0])).to.deep.equal(
      pages.map(() => String(total)),
    )
    expect(pages.map((page) => all(/cursor="(\d+)"/g, page)[0])).to.deep.equal(['0', '250', '500'])
    expect(pages.at(-1)).to.match(/<resumptionToken [^>]*\/><\/ListIdentifiers>/)
  })

  it('gives each record by its identifier, and takes arguments by POST', async () => {
    const pages = await harvest('verb=ListIdentifiers&metadataPrefix=oai_dc&set=type:product')
    for (const identifier of pages.flatMap(identifiersIn)) {
      const body = new URLSearchParams({
        verb: 'GetRecord',
        metadataPrefix: 'oai_dc',
        identifier: identifier.replaceAll('&amp;', '&'),
      })
      const response = await fetch(`http://127.0.0.1:${server.port}/oai`, { method: 'POST', body })
      expect(identifiersIn(await response.text()), identifier).to.deep.equal([identifier])
    }
  })

  it('gives what the official schemas demand, whatever the records hold', async function () {
    if (!haveSchemas) this.skip()
    const verbs = [
      'verb=Identify',
      'verb=ListSets',
      'verb=ListMetadataFormats',
      ...errors.map(([query]) => query),
    ]
    const lists = formats.map(({ prefix }) => `verb=ListRecords&metadataPrefix=${prefix}`)
    const headers = 'verb=ListIdentifiers&metadataPrefix=oai_dc'
    for (const isOpenAire of [false, true]) {
      const own = lists.filter((list) => list.endsWith('=oai_openaire') === isOpenAire)
      const queries = isOpenAire ? own : [...own, headers, ...verbs]
      const documents = (await Promise.all(queries.map((query) => harvest(query)))).flat()
      expect((await faultsOf(documents, isOpenAire)).slice(0, 12).join('\n')).to.equal('')
      expect(await faultsOf([(documents[0] as string).replace('<datestamp>', '<date>')], isOpenAire)).to.not
        .be.empty
    }
  })

  it('keeps the rules of CERIF that no schema knows, and has each record in its set', async () => {
    const pages = await harvest('verb=ListRecords&metadataPrefix=oai_cerif_openaire')
    expect(cerifFaults(pages)).to.deep.equal([])
    const sets = ['publications', 'products', 'persons', 'orgunits', 'projects']
    const bySet = await Promise.all(
      sets.map((set) =>
        harvest(`verb=ListIdentifiers&metadataPrefix=oai_cerif_openaire&set=openaire_cris_${set}`),
      ),
    )
    expect(bySet.flat().flatMap(identifiersIn)).to.have.length(pages.flatMap(identifiersIn).length)
  })

  it('goes on after reloads, and what changed is found from the last answer on', async () => {
    const dateOf = (xml: string): string => all(/<responseDate>([^<]*)</g, xml)[0] as string
    const names = new Map<string, string>()
    function apply(pages: readonly string[]): void {
      for (const page of pages)
        for (const [, header = '', rest = ''] of page.matchAll(/<header(.*?)<\/header>(.*?)<\/record>/gs)) {
          const id = /<identifier>oai:graph\.example\.org:(p\d+)</.exec(header)?.[1]
          if (id === undefined) continue
          if (header.includes('status="deleted"')) names.delete(id)
          else names.set(id, /<dc:title>([^<]*)</.exec(rest)?.[1] ?? '')
        }
    }
    const changed = persons.map((one, i) => (i % 7 === 0 ? person(i, `Changed ${i}`) : one)).slice(5)
    let step = 0
    const first = await harvest('verb=ListRecords&metadataPrefix=oai_dc&set=type:person', async () => {
      if (step++ === 0) await replace(changed)
    })
    apply(first)
    const last = await harvest(`verb=ListRecords&metadataPrefix=oai_dc&from=${dateOf(first[0] as string)}`)
    apply(last)
    const expected = new Map(
      (changed as { local_identifier: string; name: string }[]).map((one) => [
        one.local_identifier,
        one.name,
      ]),
    )
    expect(names).to.deep.equal(expected)
    const gone = await ask('verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:graph.example.org:p0001')
    expect(gone)
      .to.match(/<header status="deleted">/)
      .and.match(/<setSpec>openaire_cris_persons<\/setSpec><setSpec>type:person<\/setSpec>/)
      .and.not.match(/<metadata/)
    expect(all(/<(earliestDatestamp)>/g, await ask('verb=Identify'))).to.have.length(1)
  })

  it('has nothing that is only cited, and says of what is so now that it is gone', async () => {
    const paper = (id: string, cites: readonly object[] = []): object => ({
      local_identifier: id,
      entity_type: 'product',
      titles: { en: [`Paper ${id}`] },
      related_products: { cites },
    })
    const citing = paper('citing', [paper('cited'), paper('once-given')])
    const id = (name: string): string => `oai:graph.example.org:${name}`
    await replace([citing, paper('once-given')])
    const first = (await harvest('verb=ListRecords&metadataPrefix=oai_dc')).join('')
    expect(first).to.include(id('once-given')).and.include(id('citing')).and.not.include(id('cited'))
    const [date = ''] = all(/<responseDate>([^<]*)</g, first)
    await replace([citing])
    const changes = await ask(`verb=ListRecords&metadataPrefix=oai_dc&set=type:product&from=${date}`)
    const gone = `<header status="deleted"><identifier>${id('once-given')}</identifier>`
    expect(changes).to.include(gone).and.not.include(id('cited'))
    expect(changes).to.match(/<setSpec>openaire_cris_publications<.*<setSpec>type:product</)
    const get = 'verb=GetRecord&metadataPrefix=oai_dc&identifier='
    expect(await ask(get + id('once-given'))).to.include(gone)
    expect(errorIn(await ask(get + id('cited')))).to.equal('idDoesNotExist')
    await replace([citing, paper('cited'), paper('once-given')])
    const again = await ask(`verb=ListRecords&metadataPrefix=oai_dc&set=type:product&from=${date}`)
    expect(again).to.include('Paper cited').and.include('Paper once-given').and.not.include('deleted')
    if (haveSchemas) expect(await faultsOf([changes, again], false)).to.deep.equal([])
  })

  it('has the sets of types that harvesters know, and those of OpenAIRE, empty ones too', async () => {
    const specs = all(/<setSpec>([^<]*)</g, await ask('verb=ListSets'))
    const cris = 'publications products patents persons orgunits projects funding events equipments'
    const types = 'product person organisation grant venue topic datasource'
    expect([...specs].sort()).to.deep.equal(
      [
        ...cris.split(' ').map((name) => `openaire_cris_${name}`),
        ...types.split(' ').map((name) => `type:${name}`),
      ].sort(),
    )
    const headers = await harvest('verb=ListIdentifiers&metadataPrefix=oai_dc')
    for (const spec of all(/<setSpec>([^<]*)</g, headers.join(''))) expect(specs).to.include(spec)
  })
})
