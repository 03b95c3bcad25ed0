// Which term fits a field: those are refused at the start of which JSON-LD makes other triples than skeg
// stores.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { join } from 'node:path'
import { extensions } from '../../src/extensions/index.ts'
import type { TermDefinition } from '../../src/model/context/context-document.ts'
import type { Extension } from '../../src/model/rows/extension-row.ts'
import { buildModel, ModelError, type Model } from '../../src/model/model.ts'
import type { Field } from '../../src/model/rows/row.ts'
import { tripleLines } from '../../src/record/rdf/triples.ts'
import { lineOf, parse } from './graphs.ts'
import { openGraph } from '../support/graphs.ts'
import { folderOf } from '../support/folders.ts'

const doc = 'x'
const text: Field = { kind: 'string', doc }
const LAB = 'https://lab.example/ns#'
const WEB = 'https://web.example/a'

/** A field of each kind but those of other fields' nodes, and a value as a record has it. */
const fields: Readonly<Record<string, readonly [field: Field, value: unknown]>> = {
  text: [text, 'a'],
  languages: [{ kind: 'langString', doc }, { en: 'a' }],
  integer: [{ kind: 'number', datatype: 'integer', doc }, 5],
  decimal: [{ kind: 'number', datatype: 'decimal', doc }, 2.5],
  float: [{ kind: 'number', datatype: 'float', doc }, 2.5],
  boolean: [{ kind: 'boolean', doc }, true],
  date: [{ kind: 'date', doc }, '2020-01-02T03:04:05Z'],
  link: [{ kind: 'iri', doc }, WEB],
  term: [{ kind: 'vocabTerm', terms: ['lab_word'], doc }, 'lab_word'],
  bare: [{ kind: 'vocabTerm', namespaces: ['lab'], serializeAs: 'bare', doc }, 'elsewhere'],
  bareBelow: [{ kind: 'vocabTerm', namespaces: [`${WEB}/`], serializeAs: 'bare', doc }, 'elsewhere'],
  prefixed: [{ kind: 'vocabTerm', namespaces: ['lab'], serializeAs: 'prefixed', doc }, 'lab:elsewhere'],
  whole: [{ kind: 'vocabTerm', namespaces: ['lab'], serializeAs: 'iri', doc }, WEB],
  entity: [{ kind: 'reference', range: ['lab_thing'], doc }, WEB],
  node: [{ kind: 'object', fields: { inner: text }, doc }, { inner: 'a' }],
  concept: [{ kind: 'labelledClass', fields: {}, doc }, WEB],
  typed: [{ kind: 'typedIri', doc }, WEB],
}
const definitions: readonly TermDefinition[] = [
  {},
  { '@type': '@id' },
  { '@type': '@vocab' },
  { '@type': 'xsd:string' },
  { '@type': 'xsd:boolean' },
  { '@type': 'xsd:integer' },
  { '@type': 'xsd:decimal' },
  { '@type': 'xsd:float' },
  { '@type': 'xsd:dateTime' },
  { '@container': '@set' },
  { '@container': '@language' },
  { '@type': '@vocab', '@container': '@set' },
  { '@type': '@vocab', '@context': { '@base': LAB } },
  { '@type': '@vocab', '@context': { '@vocab': 'lab' } },
  { '@type': '@vocab', '@context': { '@base': `${WEB}/` } },
]

const rows = Object.entries(fields).flatMap(([name, [field, value]]) =>
  definitions.map((definition, i) => ({ key: `lab_${name}_${i}`, name, definition, field, value })),
)

const lab: Extension = {
  name: 'lab',
  version: '1',
  contexts: {
    lab: {
      url: 'https://lab.example/context.json',
      version: '1',
      '@context': {
        lab: LAB,
        lab_thing: 'lab:Thing',
        lab_word: 'lab:Word',
        inner: 'lab:inner',
        ...Object.fromEntries(
          rows.map(({ key, definition }) => [key, { '@id': `lab:${key}`, ...definition }]),
        ),
      },
    },
  },
  entities: [
    {
      name: 'lab_thing',
      path: 'things',
      label: 'Thing',
      plural: 'Things',
      doc,
      labelFields: [],
      referenceFields: [],
      fields: Object.fromEntries(rows.map(({ key, field }) => [key, field])),
    },
  ],
}

/** Definitions that may say the same of such a value, but are refused: they are for other values. */
const isNeedless = ({ name, definition }: (typeof rows)[number]): boolean =>
  definition['@container'] === '@language' ||
  ('@context' in definition && !name.startsWith('bare')) ||
  (name === 'node' && definition['@type']?.startsWith('xsd:') === true) ||
  (['integer', 'boolean'].includes(name) && ['@id', '@vocab'].includes(definition['@type'] ?? ''))

describe('the term of a field', () => {
  let refused: readonly string[] = []
  let stored: readonly string[]
  let answered: readonly string[]
  const of = (key: string, lines: readonly string[]): string[] =>
    lines
      .filter((line) => line.includes(`<${LAB}${key}>`))
      .map((line) => line.replace(/^\S+/, ''))
      .sort()

  before(async () => {
    try {
      buildModel([...extensions, lab])
    } catch (error) {
      refused = (error as ModelError).faults
    }
    const unchecked: Model = buildModel([
      ...extensions,
      {
        ...lab,
        corrections: [
          {
            context: 'lab',
            terms: rows.map(({ key }) => key),
            storedAs: 'rows',
            reason: 'To see what would be.',
          },
        ],
      },
    ])
    const id = 'https://lab.example/thing'
    const record = {
      local_identifier: id,
      entity_type: 'lab_thing',
      ...Object.fromEntries(rows.map(({ key, value }) => [key, value])),
    }
    const folder = folderOf({ 'records.json': JSON.stringify({ '@graph': [record] }) })
    await using graph = (
      await openGraph([join(folder, 'records.json')], {
        model: unchecked,
        base: 'https://lab.example/base/',
      })
    ).graph
    const [document] = await graph.documents([id])
    stored = parse([...tripleLines(document!.nodes)].map((line) => `${line} .\n`).join(''), false).map(lineOf)
    const context = [
      ...unchecked.contexts.map(({ document }) => document['@context']),
      { '@base': 'https://lab.example/base/' },
    ]
    answered = parse(
      (await jsonld.toRDF({ '@context': context, ...record } as never, {
        format: 'application/n-quads',
      })) as unknown as string,
      false,
    ).map(lineOf)
  })

  for (const row of rows) {
    it(
      `of the kind ${row.name} with ${JSON.stringify(row.definition)} is taken if JSON-LD says what ` +
        'is stored, and refused if not',
      () => {
        const isRefused = refused.some((fault) => fault.startsWith(`lab_thing.${row.key} `))
        expect(of(row.key, stored), 'stored').to.have.length(1)
        const alike = JSON.stringify(of(row.key, answered)) === JSON.stringify(of(row.key, stored))
        if (isNeedless(row)) expect(isRefused || alike).to.equal(true)
        else
          expect(
            isRefused,
            refused.find((fault) => fault.startsWith(`lab_thing.${row.key} `)),
          ).to.equal(!alike)
      },
    )
  }
})
