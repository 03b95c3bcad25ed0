// Copies of what has a record of its own: which of them contradict it, and which say less or spell otherwise.

import { expect } from 'chai'
import { load, type Json } from './files.ts'

const line = JSON.stringify
const ids = (...values: [scheme: string, value: string][]): Json => ({
  identifiers: values.map(([scheme, value]) => ({ scheme, value })),
})
const nature = ids(['doi', '10.1038/41586.1476-4687'], ['issn', '0028-0836'], ['eissn', '1476-4687'])

/** Type, record, copy, the paths on which they conflict. */
const rows: [type: string, record: Json, copy: Json, conflicts: string[]][] = [
  ['venue', nature, ids(['issn', '0028-0836']), []],
  ['venue', nature, ids(['eissn', '1476-4687'], ['issn', '0028-0836']), []],
  ['venue', nature, ids(['issn', '1476-4687']), []],
  ['venue', nature, ids(['issn', '0028-0837']), ['identifiers']],
  ['venue', { ...nature, name: 'Nature' }, ids(['issn', '0028-0836']), []],
  ['venue', { name: 'Nature' }, { name: 'NATURE' }, []],
  ['organisation', { name: 'Université de Montréal' }, { name: 'Universite de Montreal.' }, []],
  ['venue', { name: 'Science & Nature' }, { name: 'Science and Nature' }, []],
  ['venue', { name: 'Nature' }, { name: 'Nature Physics' }, ['name']],
  ['venue', { name: 'Nature' }, { name: 'Science' }, ['name']],
  [
    'organisation',
    { name: 'CERN', other_names: ['European Organization for Nuclear Research'] },
    { name: 'European organization for nuclear research' },
    [],
  ],
  [
    'person',
    { name: 'Josiah Carberry', given_name: 'Josiah' },
    { name: 'J. Carberry', given_name: 'J.' },
    [],
  ],
  ['person', { name: 'Josiah Carberry' }, { name: 'K. Carberry' }, ['name']],
  ['organisation', { name: 'A', country: 'NL' }, { name: 'A', country: 'BE' }, ['country']],
  ['organisation', { name: '東' }, { name: '東京' }, ['name']],
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
    const records = rows.flatMap(([type, record, copy], i) => {
      const own = { local_identifier: `x${i}-`, entity_type: type }
      return [around(own.local_identifier, type, { ...own, ...copy }), { ...own, ...record }]
    })
    findings = (await load({ 'a.jsonl': records.map((one) => line(one)).join('\n') })).findings
  })
  rows.forEach(([, record, copy, conflicts], i) =>
    it(`${conflicts.length > 0 ? 'conflicts' : 'does not conflict'} with it: ${line(copy)} with ${line(record)}`, () => {
      const own = findings.filter((one) => one.includes(`/x${i}->`))
      expect(own.flatMap((one) => / (\S+) differs between copies/.exec(one)?.[1] ?? [])).to.deep.equal(
        conflicts,
      )
    }),
  )
})
