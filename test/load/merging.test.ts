// Copies, kinds, cycles and triples that no row maps: the rules of docs/data-model.md, whatever the order of
// the input.

import { expect } from 'chai'
import { BASE, load, type Files, type Json, type Loaded } from './files.ts'

const line = JSON.stringify
const at = (local_identifier: string, entity_type: string, fields: Json = {}): Json => ({
  local_identifier,
  entity_type,
  ...fields,
})
const full = (id: string, entity_type: string, fields: Json = {}): Json => at(BASE + id, entity_type, fields)
const ids = (...values: string[]): Json => ({ identifiers: values.map((value) => ({ scheme: 'x', value })) })
const product = (id: string, fields: Json): Json => full(id, 'product', { product_type: 'other', ...fields })

const doi = { scheme: 'doi', value: '10.5555/o' }
const copyIds: Json = { identifiers: [{ scheme: 'x', value: '2' }, doi] }
const joinedIds: Json = { identifiers: [doi, { scheme: 'x', value: '1' }] }

/** Title, records, answers by `type id` (nothing else is served), findings by what they hold. */
type Row = [title: string, records: Json[], answers: Record<string, Json>, findings: RegExp[]]

const rows: Row[] = [
  [
    'a record that cites itself',
    [at('p', 'product', { titles: { en: ['t'] }, related_products: { cites: ['p'] } })],
    {
      'product p': product('p', {
        titles: { en: ['t'] },
        related_products: { cites: [full('p', 'product')] },
      }),
    },
    [/cites\.0 names \S+p, of which it is a part itself/],
  ],
  [
    'a record that is what its key does not expect, one of its words being the class of another type',
    [
      at('v', 'venue', {
        name: 'V',
        type: 'other',
        contributions: [{ by: at('v', 'venue'), role: 'editor' }],
      }),
    ],
    {
      'venue v': full('v', 'venue', {
        name: 'V',
        type: 'other',
        contributions: [{ by: full('v', 'venue', { name: 'V' }), role: 'editor' }],
      }),
    },
    [/is a venue, where/, /of which it is a part itself/],
  ],
  [
    'records that cite each other',
    [
      at('p', 'product', { related_products: { cites: ['q'] } }),
      at('q', 'product', { related_products: { cites: [at('p', 'product')] } }),
    ],
    {
      'product p': product('p', { related_products: { cites: [full('q', 'product')] } }),
      'product q': product('q', { related_products: { cites: [full('p', 'product')] } }),
    },
    [],
  ],
  [
    'a grant that is its own funder',
    [at('g', 'grant', { acronym: 'G', funding_agency: at('g', 'organisation', { name: 'Self' }) })],
    {
      'grant g': full('g', 'grant', {
        acronym: 'G',
        funding_agency: full('g', 'organisation', { name: 'Self', short_name: 'G' }),
      }),
      'organisation g': full('g', 'organisation', { name: 'Self', short_name: 'G' }),
    },
    [/funding_agency names \S+g, of which it is a part itself/, /two kinds: grant and organisation/],
  ],
  [
    'a record and its copies, which add nothing but identifiers of other schemes',
    [
      at('a', 'person', {
        affiliations: [
          { affiliation: at('o', 'organisation', { name: 'Copy', short_name: 'C', ...copyIds }) },
        ],
      }),
      at('o', 'organisation', { name: 'Record', ...ids('1') }),
      at('b', 'person', { affiliations: [{ affiliation: at('o', 'organisation', { name: 'Other' }) }] }),
    ],
    {
      'person a': full('a', 'person', {
        affiliations: [{ affiliation: full('o', 'organisation', { ...joinedIds, name: 'Record' }) }],
      }),
      'person b': full('b', 'person', {
        affiliations: [{ affiliation: full('o', 'organisation', { ...joinedIds, name: 'Record' }) }],
      }),
      'organisation o': full('o', 'organisation', { ...joinedIds, name: 'Record' }),
    },
    [
      /<\S+o> name differs between copies: "Record" is used, "Copy" or "Other" is not; identifiers: "x 1" is used, "x 2" is not$/,
    ],
  ],
  [
    'copies without a record: lists unite, of names of one length the smallest stays',
    [
      at('a', 'person', {
        affiliations: [
          { affiliation: at('o', 'organisation', { name: 'B', country: 'NL', ...ids('2', '1') }) },
        ],
      }),
      at('b', 'person', {
        affiliations: [{ affiliation: at('o', 'organisation', { name: 'A', ...ids('3', '1') }) }],
      }),
    ],
    Object.fromEntries([
      ['organisation o', full('o', 'organisation', { ...ids('1', '2', '3'), name: 'A', country: 'NL' })],
      ...['a', 'b'].map((id) => [
        `person ${id}`,
        full(id, 'person', {
          affiliations: [
            { affiliation: full('o', 'organisation', { ...ids('1', '2', '3'), name: 'A', country: 'NL' }) },
          ],
        }),
      ]),
    ]) as Record<string, Json>,
    [/<\S+o> name differs between copies: "A" is used, "B" is not$/],
  ],
  [
    'two records of one id and type',
    [
      at('a', 'person', { name: 'B', given_name: 'G', ...ids('1') }),
      at('b', 'person', { name: 'x' }),
      at('a', 'person', { name: 'A', ...ids('2', '1') }),
    ],
    {
      'person a': full('a', 'person', { ...ids('1', '2'), name: 'B', given_name: 'G' }),
      'person b': full('b', 'person', { name: 'x' }),
    },
    [
      /<\S+a> is there twice as person; the two are united/,
      /<\S+a> name differs between copies: "B" is used, "A" is not$/,
    ],
  ],
  [
    'two records of one id and type whose texts hold line separators, one before what ends a quad',
    [
      at('p', 'product', { titles: { en: ['a\u2028b'], de: ['a <http://x.example/> .\u2029b'] } }),
      at('p', 'product', { titles: { en: ['c'] } }),
    ],
    {
      'product p': product('p', {
        titles: { en: ['a\u2028b', 'c'], de: ['a <http://x.example/> .\u2029b'] },
      }),
    },
    [/twice as product/],
  ],
  [
    'three records of one id and type',
    ['C', 'A', 'B'].map((name, i) => at('a', 'person', { name, ...ids(String(i)) })),
    { 'person a': full('a', 'person', { ...ids('0', '1', '2'), name: 'A' }) },
    [/twice/, /twice/, /name differs between copies: "A" is used, "B" or "C" is not$/],
  ],
  [
    'a record that says nothing, then one of the same id that does',
    [at('a', 'person'), at('a', 'person', { name: 'A' })],
    { 'person a': full('a', 'person', { name: 'A' }) },
    [/twice/],
  ],
  [
    'records of two types with one id',
    [
      at('o', 'organisation', { name: 'B', country: 'NL', ...ids('1') }),
      at('o', 'datasource', { name: 'A', disciplines: ['QC1'], ...ids('1', '2') }),
    ],
    {
      'organisation o': full('o', 'organisation', { ...ids('1', '2'), name: 'A', country: 'NL' }),
      'datasource o': full('o', 'datasource', { ...ids('1', '2'), name: 'A', disciplines: ['lcc:QC1'] }),
    },
    [/two kinds: datasource and organisation/, /name differs between copies: "A" is used, "B" is not$/],
  ],
  [
    'embedded entities of two types with one id, each shown where its key expects it',
    [
      at('p', 'product', {
        relevant_organisations: [at('o', 'organisation', { name: 'B', country: 'NL' })],
        manifestations: [{ biblio: { hosting_data_source: at('o', 'datasource', { name: 'A' }) } }],
      }),
    ],
    {
      'product p': product('p', {
        manifestations: [{ biblio: { hosting_data_source: full('o', 'datasource', { name: 'A' }) } }],
        relevant_organisations: [full('o', 'organisation', { name: 'A', country: 'NL' })],
      }),
      'organisation o': full('o', 'organisation', { name: 'A', country: 'NL' }),
      'datasource o': full('o', 'datasource', { name: 'A' }),
    },
    [/two kinds: datasource and organisation/, /name differs between copies: "A" is used, "B" is not$/],
  ],
  [
    'records of two types with one id that hold a key in different shapes',
    [
      at('o', 'product', { titles: { en: ['B', 'C'] } }),
      at('o', 'grant', { titles: { en: 'A' } }),
      at('o', 'service', { name: { en: 'Ab' } }),
      at('o', 'person', { name: 'Cd' }),
    ],
    {
      'product o': product('o', { titles: { en: ['A', 'B', 'C'] } }),
      'grant o': full('o', 'grant', { titles: { en: 'A' } }),
      'service o': full('o', 'service', { name: { en: 'Ab', none: 'Cd' } }),
      'person o': full('o', 'person', { name: 'Ab' }),
    },
    [
      /two kinds: grant and product$/,
      /two kinds: grant and product and service$/,
      /two kinds: grant and person and product and service$/,
    ],
  ],
  [
    'what is told without a type, of what others say holds it in another shape',
    [
      at('p', 'product', {
        contributions: [{ rank: 1, by: { local_identifier: 's', name: 'N', ...ids('1') } }],
      }),
      at('q', 'product', { contributions: [{ rank: 1, by: at('s', 'service') }] }),
    ],
    {
      'service s': full('s', 'service', ids('1')),
      ...Object.fromEntries(
        ['p', 'q'].map((id) => [
          `product ${id}`,
          product(id, { contributions: [{ rank: 1, by: full('s', 'service', ids('1')) }] }),
        ]),
      ),
    },
    [
      /is a service, where person, organisation or agent is expected/,
      /<\S+s> name is given without a type; elsewhere the entity is a service/,
    ],
  ],
  [
    'what is told without a type, of what has several: the one that holds it',
    [
      at('p', 'product', { contributions: [{ rank: 1, by: { local_identifier: 'x', name: 'N' } }] }),
      at('q', 'product', {
        related_products: { cites: ['x'] },
        contributions: [{ rank: 1, by: at('x', 'person') }],
      }),
      at('r', 'product', { related_products: { cites: [at('x', 'product')] } }),
    ],
    {
      'person x': full('x', 'person', { name: 'N' }),
      'product x': product('x', {}),
      'product p': product('p', { contributions: [{ rank: 1, by: full('x', 'person', { name: 'N' }) }] }),
      'product q': product('q', {
        related_products: { cites: [full('x', 'product')] },
        contributions: [{ rank: 1, by: full('x', 'person', { name: 'N' }) }],
      }),
      'product r': product('r', { related_products: { cites: [full('x', 'product')] } }),
    },
    [/two kinds/],
  ],
  [
    'affiliations that stand inside by',
    [
      at('p', 'product', {
        contributions: [
          {
            rank: 1,
            by: at('a', 'person', {
              name: 'A',
              declared_affiliations: [at('o', 'organisation', { name: 'O' })],
            }),
          },
        ],
      }),
    ],
    {
      'product p': product('p', {
        contributions: [
          {
            by: full('a', 'person', { name: 'A' }),
            rank: 1,
            declared_affiliations: [full('o', 'organisation', { name: 'O' })],
          },
        ],
      }),
      'person a': full('a', 'person', { name: 'A' }),
      'organisation o': full('o', 'organisation', { name: 'O' }),
    },
    [],
  ],
  [
    'a type that others tell',
    [
      at('p', 'product', {
        contributions: [
          { rank: 1, by: 'a' },
          { rank: 2, by: 'nobody' },
          { rank: 3, by: { local_identifier: 'n', name: 'N' } },
        ],
      }),
      at('q', 'product', {
        contributions: [
          { rank: 1, by: at('a', 'person') },
          { rank: 2, by: at('n', 'organisation') },
        ],
      }),
    ],
    {
      'product p': product('p', {
        contributions: [
          { by: full('a', 'person'), rank: 1 },
          { by: full('nobody', 'agent'), rank: 2 },
          { by: full('n', 'organisation', { name: 'N' }), rank: 3 },
        ],
      }),
      'product q': product('q', {
        contributions: [
          { by: full('a', 'person'), rank: 1 },
          { by: full('n', 'organisation', { name: 'N' }), rank: 2 },
        ],
      }),
      'organisation n': full('n', 'organisation', { name: 'N' }),
    },
    [],
  ],
  [
    'mentions, which are not served',
    [
      at('p', 'product', { funding: ['g'], related_products: { cites: ['q'] } }),
      at('m', 'person'),
      at('n', 'product', { product_type: 'other' }),
    ],
    {
      'product p': product('p', {
        funding: [full('g', 'grant')],
        related_products: { cites: [full('q', 'product')] },
      }),
    },
    [
      /<\S+m> has nothing but an id and a type; it is a mention/,
      /<\S+n> has nothing but an id and a type; it is a mention/,
    ],
  ],
  [
    'nodes of two keys that share a predicate: any key that tells is enough',
    [
      at('p', 'product', {
        manifestations: [
          { peer_review: { status: 'soon', description: 'open peer review' } },
          { peer_review: { status: 'under review', description: 'by hand' } },
          { access_rights: { status: 'open', description: 'by hand' } },
        ],
      }),
    ],
    {
      'product p': product('p', {
        manifestations: [
          { access_rights: { status: 'open', description: 'by hand' } },
          { peer_review: { status: 'soon', description: 'open peer review' } },
          { peer_review: { status: 'under review', description: 'by hand' } },
        ],
      }),
    },
    [],
  ],
  [
    'labels of one class that differ',
    ['b', 'a'].map((label, i) =>
      at(`p${i}`, 'product', {
        manifestations: [{ type: { class: 'http://c.example/C', labels: { en: label } } }],
      }),
    ),
    Object.fromEntries(
      [0, 1].map((i) => [
        `product p${i}`,
        product(`p${i}`, {
          manifestations: [{ type: { class: 'http://c.example/C', labels: { en: 'a' } } }],
        }),
      ]),
    ),
    [/labels\.en differs between copies: "a" is used, "b" is not$/],
  ],
]

const PREFIXES =
  '@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix fabio: <http://purl.org/spar/fabio/> . ' +
  '@prefix pro: <http://purl.org/spar/pro/> . @prefix datacite: <http://purl.org/spar/datacite/> ' +
  '.\n'
const x = '<http://x.example/x>'
const lines = (dump: string): string[] =>
  dump
    .split('\n')
    .filter((found) => found !== '')
    .map((found) => found.replace(/_:\w+/g, '_:'))
    .sort()
const graphOf = (subject: string, triples: string[]): string[] =>
  triples.map((triple) => `${triple} ${subject} .`).sort()

/** Turtle or JSON beside it → the quads that must be there, blank nodes without names. */
const preserved: [title: string, files: Files, quads: string[]][] = [
  [
    'a class and properties that no row has',
    {
      'a.ttl': `${x} a foaf:Person, <http://c.example/C> ; foaf:name "n" ; <http://p.example/p> "v"@en, 1 .`,
    },
    graphOf(x, [
      `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>`,
      `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://c.example/C>`,
      `${x} <http://xmlns.com/foaf/0.1/name> "n"`,
      `${x} <http://p.example/p> "v"@en`,
      `${x} <http://p.example/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer>`,
    ]),
  ],
  [
    'values of another kind than the row has',
    { 'a.ttl': `${x} a foaf:Person ; foaf:name "n", <http://n.example/> ; datacite:hasIdentifier "bare" .` },
    graphOf(x, [
      `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>`,
      `${x} <http://xmlns.com/foaf/0.1/name> "n"`,
      `${x} <http://xmlns.com/foaf/0.1/name> <http://n.example/>`,
      `${x} <http://purl.org/spar/datacite/hasIdentifier> "bare"`,
    ]),
  ],
  [
    'subjects of no entity type, as they are',
    {
      'a.ttl':
        `${x} <http://purl.org/dc/terms/created> "circa 1900"@en, "2020"^^<http://x.example/d> ; ` +
        '<http://www.w3.org/1999/02/22-rdf-syntax-ns#value> "42" ; <http://p.example/p> [ ' +
        `<http://p.example/q> [] ] .\n<http://x.example/y> a foaf:Agent ; foaf:name "y" .`,
    },
    [
      ...graphOf(x, [
        `${x} <http://purl.org/dc/terms/created> "circa 1900"@en`,
        `${x} <http://purl.org/dc/terms/created> "2020"^^<http://x.example/d>`,
        `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#value> "42"`,
        `${x} <http://p.example/p> _:`,
        '_: <http://p.example/q> _:',
      ]),
      ...graphOf('<http://x.example/y>', [
        '<http://x.example/y> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Agent>',
        '<http://x.example/y> <http://xmlns.com/foaf/0.1/name> "y"',
      ]),
    ],
  ],
  [
    'what two files say of one subject',
    {
      'a.ttl': `${x} a foaf:Person ; foaf:name "n" ; <http://p.example/1> 1 .`,
      'b.ttl': `${x} a foaf:Person ; foaf:name "n" ; <http://p.example/2> 2 .`,
      'c.json': line({ local_identifier: 'http://x.example/x', entity_type: 'person', given_name: 'g' }),
    },
    graphOf(x, [
      `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>`,
      `${x} <http://xmlns.com/foaf/0.1/name> "n"`,
      `${x} <http://xmlns.com/foaf/0.1/givenName> "g"`,
      ...[1, 2].map((i) => `${x} <http://p.example/${i}> "${i}"^^<http://www.w3.org/2001/XMLSchema#integer>`),
    ]),
  ],
  [
    'texts that hold line separators',
    {
      'a.ttl': `${x} a foaf:Person ; foaf:name "a\u2028b" .`,
      'b.ttl': `${x} a foaf:Person ; foaf:name "a\u2028b" ; <http://p.example/p> "c <http://x.example/> .\u2028d" .`,
    },
    graphOf(x, [
      `${x} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>`,
      `${x} <http://xmlns.com/foaf/0.1/name> "a\u2028b"`,
      `${x} <http://p.example/p> "c <http://x.example/> .\u2028d"`,
    ]),
  ],
]

/** The records as JSON Lines, the order of the input being the test. */
const loadLines = (records: readonly Json[]): Promise<Loaded> =>
  load({ 'a.jsonl': records.map((record) => line(record)).join('\n') })

describe('merging', () => {
  for (const [title, records, answers, findings] of rows) {
    it(`of ${title}`, async () => {
      const loaded = await loadLines(records)
      expect(loaded.answers).to.deep.equal(answers)
      for (const finding of findings)
        expect([...loaded.findings, ''].join('\n')).to.match(new RegExp(finding.source, 'm'))
      expect(loaded.findings, loaded.findings.join('\n')).to.have.length(findings.length)
      const reversed = await loadLines([...records].reverse())
      expect(reversed.answers, 'in reverse').to.deep.equal(answers)
      expect(lines(reversed.dump), 'in reverse').to.deep.equal(lines(loaded.dump))
      expect(reversed.hash).to.equal(loaded.hash)
    })
  }

  it('of equal nodes that come far apart keeps one', async () => {
    const much = at('t', 'topic', { labels: { en: 'long '.repeat(300_000) } })
    const { dump } = await loadLines([
      at('o', 'organisation', { name: 'O', ...ids('1') }),
      much,
      at('o', 'datasource', { name: 'O', ...ids('1') }),
      { ...much, local_identifier: 't2' },
      at('o', 'venue', { name: 'O', ...ids('1') }),
    ])
    expect(lines(dump).filter((found) => /hasIdentifier/.test(found))).to.have.length(1)
  })
  it('gives embedded entities without id one that depends on owner and content', async () => {
    const by = { entity_type: 'person', name: 'J. Smith' }
    const records = ['p', 'q'].map((id) =>
      at(id, 'product', {
        contributions: [
          { rank: 1, by },
          { rank: 2, by },
        ],
      }),
    )
    const { answers } = await loadLines(records)
    const persons = Object.keys(answers).filter((key) => key.startsWith('person'))
    expect(persons).to.have.length(2)
    for (const key of persons) expect(key).to.match(/^person otf___[0-9a-f]{32}$/)
    const inRdf = await load({
      'a.ttl': `${PREFIXES}${['p', 'q']
        .map(
          (id) =>
            `<${id}> a fabio:Work ; pro:isRelatedToRoleInTime [ pro:isHeldBy [ a foaf:Person ; ` +
            'foaf:name "J. Smith" ] ] .',
        )
        .join('\n')}`,
    })
    expect(
      Object.keys(inRdf.answers).filter((key) => /^person otf___[0-9a-f]{32}$/.test(key)),
    ).to.have.length(2)
  })
  it('counts lists of JSON that got positions as ranks, and gives RDF none', async () => {
    const list = {
      contributions: [{ by: at('b', 'person', { name: 'B' }) }, { by: at('a', 'person', { name: 'A' }) }],
    }
    const { counts, answers, dump } = await loadLines([at('p', 'product', list), at('g', 'grant', list)])
    expect(counts).to.deep.equal({ 'lists of contributions without any rank got positions as rank': 1 })
    expect(
      (answers['product p']?.contributions as Json[]).map(({ by, rank }) => [(by as Json).name, rank]),
    ).to.deep.equal([
      ['B', 1],
      ['A', 2],
    ])
    const unranked = dump
      .split('\n')
      .filter((quad) => !quad.includes('<http://purl.org/co/index>'))
      .join('\n')
    const again = await load({ 'a.nq': unranked, 'b.nq': unranked })
    expect(again.counts).to.deep.equal({})
    expect(
      (again.answers['product p']?.contributions as Json[]).map(({ by, rank }) => [(by as Json).name, rank]),
    ).to.deep.equal([
      ['A', undefined],
      ['B', undefined],
    ])
  })
})

describe('positions as ranks', () => {
  const by = (id: string): Json => ({ by: { local_identifier: id, entity_type: 'person' } })
  const lists: [title: string, given: unknown, ranks: string][] = [
    ['a list', [by('b'), by('a')], 'b 1, a 2'],
    ['one object', by('a'), 'a 1'],
    ['a list in a list', [[by('b'), by('a')]], 'b 1, a 2'],
    ['bare ids among objects', ['b', by('a')], 'b 1, a 2'],
    ['what is empty between', [null, by('b'), {}, by('a'), ''], 'b 1, a 2'],
    ['one with a rank: none gets one', [by('a'), { ...by('b'), rank: 3 }], 'b 3, a undefined'],
  ]
  for (const [title, input, ranks] of lists) {
    it(title, async () => {
      const { answers } = await loadLines([at('p', 'product', { contributions: input })])
      const found = (answers['product p']?.contributions as Json[]).map(
        ({ by: who, rank }) => `${String((who as Json).local_identifier).replace(BASE, '')} ${String(rank)}`,
      )
      expect(found.join(', ')).to.equal(ranks)
    })
  }
})

describe('triples that no row maps', () => {
  for (const [title, files, quads] of preserved) {
    it(`are kept: ${title}`, async () => {
      const { dump, counts } = await load(
        Object.fromEntries(
          Object.entries(files).map(([name, text]) => [
            name,
            name.endsWith('.ttl') ? PREFIXES + String(text) : text,
          ]),
        ),
      )
      expect(lines(dump)).to.deep.equal([...quads].sort())
      expect(Object.keys(counts)).to.deep.equal(['triples that JSON does not show, kept in the graph'])
    })
  }
  it('are kept at once where they are long lists or shared nodes', async () => {
    const members = Array.from({ length: 2000 }, (_, i) => `<http://x.example/${i}>`)
    const links = Array.from(
      { length: 30 },
      (_, i) => `_:b${i} <http://p.example/l> _:b${i + 1} ; <http://p.example/r> _:b${i + 1} .`,
    )
    const start = process.cpuUsage()
    const { dump, findings } = await load({
      'a.ttl':
        `${PREFIXES}${x} a foaf:Person ; foaf:name "n" ; <http://p.example/list> ` +
        `(${members.join(' ')}) ; <http://p.example/node> _:b0 . ${links.join('\n')}`,
    })
    expect(findings).to.deep.equal([])
    expect(lines(dump)).to.have.length(2 + 1 + 2 * 2000 + 1 + 2 * 30)
    expect(process.cpuUsage(start).user / 1e6).to.be.lessThan(3)
  })
  it('are shown in the document of their entity, and not in JSON', async () => {
    const { answers } = await load({
      'a.ttl': `${PREFIXES}${x} a foaf:Person ; foaf:name "n" ; <http://p.example/p> "v" .`,
    })
    expect(answers).to.deep.equal({
      'person http://x.example/x': {
        local_identifier: 'http://x.example/x',
        entity_type: 'person',
        name: 'n',
      },
    })
  })
})
