// What is said of an entity in the records of others: its names are those of one copy, its identifiers add to each
// other, and nothing depends on the order of the input.

import { expect } from 'chai'
import fc from 'fast-check'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, jsonl } from '../load/files.ts'
import { startCommandRunner } from '../support/command.ts'
import { runs } from '../support/effort.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

type Json = Record<string, any>

const [ONE, TWO] = ['0000-0002-1825-0097', '0000-0001-5109-3700']
const PERSON = `https://orcid.org/${ONE}`

const author = (given: string, family: string, orcid?: string): Json => ({
  given,
  family,
  ...(orcid && { ORCID: orcid }),
})
const crossref = (doi: string, ...authors: Json[]): Json => ({
  DOI: `10.5555/${doi}`,
  type: 'journal-article',
  member: '78',
  title: [`Work ${doi}`],
  author: authors,
})
const datacite = (doi: string, name: string, orcid: string): Json => ({
  doi: `10.5555/${doi}`,
  titles: [{ title: `Work ${doi}` }],
  types: { resourceTypeGeneral: 'Text' },
  creators: [
    {
      name,
      nameType: 'Personal',
      nameIdentifiers: [{ nameIdentifier: orcid, nameIdentifierScheme: 'ORCID' }],
    },
  ],
})
const openalex = (id: string, doi: string, authors: Json[], members: Json = {}): Json => ({
  id: `https://openalex.org/${id}`,
  doi: `https://doi.org/10.5555/${doi}`,
  title: `Work ${doi}`,
  type: 'article',
  authorships: authors,
  ...members,
})
const openalexAuthor = (id: string, name: string, orcid?: string, institutions: Json[] = []): Json => ({
  author: {
    id: `https://openalex.org/${id}`,
    display_name: name,
    ...(orcid && { orcid: `https://orcid.org/${orcid}` }),
  },
  institutions,
})
const many = (count: number, prefix: string, ...authors: Json[]): Json[] =>
  Array.from({ length: count }, (_, i) => crossref(`${prefix}${i}`, ...authors))
const org = (id: string, name: string): Json => ({ local_identifier: id, entity_type: 'organisation', name })
const native = (id: string, organisation: Json): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [id] },
  relevant_organisations: [organisation],
})
const names = (name: string, given_name: string, family_name: string): Json => ({
  name,
  given_name,
  family_name,
})

const manifestationType = (defined_in: string, label: string): Json => ({
  class: `${defined_in.replace(/\/$/, '')}/${label}`,
  labels: { en: label },
  defined_in,
})

/** Title, inputs by their names, members of records by id, findings in the order in which they are expected. */
type Row = [title: string, inputs: Record<string, Json[] | string>, records: Record<string, Json>, RegExp[]]

const rows: Row[] = [
  [
    'a name is that of most copies, whole, not made of pieces of several',
    {
      'a.jsonl': [
        crossref('0', author('Li', 'Xiaoming', ONE)),
        ...many(9, 'w', author('Xiaoming', 'Li', ONE)),
      ],
    },
    { [PERSON]: names('Xiaoming Li', 'Xiaoming', 'Li') },
    [/conflicting-copies.*"Xiaoming Li" is used, "Li Xiaoming" is not/],
  ],
  [
    'initials in one copy and a swapped name in another do not count against eight',
    {
      'a.jsonl': [
        crossref('0', author('J. A.', 'Smith', ONE)),
        ...many(8, 'w', author('Jane Alice', 'Smith', ONE)),
        crossref('1', author('Smith', 'Jane Alice', ONE)),
      ],
    },
    { [PERSON]: names('Jane Alice Smith', 'Jane Alice', 'Smith') },
    [/conflicting-copies.*"Jane Alice Smith" is used, "Smith Jane Alice" is not/],
  ],
  [
    'the source that outweighs the other one gives the name, however often the other says another',
    {
      'a.jsonl': [
        crossref('0', author('Martin', 'Fenner', ONE)),
        ...[1, 2, 3].map((i) => datacite(`${i}`, 'Fennér-Other, Martin', ONE)),
      ],
    },
    { [PERSON]: names('Martin Fenner', 'Martin', 'Fenner') },
    [/conflicting-copies/],
  ],
  [
    'of names that are given equally often the longest is taken; others that share a word with it are other names',
    {
      'a.jsonl': [
        'Elsevier BV',
        'Wiley',
        'John Wiley & Sons',
        'John Wiley & Sons',
        'Institute of Physics',
      ].map((name, i) => native(`p${i}`, org('o', name))),
    },
    { 'https://example.org/o': { name: 'John Wiley & Sons', other_names: ['Wiley'] } },
    [
      /conflicting-copies.*"John Wiley & Sons" is used, "Elsevier BV", "Institute of Physics" or "Wiley" is not/,
    ],
  ],
  [
    'identifiers of copies join those of the record; another one of a scheme that it has is reported',
    {
      'staff.csv': `Name,ORCID\nJosiah S. Carberry,${ONE}\n`,
      'ror.jsonl': [
        {
          id: 'https://ror.org/05gq02987',
          names: [{ value: 'Example University', types: ['ror_display', 'label'], lang: 'en' }],
          status: 'active',
          locations: [],
          external_ids: [],
          links: [],
          types: ['education'],
          established: null,
          relationships: [],
          domains: [],
          admin: {},
        },
      ],
      'works.jsonl': [
        openalex('W1', 'one', [
          openalexAuthor('A1', 'Josiah Carberry', ONE, [
            {
              id: 'https://openalex.org/I1',
              display_name: 'Example University',
              ror: 'https://ror.org/05gq02987',
              type: 'education',
            },
          ]),
        ]),
      ],
    },
    {
      [PERSON]: {
        name: 'Josiah S. Carberry',
        identifiers: [
          { scheme: 'openalex', value: 'A1' },
          { scheme: 'orcid', value: ONE },
        ],
      },
      'https://ror.org/05gq02987': {
        identifiers: [
          { scheme: 'openalex', value: 'I1' },
          { scheme: 'ror', value: 'https://ror.org/05gq02987' },
        ],
      },
    },
    [],
  ],
  [
    'an identifier of a copy in a scheme of which the record has another one is reported and left out',
    {
      'a.jsonl': [
        { ...org('o', 'CERN'), identifiers: [{ scheme: 'ror', value: '01ggx4157' }] },
        native('p', {
          ...org('o', 'CERN'),
          identifiers: [
            { scheme: 'ror', value: '05gq02987' },
            { scheme: 'grid', value: 'grid.9132.9' },
          ],
        }),
      ],
    },
    {
      'https://example.org/o': {
        identifiers: [
          { scheme: 'grid', value: 'grid.9132.9' },
          { scheme: 'ror', value: 'https://ror.org/01ggx4157' },
        ],
      },
    },
    [
      /conflicting-copies identifiers .*"ror https:\/\/ror.org\/01ggx4157" is used, "ror \S+05gq02987" is not/,
    ],
  ],
  [
    'an amount and its currency are those of one copy',
    {
      'a.jsonl': [
        ['900', 'EUR'],
        ['1000', 'USD'],
        ['1000', 'USD'],
      ].map(([amount, currency], i) => ({
        local_identifier: `p${i}`,
        entity_type: 'product',
        product_type: 'literature',
        funding: [
          {
            local_identifier: 'g',
            entity_type: 'grant',
            grant_number: '1',
            funded_amount: Number(amount),
            currency,
          },
        ],
      })),
    },
    { 'https://example.org/g': { funded_amount: 1000, currency: 'USD' } },
    [/conflicting-copies funded_amount .*1000 is used, 900 is not; currency: "USD" is used, "EUR" is not/],
  ],
  [
    'a topic of one source does not take the place of another one with its label',
    {
      'a.jsonl': [
        { ...crossref('m'), subject: ['Mutation'] },
        openalex('W1', 'm', [], {
          topics: [],
          keywords: [{ id: 'https://openalex.org/keywords/mutation', display_name: 'Mutation', score: 0.9 }],
          mesh: [{ descriptor_ui: 'D009154', descriptor_name: 'Mutation', is_major_topic: true }],
        }),
      ],
    },
    {
      'http://id.nlm.nih.gov/mesh/D009154': { entity_type: 'topic' },
      'https://openalex.org/keywords/mutation': { entity_type: 'topic' },
    },
    [],
  ],
  [
    'a copy in a repository that names the DOI of the work is a manifestation of its own',
    {
      'a.jsonl': [
        crossref('l'),
        openalex('W1', 'l', [], {
          locations: [
            {
              id: 'doi:10.5555/l',
              landing_page_url: 'https://doi.org/10.5555/l',
              version: 'publishedVersion',
              source: { id: 'https://openalex.org/S1', display_name: 'Journal', type: 'journal' },
            },
            {
              landing_page_url: 'https://doi.org/10.5555/l',
              version: 'submittedVersion',
              source: { id: 'https://openalex.org/S2', display_name: 'PubMed Central', type: 'repository' },
            },
          ],
        }),
      ],
    },
    {
      'https://doi.org/10.5555/l': {
        manifestations: [
          {
            type: manifestationType('https://api.crossref.org/types/', 'journal-article'),
            identifiers: [{ scheme: 'doi', value: '10.5555/l' }],
            version: 'publishedVersion',
            biblio: {
              in: {
                local_identifier: 'https://openalex.org/S1',
                entity_type: 'venue',
                identifiers: [{ scheme: 'openalex', value: 'S1' }],
                name: 'Journal',
              },
            },
          },
          {
            type: manifestationType('https://openalex.org/types', 'article'),
            identifiers: [{ scheme: 'doi', value: '10.5555/l' }],
            version: 'submittedVersion',
            biblio: {
              hosting_data_source: {
                local_identifier: 'https://openalex.org/S2',
                entity_type: 'datasource',
                name: 'PubMed Central',
              },
            },
          },
        ],
      },
    },
    [],
  ],
  [
    'an author who is called by a short form in one of two lists that else agree is one author',
    {
      'a.jsonl': [
        crossref('x', author('Anna', 'Berg'), author('Ronald L.', 'Diercks'), author('Thomas', 'Vries')),
        openalex('W1', 'x', [
          openalexAuthor('A1', 'Anna Berg'),
          openalexAuthor('A2', 'Ron L. Diercks', ONE),
          openalexAuthor('A3', 'Thomas Vries', TWO),
        ]),
        crossref('y', author('Anna', 'Berg'), author('Thomas', 'Vries')),
        openalex('W2', 'y', [openalexAuthor('A1', 'Anna Berg'), openalexAuthor('A3', 'Tom Vries', TWO)]),
      ],
    },
    {
      [PERSON]: names('Ronald L. Diercks', 'Ronald L.', 'Diercks'),
      [`https://orcid.org/${TWO}`]: names('Thomas Vries', 'Thomas', 'Vries'),
    },
    [],
  ],
  [
    'an author of another name at the one place where two lists differ is named',
    {
      'a.jsonl': [
        crossref('x', author('Anna', 'Berg'), author('Ronald', 'Diercks')),
        openalex('W1', 'x', [openalexAuthor('A1', 'Anna Berg'), openalexAuthor('A2', 'Rita Diercks', ONE)]),
      ],
    },
    {},
    [/not-converted.*author of one source who is not found in the fuller one: left out once, «Rita Diercks»/],
  ],
  [
    'an ORCID of three people is reported with their names and works',
    {
      'a.jsonl': [
        crossref('t2.b', author('Anna', 'Schmidt', ONE)),
        crossref('t2.c', author('Zoltán', 'Kovács', ONE)),
        crossref('t2.d', author('A.', 'Schmidt-Meier', ONE)),
      ],
    },
    {},
    [
      /conflicting-copies/,
      /identifier-of-several-names.*«A. Schmidt-Meier» \(in https:\/\/doi.org\/10.5555\/t2.d\).*«Zoltán Kovács» \(in https:\/\/doi.org\/10.5555\/t2.c\)/,
    ],
  ],
  [
    'one of a person whose family name is written in one word and in two is not',
    {
      'a.jsonl': [
        crossref('t2.e', author('Sinead', 'O’Brien', ONE)),
        crossref('t2.f', author('Sinead', 'OBrien', ONE)),
      ],
    },
    { [`https://orcid.org/${ONE}`]: { name: 'Sinead O’Brien', family_name: 'O’Brien' } },
    [/conflicting-copies/],
  ],
  [
    'the ORCID that is the id of a person outweighs another one of a copy',
    {
      'a.jsonl': [
        { local_identifier: `https://orcid.org/${ONE}`, entity_type: 'person', name: 'Josiah Carberry' },
        {
          local_identifier: 'p',
          entity_type: 'product',
          product_type: 'literature',
          contributions: [
            {
              by: {
                local_identifier: `https://orcid.org/${ONE}`,
                entity_type: 'person',
                identifiers: [{ scheme: 'orcid', value: '0000-0001-5109-3700' }],
              },
              role: 'author',
              rank: 1,
            },
          ],
        },
      ],
    },
    { [`https://orcid.org/${ONE}`]: { identifiers: [{ scheme: 'orcid', value: ONE }] } },
    [/conflicting-copies identifiers .*0000-0001-5109-3700/],
  ],
  [
    'the names in the records of a graph onto which others are loaded count like those of the others',
    {
      graph: [crossref('g', author('Josiah', 'Carberry', ONE))] as Json[],
      'a.jsonl': many(3, 'w', author('J. Q.', 'Public-Carberry', ONE)),
    },
    { [PERSON]: names('J. Q. Public-Carberry', 'J. Q.', 'Public-Carberry') },
    [/conflicting-copies.*"J. Q. Public-Carberry" is used, "Josiah Carberry" is not/],
  ],
]

describe('copies of an entity, loaded', () => {
  let folder: string
  const runner = throughout(startCommandRunner)
  const at = (name: string): string => join(folder, name)
  const run = async (...words: string[]): Promise<void> => {
    const { code, err } = await runner.run(words)
    expect([code, code === 0 || err]).to.deep.equal([0, true])
  }
  beforeEach(() => {
    folder = temporaryFolder()
  })

  /** Writes an input; one without an ending becomes a prepared graph. */
  async function write(name: string, content: Json[] | string): Promise<string> {
    const isGraph = !name.includes('.')
    writeFileSync(
      at(isGraph ? `${name}.jsonl` : name),
      typeof content === 'string' ? content : jsonl(...content),
    )
    if (isGraph) await run('load', at(`${name}.jsonl`), '--base', 'https://example.org/', '--out', at(name))
    return at(name)
  }

  for (const [title, inputs, expected, findings] of rows)
    it(title, async () => {
      const paths: string[] = []
      for (const [name, content] of Object.entries(inputs)) paths.push(await write(name, content))
      const flags = ['--base', 'https://example.org/', '--out', at('out'), '--report', at('report.jsonl')]
      await run('load', ...paths, ...flags)
      await run('export', at('out'), '--out', at('out.jsonl'))
      const records = readFileSync(at('out.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
      for (const [id, members] of Object.entries(expected)) {
        const record = records.find((one) => one['local_identifier'] === id)
        expect(record, id).to.deep.include(members)
      }
      const report = readFileSync(at('report.jsonl'), 'utf8').trim().split('\n').filter(Boolean)
      const said = report
        .map((line) => JSON.parse(line) as Json)
        .filter(({ kind, message }) => kind !== 'not-converted' || /author/.test(message as string))
        .map(({ kind, path, message }) => `${kind} ${path} ${message}`)
      findings.forEach((finding, i) => expect(said[i]).to.match(finding))
      expect(said, said.join('\n')).to.have.length(findings.length)
    })
})

/** Copies of few persons and organisations, of several sources, that agree on little. */
const copies = fc.array(
  fc.record({
    source: fc.constantFrom('crossref', 'datacite', 'openalex', 'native', 'record'),
    given: fc.constantFrom('Anna', 'A.', 'Berg', 'Jan Q.'),
    family: fc.constantFrom('Berg', 'van den Berg', 'Anna', 'Li'),
    orcid: fc.constantFrom(ONE, TWO),
  }),
  { minLength: 2, maxLength: 12 },
)

const recordOf = (
  { source, given, family, orcid }: { source: string; given: string; family: string; orcid: string },
  i: number,
): Json => {
  const person = { local_identifier: `https://orcid.org/${orcid}`, entity_type: 'person' }
  return source === 'crossref'
    ? crossref(`r${i}`, author(given, family, orcid))
    : source === 'datacite'
      ? datacite(`r${i}`, `${family}, ${given}`, orcid)
      : source === 'openalex'
        ? openalex(`W${i}`, `r${i}`, [openalexAuthor(`A${i % 3}`, `${given} ${family}`, orcid)])
        : source === 'native'
          ? {
              ...native(`n${i}`, org(`o${i % 2}`, `${given} Inc.`)),
              contributions: [
                {
                  by: { ...person, family_name: family, identifiers: [{ scheme: 'x', value: given }] },
                  role: 'author',
                },
              ],
            }
          : { ...person, ...names(`${given} ${family}`, given, family) }
}

describe('copies in any order and in any files', () => {
  it('make one graph', () =>
    fc.assert(
      fc.asyncProperty(copies, fc.infiniteStream(fc.nat()), async (list, numbers) => {
        const lines = list.map((copy, i) => JSON.stringify(recordOf(copy, i)))
        const sorted = lines
          .map((line) => [numbers.next().value as number, line] as const)
          .sort(([a], [b]) => a - b)
          .map(([, line]) => line)
        const half = sorted.length >> 1
        const one = await load({ 'a.jsonl': lines.join('\n') })
        const other = await load({
          'b.jsonl': sorted.slice(0, half).join('\n') || '\n',
          'a.jsonl': sorted.slice(half).join('\n'),
        })
        expect(other.answers).to.deep.equal(one.answers)
        expect(other.hash).to.equal(one.hash)
      }),
      { numRuns: runs(40) },
    ))
})
