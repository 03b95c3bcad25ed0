/** Records of several types under one id, whose keys need not have one shape: each type holds its own. */

import { expect } from 'chai'
import type { Field, Fields } from '../../src/model/rows/row.ts'
import {
  reconcileTypes,
  projectOnto,
  type SubjectFragment,
  type StoredObject,
} from '../../src/record/rdf/stored.ts'

const doc = 'Some.'
const text: Field = { kind: 'string', doc }
const texts: Field = { kind: 'string', multiple: true, doc }
const inLanguage: Field = { kind: 'langString', doc }
const inLanguages: Field = { kind: 'langString', multiple: true, doc }
const node = (fields: Fields): Field => ({ kind: 'object', multiple: true, fields, doc })
const group = (fields: Fields): Field => ({ kind: 'nest', fields, doc })

type FieldWithValue = readonly [field: Field, value: StoredObject[string]]

const partOf = ([field, value]: FieldWithValue): SubjectFragment => ({
  iri: 'https://example.org/o',
  subjectType: { kind: 'labelledClass', fields: { key: field } },
  fields: { key: value },
})

/** What two types tell of one key → what each holds. */
const rows: readonly [
  title: string,
  a: FieldWithValue,
  b: FieldWithValue,
  held: readonly [unknown, unknown],
  conflicts?: number,
][] = [
  ['texts', [text, 'B'], [text, 'A'], ['A', 'A'], 1],
  [
    'lists',
    [texts, ['B']],
    [texts, ['A']],
    [
      ['A', 'B'],
      ['A', 'B'],
    ],
  ],
  ['a text and a list', [text, 'B'], [texts, ['A']], ['B', ['A']]],
  ['a text and languages', [text, 'Bc'], [inLanguage, { en: 'A' }], ['Bc', { en: 'A' }]],
  [
    'a text and lists in languages',
    [inLanguage, { en: 'B' }],
    [inLanguages, { en: ['A'] }],
    [{ en: 'B' }, { en: ['A'] }],
  ],
  [
    'nodes',
    [node({ one: text }), [{ one: 'B' }]],
    [node({ one: text, two: text }), [{ one: 'A' }]],
    [
      [{ one: 'A' }, { one: 'B' }],
      [{ one: 'A' }, { one: 'B' }],
    ],
  ],
  [
    'nodes that hold a key in two shapes',
    [node({ one: text }), [{ one: 'hello' }]],
    [node({ one: inLanguage }), [{ one: { en: 'A' } }]],
    [[{ one: 'hello' }], [{ one: { en: 'A' } }]],
  ],
  [
    'groups, key by key',
    [group({ one: text, two: text }), { one: 'B', two: 'D' }],
    [group({ one: text, two: texts }), { one: 'A', two: ['C'] }],
    [
      { one: 'A', two: 'D' },
      { one: 'A', two: ['C'] },
    ],
    1,
  ],
]

describe('records of two types', () => {
  for (const [title, a, b, expectedValues, conflicts = 0] of rows) {
    it(`with ${title}`, () => {
      const found: unknown[] = []
      for (const [pair, expected] of [
        [[a, b], expectedValues],
        [[b, a], [...expectedValues].reverse()],
      ] as const) {
        expect(
          reconcileTypes(pair.map(partOf), (...conflict) => {
            found.push(conflict)
          }).map(({ fields }) => fields['key']),
        ).to.deep.equal(expected)
      }
      expect(found).to.have.length(2 * conflicts)
    })
  }
})

describe('values as another type holds them', () => {
  it('are those of the same shape, groups key by key', () => {
    const table = {
      same: text,
      other: text,
      none: text,
      some: group({ same: text, other: inLanguage, none: text }),
      gone: group({ none: text }),
    }
    const fields = {
      same: 'A',
      other: 'B',
      none: 'C',
      some: { same: 'D', other: { en: 'E' }, none: 'F' },
      gone: { none: 'G' },
    }
    expect(
      projectOnto(
        { table, fields },
        { same: text, other: inLanguage, some: group({ same: text, other: text }), gone: group({}) },
      ),
    ).to.deep.equal({
      values: { same: 'A', some: { same: 'D' } },
      unmatchedPaths: [['other'], ['none'], ['some', 'other'], ['some', 'none'], ['gone', 'none']],
    })
  })
})
