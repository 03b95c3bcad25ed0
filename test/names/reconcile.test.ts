/** The messages of the reconciliation service are those of its API, over a generated set and a real socket. */

import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveGenerated } from '../support/generated-server.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { faultsOfMessage } from '../support/reconciliation-schemas.ts'
import { getJson, startServer, type Json } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('the reconciliation service', () => {
  const server = serveGenerated({ seed: 12, citations: 60 })
  const root = (): string => server.api.replace('/skg-if/api', '')
  const get = async (path: string): Promise<Json> => {
    const { status, body } = await getJson(`${root()}/reconcile${path}`)
    expect(status, `${path} ${JSON.stringify(body)}`).to.equal(200)
    return body
  }
  const post = async (form: Record<string, unknown>): Promise<Json> => {
    const fields = Object.entries(form).map(([key, value]) => [key, JSON.stringify(value)])
    const response = await fetch(`${root()}/reconcile`, { method: 'POST', body: new URLSearchParams(fields) })
    const body = (await response.json()) as Json
    expect(response.status, JSON.stringify(body)).to.equal(200)
    return body
  }
  const idsOf = ({ result }: Json): string[] => (result as Json[]).map(({ id }) => id as string)

  it('has a manifest as the API says', async () => {
    const manifest = await get('')
    expect(faultsOfMessage('manifest', manifest)).to.equal('')
    expect(manifest.identifierSpace).to.equal(server.graph.base)
    expect(manifest.batchSize).to.be.within(10, 20)
  })

  /** Batches of the kinds that the text of the API shows. */
  const batches: readonly [title: string, batch: Json][] = [
    ['a text alone, twice', { q0: { query: 'Heather Piwowar' }, q1: { query: 'OurResearch' } }],
    [
      'all that a query can have',
      {
        q0: {
          query: 'Piwowr, Heather',
          limit: 3,
          type: 'person',
          properties: [
            { pid: 'family_name', v: 'Piwowar' },
            { pid: 'affiliations', v: { id: 'https://example.org/none', name: 'OurResearch' } },
          ],
          type_strict: 'should',
        },
        q1: { query: 'nature', type: ['venue', 'organisation'], type_strict: 'any', limit: 1 },
      },
    ],
    [
      'several values of a property, of several kinds',
      { q: { query: 'Heather', properties: [{ pid: 'given_name', v: ['Heather', 7, true, { id: 'x' }] }] } },
    ],
    ['no text', { q: { type: 'person', properties: [{ pid: 'identifiers', v: '0000-0003-1613-5981' }] } }],
    ['nothing that there is', { q: { query: 'qqqqqqqq' } }],
    ['no query', {}],
  ]
  for (const [title, batch] of batches)
    it(`answers a batch with ${title}`, async () => {
      expect(faultsOfMessage('queryBatch', batch), 'the batch').to.equal('')
      const posted = await post({ queries: batch })
      expect(faultsOfMessage('resultBatch', posted)).to.equal('')
      expect(Object.keys(posted)).to.deep.equal(Object.keys(batch))
      expect(await get(`?queries=${encodeURIComponent(JSON.stringify(batch))}`)).to.deep.equal(posted)
      for (const { result } of Object.values(posted) as Json[]) {
        const scores = (result as Json[]).map(({ score }) => score as number)
        expect(scores).to.deep.equal([...scores].sort((a, b) => b - a))
      }
    })

  it('finds a record by its properties alone: an identifier, a name', async () => {
    const { byId, byName } = await post({
      queries: {
        byId: { properties: [{ pid: 'identifiers', v: '0000-0003-1613-5981' }] },
        byName: { type: 'person', properties: [{ pid: 'name', v: 'Heather Piwowr' }] },
      },
    })
    const iri = `${server.graph.base}person-heather-piwowar`
    expect(idsOf(byId)[0]).to.equal(iri)
    expect(idsOf(byName)[0]).to.equal(iri)
  })

  it('takes a fifth of the score where the properties are others', async () => {
    const product = (await server.records('products')).find(
      ({ contributions }) => contributions?.[0]?.by?.name,
    )!
    const by = product.contributions[0].by as Json
    const titles = Object.values(product.titles as Json).flat()
    const { q } = await post({
      queries: {
        q: {
          query: titles[0],
          type: 'product',
          properties: [{ pid: 'product_type', v: product.product_type }],
        },
      },
    })
    expect(q.result[0].score).to.equal(95)
    const { other } = await post({
      queries: { other: { query: titles[0], type: 'product', properties: [{ pid: 'titles', v: by.name }] } },
    })
    expect(other.result[0].score).to.equal(76)
  })

  it('takes an empty type as none, and does without properties that no type has', async () => {
    const query = { query: 'Heather Piwowar', limit: 3 }
    const { plain, untyped, unknown } = await post({
      queries: {
        plain: query,
        untyped: { ...query, type: '' },
        unknown: {
          ...query,
          properties: [
            { pid: 'P31', v: 'Q5' },
            { pid: 'constructor', v: 'x' },
          ],
        },
      },
    })
    expect(plain.result[0].match).to.equal(true)
    expect(untyped).to.deep.equal(plain)
    expect(unknown).to.deep.equal(plain)
  })

  it('compares properties in objects, as they are proposed', async () => {
    const { rows } = await post({
      extend: {
        ids: [`${server.graph.base}product-fair-principles`],
        properties: [{ id: 'contributions.by' }],
      },
    })
    const [contributor] = Object.values(rows as Record<string, Json>)[0]!['contributions.by']
    const text = `${server.graph.base}product-fair-principles`
    const query = { query: text, type: 'product', limit: 1 }
    const { right, wrong } = await post({
      queries: {
        right: { ...query, properties: [{ pid: 'contributions.by', v: contributor }] },
        wrong: { ...query, properties: [{ pid: 'contributions.by', v: 'Nobody' }] },
      },
    })
    expect(right.result[0]).to.include({ score: 100, match: true })
    expect(wrong.result[0]).to.include({ score: 80, match: false })
  })

  for (const [what, name] of [
    ['entity', 'suggestedEntities'],
    ['property', 'suggestedProperties'],
    ['type', 'suggestedTypes'],
  ] as const)
    it(`completes: ${what}`, async () => {
      const { suggest } = await get('')
      const all = await get(`${suggest[what].service_path as string}?prefix=p`)
      expect(faultsOfMessage(name, all)).to.equal('')
      expect(all.result).to.not.be.empty
      const rest = await get(`/suggest/${what}?prefix=p&cursor=1`)
      expect(faultsOfMessage(name, rest)).to.equal('')
      expect(idsOf(rest).slice(0, 5)).to.deep.equal(idsOf(all).slice(1, 6))
      expect((await get(`/suggest/${what}?prefix=qqqqqq`)).result).to.deep.equal([])
    })

  it('completes an id to its record', async () => {
    const iri = `${server.graph.base}person-heather-piwowar`
    expect(idsOf(await get(`/suggest/entity?prefix=${encodeURIComponent(iri)}`))).to.deep.equal([iri])
  })

  for (const type of model.types)
    it(`proposes the properties of ${type.path} and gives their values in the kinds of the API`, async () => {
      const proposal = await get(`/properties?type=${type.name}`)
      expect(faultsOfMessage('proposal', proposal)).to.equal('')
      expect(proposal.type).to.equal(type.name)
      const short = await get(`/properties?type=${type.name}&limit=2`)
      expect(short).to.deep.equal({ type: type.name, limit: 2, properties: proposal.properties.slice(0, 2) })
      const ids = server.graph.list(type, 0, 40)
      const extend = { ids, properties: (proposal.properties as Json[]).map(({ id }) => ({ id })) }
      expect(faultsOfMessage('extension', extend)).to.equal('')
      const extended = await post({ extend })
      expect(faultsOfMessage('extended', extended)).to.equal('')
      expect(Object.keys(extended.rows)).to.deep.equal(ids)
      expect((extended.meta as Json[]).map(({ id }) => id as string)).to.deep.equal(
        extend.properties.map(({ id }) => id as string),
      )
    })

  it('proposes nothing that no record has, and gives the values inside of objects', async () => {
    const { properties } = await get('/properties?type=product')
    const ids = properties.map(({ id }: Json) => id as string)
    expect(ids)
      .to.include.members(['titles', 'identifiers', 'contributions.by'])
      .and.not.include('contributions')
    const iri = `${server.graph.base}product-fair-principles`
    const asked = [iri, 'https://example.org/none']
    const { rows } = await post({ extend: { ids: asked, properties: [{ id: 'contributions.by' }] } })
    expect(rows['https://example.org/none']).to.deep.equal({ 'contributions.by': [] })
    expect(rows[iri]['contributions.by']).to.not.deep.equal([])
    for (const { id, name } of rows[iri]['contributions.by'] as Json[])
      expect([typeof id, typeof name]).to.deep.equal(['string', 'string'])
  })

  it('shows a record in a frame of the size that the manifest says, of any site', async () => {
    const { preview } = await get('')
    expect(preview.width).to.be.within(200, 600)
    const urlOf = (iri: string): string => (preview.url as string).replace('{{id}}', encodeURIComponent(iri))
    const iri = `${server.graph.base}person-heather-piwowar`
    const page = await fetch(urlOf(iri))
    expect(page.status).to.equal(200)
    expect(page.headers.get('content-type')).to.match(/^text\/html/)
    expect(page.headers.get('content-security-policy')).to.include('frame-ancestors *')
    expect(page.headers.get('x-frame-options')).to.equal(null)
    const html = await page.text()
    expect(html).to.include('Heather Piwowar').and.to.include('0000-0003-1613-5981')
    expect(html.length).to.be.below(3000)
    expect(html).to.not.include('<script')
    const none = await getJson(urlOf('https://example.org/none'))
    expect(none.status).to.equal(404)
    expect((await getJson(`${root()}/reconcile/preview`)).status).to.equal(400)
  })

  it('shows what records of attackers say as text', async () => {
    const page = await fetch(`${root()}/reconcile/preview?id=${encodeURIComponent('"><script>')}`)
    expect(page.status).to.equal(404)
    expect(page.headers.get('content-type')).to.not.match(/html/)
  })

  it('answers the other queries of a batch beside some that cannot be answered, whatever their keys', async () => {
    const right = { query: 'Heather Piwowar', type: 'person', limit: 1 }
    const queries = `{"__proto__":${JSON.stringify(right)},"constructor":${JSON.stringify(right)},
      "empty":{"query":""},"other":{"query":"x","type":"planet"},"text":"x"}`
    const response = await fetch(`${root()}/reconcile`, {
      method: 'POST',
      body: new URLSearchParams({ queries }),
    })
    expect(response.status).to.equal(200)
    const results = JSON.parse(await response.text()) as Json
    expect(faultsOfMessage('resultBatch', results)).to.equal('')
    const byKey = new Map<string, Json>(Object.entries(results))
    expect([...byKey.keys()]).to.have.members(['__proto__', 'constructor', 'empty', 'other', 'text'])
    for (const key of ['__proto__', 'constructor'])
      expect(byKey.get(key)!.result[0].name, key).to.equal('Heather Piwowar')
    for (const [key, error] of [
      ['empty', /empty has no text/],
      ['other', /There is no type planet/],
      ['text', /text must be an object/],
    ] as const) {
      expect(byKey.get(key)!.result, key).to.deep.equal([])
      expect(byKey.get(key)!.error, key).to.match(error)
    }
  })

  it('understands initials, and is not sure of them', async () => {
    const { q0, q1 } = await post({
      queries: {
        q0: { query: 'H. Piwowar', type: 'person' },
        q1: { query: 'Piwowar H', type: 'person' },
      },
    })
    for (const answer of [q0, q1]) {
      const [first] = answer.result as Json[]
      expect(first).to.include({ name: 'Heather Piwowar', match: false })
      expect(first!.score).to.be.above(85)
    }
  })

  for (const [path, detail] of [
    ['/suggest/entity?prefix=a&cursor=x', /cursor must be a whole number from 0/],
    ['/suggest/entity?prefix=a&cursor=9999', /from 0 to 500/],
    ['/properties?limit=-1', /limit must be a whole number/],
    ['?queries={', /not valid JSON/],
    ['?queries=[]', /must be a JSON object/],
    ['?queries={"q":{"query":"x","type":"organization"}}', /no type organization; did you mean/],
    ['?queries={"q":{"query":"x","limit":0}}', /whole number from 1/],
    ['?queries={"q":"x"}', /q must be an object/],
    ['?queries={"q":{"properties":[]}}', /q has no text.*or properties/],
    ['?queries={"q":{"query":"x","type_strict":"none"}}', /any, should, all/],
    ['?queries=MANY', /101 queries; the limit is 100/],
    [`?queries={"q":{"query":"${'ﷺ'.repeat(300)}"}}`, /5400 characters long; the limit is 4096/],
    [`?queries={"q":{"properties":[{"pid":"name","v":"${'x'.repeat(5000)}"}]}}`, /limit is 4096/],
    [`/suggest/entity?prefix=${'ﷺ'.repeat(300)}`, /prefix is 5400 characters long/],
  ] as const)
    it(`refuses ${path.slice(0, 60)}`, async () => {
      const many = JSON.stringify(
        Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, { query: 'x' }])),
      )
      const { status, body } = await getJson(encodeURI(`${root()}/reconcile${path.replace('MANY', many)}`))
      expect(status).to.equal(400)
      expect(body.detail).to.match(detail)
    })
})

type Result = readonly { readonly name: string; readonly score: number; readonly match: boolean }[]

/** What the service answers over organisations with some names. */
async function askOver(names: readonly object[], query: string): Promise<Json> {
  const folder = temporaryFolder()
  const lines = names.map((name, i) =>
    JSON.stringify({ local_identifier: `o-${i}`, entity_type: 'organisation', ...name }),
  )
  writeFileSync(join(folder, 'a.jsonl'), lines.join('\n'))
  await using graph = (await openGraph([folder], { model, base: 'https://base.example/' })).graph
  rmSync(folder, { recursive: true })
  await using server = await startServer(graph)
  return (await getJson(`${server.root}/reconcile${query}`)).body
}

/** The results of queries over organisations with some names. */
async function reconcileOver(
  names: readonly object[],
  queries: Record<string, object>,
): Promise<Record<string, Result>> {
  const body = await askOver(names, `?queries=${encodeURIComponent(JSON.stringify(queries))}`)
  return Object.fromEntries(Object.entries(body).map(([key, { result }]) => [key, result as Result]))
}

describe('the default types of the reconciliation service', () => {
  it('are those of which there are records', async () => {
    const { defaultTypes } = await askOver([{ name: 'Quux' }], '')
    expect((defaultTypes as Json[]).map(({ id }) => id as string)).to.deep.equal(['organisation'])
  })
})

describe('a name whose blank was lost, or that has one too many', () => {
  it('is found', async () => {
    const names = ['Flyby Media', 'SpaceWorks', 'Media Works', 'Flyby Space'].map((name) => ({ name }))
    const queries = { joined: { query: 'FlybyMedia' }, split: { query: 'Space Works' } }
    const { joined, split } = await reconcileOver(names, queries)
    expect(joined![0]).to.include({ name: 'Flyby Media', match: false })
    expect(split![0]).to.include({ name: 'SpaceWorks', match: false })
  })
})

describe('an organisation with a department in front', () => {
  it('is found by what stands behind the comma, and is no sure match', async () => {
    const names = ['Xinjiang University', 'University of Science', 'Dept. of Computer Science and Technology']
    const { q } = await reconcileOver(
      names.map((name) => ({ name })),
      { q: { query: 'Dept. of Computer Science, Xinjiang University', type: 'organisation' } },
    )
    expect(q![0]).to.include({ name: 'Xinjiang University', match: false })
  })
})

describe('records of one name', () => {
  it('come before those that have it as an acronym', async () => {
    const names = [{ name: 'Advanced Telecommunications Research', short_name: 'ATR' }, { name: 'ATR' }]
    const { q } = await reconcileOver(names, { q: { query: 'ATR', type: 'organisation' } })
    expect(q!.map(({ name, score }) => [name, score])).to.deep.equal([
      ['ATR', 95],
      ['Advanced Telecommunications Research', 95],
    ])
  })
  it('and a typing error score above what only begins with the text, and below the name itself', async () => {
    const names = [{ name: 'Quux Institute of Birds' }, { name: 'Quux Institute' }]
    const { q } = await reconcileOver(names, { q: { query: 'Quux Institutte', type: 'organisation' } })
    const { name, score } = q![0]!
    expect(name).to.equal('Quux Institute')
    expect(score).to.be.within(71, 90)
  })
  it('are no sure match, however few candidates are requested', async () => {
    const names = [{ name: 'Quux' }, { name: 'Quux' }, { name: 'Only' }]
    const { one, two, only } = await reconcileOver(names, {
      one: { query: 'Quux', limit: 1 },
      two: { query: 'Quux', limit: 2 },
      only: { query: 'Only', limit: 1 },
    })
    expect(one!.map(({ match }) => match)).to.deep.equal([false])
    expect(two!.map(({ match }) => match)).to.deep.equal([false, false])
    expect(only!.map(({ match }) => match)).to.deep.equal([true])
  })
})
