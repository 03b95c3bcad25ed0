/**
 * Identifiers at all places where they are looked for: ids that are DOIs, ORCIDs or RORs, nested identifiers,
 * convenience filters, scheme words in other letters, parts of identifiers, and a scheme of an extension.
 */

import { expect } from 'chai'
import { defineExtension } from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { buildModel } from '../../src/model/model.ts'
import { checkFiles } from '../load/checking.ts'
import { openGraph } from '../support/graphs.ts'
import { getJson, getRaw, serve } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'

const BASE = 'https://example.org/graph/'
const encoded = encodeURIComponent

const raid = defineExtension({
  name: 'raid',
  version: '1',
  contexts: {},
  identifierSchemes: {
    raid: {
      doc: 'Research activities.',
      localTerm: true,
      pattern: '10\\.\\d+/[a-z]\\w+',
      prefixes: ['https://raid.org/', '', 'raid:'],
      stored: 'https://raid.org/',
      normalise: [{ lower: '.+' }],
      resolver: 'https://raid.org/',
      ofEntities: true,
      example: 'https://raid.org/10.25/a1',
    },
  },
  extend: {
    venue: {
      filters: {
        'cf.search.identifier': {
          operator: 'contains',
          path: 'identifiers.value',
          doc: 'with an identifier that contains {value}',
          example: '2053',
        },
      },
    },
    product: {
      filters: {
        'cf.search.cited_identifier': {
          operator: 'contains',
          path: 'related_products.cites.identifiers.value',
          doc: 'citing a product with an identifier that contains {value}',
          example: '10.5555',
        },
      },
    },
  },
})

const product = (local_identifier: string, more: object = {}): object => ({
  local_identifier,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [local_identifier] },
  ...more,
})

const records = [
  product('https://doi.org/10.5555/UPPER', {
    related_products: { cites: ['https://doi.org/10.5555/Mention', 'contributed'] },
  }),
  product('http://dx.doi.org/10.5555/Old(1)'),
  product('citing', { related_products: { cites: ['https://doi.org/10.5555/UPPER', 'cited'] } }),
  product('cited', { identifiers: [{ scheme: 'DOI', value: 'https://doi.org/10.5555/Cited' }] }),
  product('contributed', {
    contributions: [
      {
        role: 'author',
        rank: 1,
        by: {
          local_identifier: 'http://orcid.org/0000-0002-1694-233x',
          entity_type: 'person',
          name: 'A',
          identifiers: [{ scheme: 'wikidata', value: 'http://www.wikidata.org/entity/Q42' }],
        },
        declared_affiliations: [
          {
            local_identifier: 'https://www.ror.org/05GQ02987',
            entity_type: 'organisation',
            name: 'B',
            identifiers: [{ scheme: 'Isni', value: '0000 0001 2281 955X' }],
          },
        ],
      },
    ],
    funding: [
      {
        local_identifier: 'grant',
        entity_type: 'grant',
        grant_number: '1',
        identifiers: [{ scheme: 'url', value: 'https://Grants.example/1' }],
      },
    ],
  }),
  product('https://example.org/item?id=3'),
  product('https://example.org/item'),
  product('https://example.org/only?format=turtle&x=%C3%A9'),
  {
    local_identifier: 'https://example.org/item?id=4',
    entity_type: 'topic',
    labels: { en: 'Four' },
  },
  {
    local_identifier: 'venue-1',
    entity_type: 'venue',
    name: 'V',
    identifiers: [
      { scheme: 'ISSN', value: '2053-1583' },
      { scheme: 'raid', value: '10.25/Activity1' },
    ],
  },
  {
    local_identifier: 'venue-2',
    entity_type: 'venue',
    name: 'X',
    identifiers: [
      { scheme: 'eissn', value: '1476-4687' },
      { scheme: 'lissn', value: '0028-0836' },
      { scheme: 'isbn', value: '978-1-4020-9632-7' },
    ],
  },
  product('published', { manifestations: [{ biblio: { in: 'venue-2' } }] }),
  product('books', {
    identifiers: [
      { scheme: 'isbn', value: '0-8044-2957-X' },
      { scheme: 'isbn', value: '979-10-90636-07-1' },
    ],
  }),
  { local_identifier: 'http://raid.org/10.25/Activity2', entity_type: 'venue', name: 'W' },
]

describe('identifiers', () => {
  const model = buildModel([...extensions, raid])
  // The scheme of the extension is known here alone, and not in threads.
  const server = serve(
    async () => {
      const folder = folderOf({
        'records.json': JSON.stringify({ '@context': [{ '@base': BASE }], '@graph': records }),
        'records.ttl': `@prefix datacite: <http://purl.org/spar/datacite/> . @prefix fabio: <http://purl.org/spar/fabio/> .
      @prefix literal: <http://www.essepuntato.it/2010/06/literalreification/> .
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      <${BASE}rdf-1> a fabio:SubjectTerm ; skos:prefLabel "One"@en ; datacite:hasIdentifier
        [ datacite:usesIdentifierScheme <${BASE}DOI> ; literal:hasLiteralValue "https://doi.org/10.5555/RDF1" ] .
      <${BASE}rdf-2> a fabio:SubjectTerm ; skos:prefLabel "Two"@en ; datacite:hasIdentifier
        [ datacite:usesIdentifierScheme datacite:Doi ; literal:hasLiteralValue "10.5555/RDF2" ] .`,
      })
      return (await openGraph([folder], { model, base: BASE })).graph
    },
    { threads: undefined },
  )

  const UPPER = 'https://doi.org/10.5555/UPPER'
  const OLD = 'http://dx.doi.org/10.5555/Old(1)'
  const dois = (id: string): string[] =>
    [id, id.toLowerCase(), id.toUpperCase()].flatMap((one) => [
      one,
      `doi:${one}`,
      `https://doi.org/${one}`,
      `http://dx.doi.org/${one}`,
      `HTTPS://WWW.DOI.ORG/${one}`,
    ])
  const orcids = ['0000-0002-1694-233X', '0000-0002-1694-233x'].flatMap((one) => [
    one,
    `orcid:${one}`,
    `https://orcid.org/${one}`,
    `http://orcid.org/${one}`,
  ])
  const rors = ['05gq02987', '05GQ02987'].flatMap((one) => [
    one,
    `ror:${one}`,
    `https://ror.org/${one}`,
    `http://www.ror.org/${one}`,
  ])
  const wikidata = [
    'Q42',
    'q42',
    'wd:Q42',
    'https://www.wikidata.org/wiki/Q42',
    'http://wikidata.org/entity/Q42',
  ]
  const isnis = ['000000012281955x', '0000-0001-2281-955X', 'https://isni.org/isni/000000012281955X']

  const ids: readonly [title: string, path: string, forms: readonly string[], iri: string][] = [
    ['a DOI in upper case', 'products', dois('10.5555/upper'), UPPER],
    ['a DOI at an old resolver', 'products', dois('10.5555/old(1)'), OLD],
    ['an ORCID', 'persons', orcids, 'http://orcid.org/0000-0002-1694-233x'],
    ['a ROR', 'organisations', rors, 'https://www.ror.org/05GQ02987'],
    [
      'an identifier of a scheme that an extension brings',
      'venues',
      ['10.25/activity2', 'RAID:10.25/Activity2', 'https://raid.org/10.25/ACTIVITY2'],
      'http://raid.org/10.25/Activity2',
    ],
  ]
  for (const [title, path, forms, iri] of ids) {
    it(`that are the id of an entity, ${title}, find it in the path and by /resolve`, async () => {
      for (const form of forms) {
        const { status, body } = await getJson(`${server.api}/${path}/${encoded(form)}`)
        expect([status, body['@graph'][0]?.local_identifier], form).to.deep.equal([200, iri])
        const raw = await getRaw(server.port, `/skg-if/api/${path}/${form}`)
        expect(raw.status, form).to.equal(200)
        const to = await fetch(`${server.root}/resolve?iri=${encoded(form)}`, { redirect: 'manual' })
        expect([to.status, to.headers.get('location')], form).to.deep.equal([
          303,
          `${server.api}/${path}/${encoded(iri)}`,
        ])
      }
    })
  }

  const filters: readonly [key: string, path: string, forms: readonly string[], iris: readonly string[]][] = [
    ['cf.cites', 'products', dois('10.5555/upper'), [`${BASE}citing`]],
    ['cf.cites', 'products', dois('10.5555/mention'), [UPPER]],
    ['cf.cited_by', 'products', dois('10.5555/upper'), [`${BASE}contributed`]],
    ['cf.cited_by_doi', 'products', dois('10.5555/upper'), [`${BASE}contributed`]],
    ['cf.cites_doi', 'products', dois('10.5555/upper'), [`${BASE}citing`]],
    ['cf.cites_doi', 'products', dois('10.5555/cited'), [`${BASE}citing`]],
    ['identifiers.id', 'products', dois('10.5555/old(1)'), [OLD]],
    ['contributions.by.local_identifier', 'products', orcids, [`${BASE}contributed`]],
    ['contributions.by.identifiers.id', 'products', [...orcids, ...wikidata], [`${BASE}contributed`]],
    ['cf.contributions_orcid', 'products', orcids, [`${BASE}contributed`]],
    ['contributions.declared_affiliations.local_identifier', 'products', rors, [`${BASE}contributed`]],
    [
      'contributions.declared_affiliations.identifiers.id',
      'products',
      [...rors, ...isnis],
      [`${BASE}contributed`],
    ],
    ['cf.contributions_aff_ror', 'products', rors, [`${BASE}contributed`]],
    ['funding.identifiers.id', 'products', ['https://grants.example/1'], [`${BASE}contributed`]],
    ['identifiers.value', 'persons', wikidata, ['http://orcid.org/0000-0002-1694-233x']],
    ['identifiers.value', 'venues', ['raid:10.25/activity1', '10.25/ACTIVITY1'], [`${BASE}venue-1`]],
    ['identifiers.scheme', 'venues', ['issn', 'ISSN', 'Issn'], [`${BASE}venue-1`]],
    ['cf.venue_issn', 'products', ['1476-4687', '14764687', 'issn:0028-0836'], [`${BASE}published`]],
    ['cf.venue_issn', 'products', ['9781402096327', '2053-1583'], []],
    [
      'identifiers.value',
      'venues',
      ['9781402096327', '1402096321', '1-4020-9632-1', 'ISBN 1402096321'],
      [`${BASE}venue-2`],
    ],
    ['identifiers.value', 'venues', ['1402096322', '9781402096328'], []],
    ['identifiers.id', 'products', ['080442957x', '978-0-8044-2957-3'], [`${BASE}books`]],
    ['identifiers.id', 'products', ['9791090636071'], [`${BASE}books`]],
    ['identifiers.id', 'products', ['1090636071', '1090636070', '1-0906-3607-X'], []],
    ['cf.search.identifier', 'venues', ['53-15', '2053', '.25/activity1'], [`${BASE}venue-1`]],
    ['cf.search.identifier', 'venues', ['2053-1584'], []],
    ['cf.search.cited_identifier', 'products', ['5555/CIT'], [`${BASE}citing`]],
    ['identifiers.value', 'topics', dois('10.5555/rdf1'), [`${BASE}rdf-1`]],
    ['identifiers.scheme', 'topics', ['doi'], [`${BASE}rdf-1`, `${BASE}rdf-2`]],
  ]
  for (const [key, path, forms, iris] of filters) {
    it(`are found by ${key} in ${path} as ${forms[0]}, in every form`, async () => {
      const type = model.typeAt(path)!
      for (const form of forms) {
        const found = await server.graph.search(type, parseFilter([`,${key}:${encoded(form)}`], type, model))
        expect(found.slice(), form).to.deep.equal(iris)
      }
    })
  }
  it('have their scheme in the letters of the vocabulary, in JSON and RDF', async () => {
    for (const [path, value] of [
      ['products/cited', '10.5555/cited'],
      ['topics/rdf-1', '10.5555/rdf1'],
      ['topics/rdf-2', '10.5555/rdf2'],
    ]) {
      const { body } = await getJson(`${server.api}/${path}`)
      expect(body['@graph'][0].identifiers).to.deep.equal([{ scheme: 'doi', value }])
      const turtle = await (await fetch(`${server.api}/${path}?format=turtle`)).text()
      expect(turtle).to.include('datacite:doi').and.not.include(`${BASE}DOI`)
    }
  })
  it('with a scheme in other letters are a finding, and no other', async () => {
    const { findings } = await checkFiles({
      'a.json': JSON.stringify(
        product(`${BASE}a`, {
          identifiers: [
            { scheme: 'DOI', value: '10.5555/a' },
            { scheme: 'Wikidata', value: 'Q42' },
            { scheme: 'doi', value: '10.5555/b' },
          ],
        }),
      ),
    })
    expect(
      findings.map(({ kind, path, message, expected }) => [kind, path, message, expected]),
    ).to.deep.equal([['alias-used', 'identifiers.0.scheme', 'is read as doi', 'doi']])
  })
  it('of the scheme of an extension have its form, and a link to its resolver', async () => {
    const { body } = await getJson(`${server.api}/venues/venue-1`)
    expect(body['@graph'][0].identifiers).to.deep.include({
      scheme: 'raid',
      value: 'https://raid.org/10.25/activity1',
    })
    const page = await (
      await fetch(`${server.api}/venues/venue-1`, { headers: { accept: 'text/html' } })
    ).text()
    expect(page).to.include('href="https://raid.org/10.25/activity1"')
  })

  describe('that are URLs with a query, raw in the path,', () => {
    const get = async (path: string): Promise<[status: number, id: string | undefined, type?: string]> => {
      const { status, body, headers } = await getRaw(server.port, `/skg-if/api/${path}`)
      const type = headers['content-type']!
      return type.includes('json')
        ? [status, (JSON.parse(body) as Record<string, any>)['@graph'][0]?.local_identifier]
        : [status, undefined, type]
    }
    const rows: readonly [path: string, status: number, id: string | undefined][] = [
      ['products/https://example.org/item?id=3', 200, 'https://example.org/item?id=3'],
      ['products/https:/example.org/item?id=3', 200, 'https://example.org/item?id=3'],
      [
        'products/https://example.org/only?format=turtle&x=%C3%A9',
        200,
        'https://example.org/only?format=turtle&x=%C3%A9',
      ],
      ['products/https://example.org/item?id=5', 200, 'https://example.org/item'],
      ['products/https://example.org/nothing?id=3', 404, undefined],
      [`products/${encoded('https://example.org/item?id=3')}`, 200, 'https://example.org/item?id=3'],
    ]
    for (const [path, status, id] of rows)
      it(`answer ${status}: ${path.slice(0, 80)}`, async () =>
        expect(await get(path)).to.deep.equal([status, id]))
    for (const [title, path] of [
      ['encoded, have parameters behind them', `products/${encoded('https://example.org/item')}?id=3`],
      ['with a broken escape are an id with parameters', 'products/https://example.org/item?id=%zz'],
    ] as const)
      it(title, async () => {
        const { status, body } = await getRaw(server.port, `/skg-if/api/${path}`)
        expect([status, (JSON.parse(body) as { detail: string }).detail]).to.deep.equal([
          400,
          'There is no parameter id. The parameters are skeg_fields, format, page, page_size.',
        ])
      })
    it('leave the parameter format to others', async () => {
      expect((await get('products/https://example.org/item?format=turtle'))[2]).to.match(/^text\/turtle/)
    })
    it('and are of another type, are said to be there', async () => {
      const { status, headers } = await getRaw(
        server.port,
        '/skg-if/api/venues/https://example.org/item?id=4',
      )
      expect(status).to.equal(404)
      expect(headers['link']).to.include(
        `<${server.api}/topics/${encoded('https://example.org/item?id=4')}>; rel="alternate"`,
      )
    })
  })
})
