// Copies of what has a record of its own: which of them contradict it, and which say less or spell otherwise.

import { expect } from 'chai'
import { load, type Json } from './files.ts'

const line = JSON.stringify
const ids = (...values: [scheme: string, value: string][]): Json => ({
  identifiers: values.map(([scheme, value]) => ({ scheme, value })),
})
const nature = ids(['doi', '10.1038/41586.1476-4687'], ['issn', '0028-0836'], ['eissn', '1476-4687'])

/** Title, type, record, copy, the paths on which they conflict. */
const rows: [title: string, type: string, record: Json, copy: Json, conflicts: string[]][] = [
  ['a copy with fewer identifiers', 'venue', nature, ids(['issn', '0028-0836']), []],
  [
    'a copy with the same identifiers in another order',
    'venue',
    nature,
    ids(['eissn', '1476-4687'], ['issn', '0028-0836']),
    [],
  ],
  ['a copy that says issn for eissn', 'venue', nature, ids(['issn', '1476-4687']), []],
  ['a copy with another identifier', 'venue', nature, ids(['issn', '0028-0837']), ['identifiers']],
  ['a copy without name', 'venue', { ...nature, name: 'Nature' }, ids(['issn', '0028-0836']), []],
  ['a name in capitals', 'venue', { name: 'Nature' }, { name: 'NATURE' }, []],
  [
    'a name with other accents and punctuation',
    'organisation',
    { name: 'Université de Montréal' },
    { name: 'Universite de Montreal.' },
    [],
  ],
  ['an ampersand for and', 'venue', { name: 'Science & Nature' }, { name: 'Science and Nature' }, []],
  ['another name', 'venue', { name: 'Nature' }, { name: 'Nature Physics' }, ['name']],
  ['a name of other words', 'venue', { name: 'Nature' }, { name: 'Science' }, ['name']],
  [
    'one of the other names',
    'organisation',
    { name: 'CERN', other_names: ['European Organization for Nuclear Research'] },
    { name: 'European organization for nuclear research' },
    [],
  ],
  [
    'an initial for a given name',
    'person',
    { name: 'Josiah Carberry', given_name: 'Josiah' },
    { name: 'J. Carberry', given_name: 'J.' },
    [],
  ],
  ['a different initial', 'person', { name: 'Josiah Carberry' }, { name: 'K. Carberry' }, ['name']],
  [
    'another country',
    'organisation',
    { name: 'A', country: 'NL' },
    { name: 'A', country: 'BE' },
    ['country'],
  ],
  ['a name in letters that have no case', 'organisation', { name: '東' }, { name: '東京' }, ['name']],
]

const around = (id: string, type: string, x: Json): Json => ({
  local_identifier: `of-${id}`,
  entity_type: 'product',
  ...(type === 'venue'
    ? { manifestations: [{ biblio: { in: x } }] }
    : { contributions: [{ by: x, role: 'author', rank: 1 }] }),
})

describe('a copy of a record', () => {
  let findings: readonly string[] = []
  before(async function () {
    const records = rows.flatMap(([, type, record, copy], i) => {
      const own = { local_identifier: `x${i}-`, entity_type: type }
      return [around(own.local_identifier, type, { ...own, ...copy }), { ...own, ...record }]
    })
    findings = (await load({ 'a.jsonl': records.map((one) => line(one)).join('\n') })).findings
  })
  rows.forEach(([title, , , , conflicts], i) =>
    it(`${conflicts.length > 0 ? 'conflicts' : 'does not conflict'} with it: ${title}`, () => {
      const own = findings.filter((one) => one.includes(`/x${i}->`))
      expect(own.flatMap((one) => / (\S+) differs between copies/.exec(one)?.[1] ?? [])).to.deep.equal(
        conflicts,
      )
    }),
  )
})
