// The model: extensions merged, and every fault in them told at once.

import { expect } from 'chai'
import { extensions } from '../../src/extensions/index.ts'
import { buildModel, ModelError, walkFields } from '../../src/model/model.ts'
import type { ContextDocument, JsonLdContext } from '../../src/model/context/context-document.ts'
import type { Extension } from '../../src/model/rows/extension-row.ts'
import type { EntityType, Field } from '../../src/model/rows/row.ts'
import type { FilterRow } from '../../src/model/rows/filter-row.ts'
import { model } from '../support/model.ts'

const text: Field = { kind: 'string', doc: 'Text.' }
const thing: EntityType = {
  name: 'thing',
  path: 'things',
  label: 'Thing',
  plural: 'Things',
  doc: 'A thing.',
  labelFields: ['name'],
  referenceFields: ['name'],
  fields: { name: text, kind: { kind: 'rdfType', doc: 'Kind.', terms: ['good'] } },
}
const role = { kind: 'vocabTerm', doc: 'Word.', terms: ['better'] } as const
const terms: ContextDocument = {
  url: 'https://c.example/',
  version: '1',
  '@context': {
    x: 'http://x.example/',
    thing: 'x:Thing',
    name: 'x:name',
    kind: { '@id': '@type', '@type': '@vocab' },
    word: { '@id': 'x:word', '@type': '@vocab' },
    good: 'x:Good',
    better: 'x:Better',
    more: 'x:more',
    other: 'x:Other',
  },
}
const first: Extension = {
  name: 'first',
  version: '1',
  contexts: { c: terms },
  corrections: [],
  entities: [thing],
}
const second = (extend: Extension['extend'], entities: readonly EntityType[] = []): Extension => ({
  name: 'second',
  version: '1',
  contexts: {},
  corrections: [],
  entities,
  extend,
})

/** The context d, which defines what is given. */
const contextD = (definitions: JsonLdContext): Extension['contexts'] => ({
  d: { url: 'https://d.example/', version: '1', '@context': definitions },
})
const equals: FilterRow = { operator: 'equals', doc: 'called {value}', example: 'A' }
const classTerm = (i: number): Extension => ({
  name: `x${i}`,
  version: '1',
  contexts: {
    [`x${i}`]: {
      url: `https://x.example/${i}`,
      version: '1',
      '@context': { [`thing${i}`]: `x:Thing${i}` },
    },
  },
})

const build = (...parts: Extension[]): readonly string[] => {
  try {
    buildModel(parts)
    return []
  } catch (error) {
    expect(error).to.be.instanceOf(ModelError)
    return (error as ModelError).faults
  }
}
const withThing = (change: Partial<EntityType>): Extension => ({
  ...first,
  entities: [{ ...thing, ...change }],
})
const withField = (key: string, field: Field): Extension =>
  withThing({ fields: { ...thing.fields, [key]: field } })
const withD = (definitions: JsonLdContext, extend: Extension['extend'] = {}): Extension[] => [
  first,
  { ...second(extend), contexts: contextD(definitions) },
]
const object = (fields: EntityType['fields'], more: object = {}): Field => ({
  kind: 'object',
  doc: 'More.',
  fields,
  ...more,
})

const faulty: [parts: Extension[], faults: (string | RegExp)[]][] = [
  [[first, second({ thing: { fields: { more: text }, vocabularies: { kind: { terms: ['better'] } } } })], []],
  [
    [first, second({}, [{ ...thing, path: 'others', label: 'Other' }])],
    ['two entity types are named thing (first and second)'],
  ],
  [
    [first, second({}, [{ ...thing, name: 'other', label: 'Other' }])],
    ['two entity types have the path things (first and second)'],
  ],
  [
    [first, second({ thong: { fields: { more: text } } })],
    ['second extends thong, which is not an entity type; did you mean thing? known are thing'],
  ],
  [
    [first, second({ thing: { fields: { name: text } } })],
    ['second adds thing.name, which is there already'],
  ],
  [
    [first, second({ thing: { vocabularies: { name: { terms: ['better'] } } } })],
    [
      'second adds terms to thing.name, which is not a vocabulary: an rdfType field or a ' +
        'vocabTerm field with terms is expected',
    ],
  ],
  [
    [first, second({ thing: { vocabularies: { kind: { terms: ['best'] } } } })],
    ['thing.kind has the value best, which is not a term of the contexts'],
  ],
  [
    [withField('unmapped', text)],
    ['thing.unmapped is not a term of the contexts; a context needs a definition of unmapped'],
  ],
  [
    [withField('more', object({ unmapped: text }))],
    ['thing.more.unmapped is not a term of the contexts; a context needs a definition of unmapped'],
  ],
  [
    [withField('unmapped', { kind: 'nest', doc: 'More.', fields: { more: text } })],
    [
      'thing.unmapped is not a term of the contexts; a context needs a definition of unmapped, with "@id": "@nest"',
    ],
  ],
  [[withField('more', { kind: 'string', doc: '' })], ['thing.more has no doc']],
  [
    [
      withThing({ hints: { title: 'names: ["…"]', label: 'name: "…"' } }),
      second({
        thing: {
          fields: { more: { kind: 'object', doc: 'More.', fields: { name: text }, hints: { x: 'y: 1' } } },
        },
      }),
    ],
    [
      'thing.more has the hint x: y: 1, which must begin with a field of it',
      'thing has the hint title: names: ["…"], which must begin with a field of it',
    ],
  ],
  [
    [withField('word', { kind: 'reference', doc: 'More.', range: ['thong'] })],
    ['thing.word refers to thong, which is not an entity type; did you mean thing? known are thing'],
  ],
  [
    [withThing({ labelFields: ['name', 'more'] })],
    ['thing names more in labelFields, which is not a field of it; known are name, kind'],
  ],
  [
    [withThing({ signposts: [{ rel: 'author', path: ['name', 'by'] }] })],
    ['thing names name.by in signposts, which is not a field of it'],
  ],
  [
    [withThing({ referenceFields: ['name', 'more'] })],
    ['thing names more in referenceFields, which is not a field of it; known are name, kind'],
  ],
  [
    [{ ...first }, second({ thing: { fields: { more: { ...text, aliases: ['name'] } } } })],
    ['second adds thing.more, but name is understood as thing.name there'],
  ],
  [
    [withField('more', { ...text, aliases: ['better'] }), second({ thing: { fields: { better: text } } })],
    ['second adds thing.better, but better is understood as thing.more there'],
  ],
  [
    [first, second({ thing: { vocabularies: { kind: { terms: ['good'] } } } })],
    ['second adds terms to thing.kind, which has the term good already'],
  ],
  [
    [first, second({ thing: { vocabularies: { 'kind.more': { terms: ['good'] } } } })],
    ['second adds terms to thing.kind.more, which does not lead to a field'],
  ],
  [
    [withThing({ filters: { name: equals } }), second({ thing: { filters: { name: equals } } })],
    ['second adds the filter name to thing, which has it already'],
  ],
  [
    [
      withThing({ filters: { name: { ...equals, aliases: ['name.id'] } } }),
      second({ thing: { filters: { 'name.id': { ...equals, path: 'name' } } } }),
    ],
    ['two filters of thing have the key name.id'],
  ],
  [[first, { ...second({}), name: 'first' }], ['two extensions are named first']],
  [
    [first, { ...second({}), contexts: { c: { ...terms, url: 'https://d.example/' } } }],
    ['two contexts are named c (first and second)'],
  ],
  [
    [first, { ...second({}), contexts: { d: terms } }],
    ['two contexts have the URL https://c.example/ (c and d)'],
  ],
  [
    withD({ name: 'x:title', more: 'http://x.example/more' }),
    [
      'the term name is "x:name" in the context c and "x:title" in d; give the second another name, or put the ' +
        'right one into corrections',
    ],
  ],
  [
    withD({ x: 'http://y.example/' }),
    [
      'the prefix x is http://x.example/ in the context c and http://y.example/ in d; give the ' +
        'second another name, or put the right one into corrections',
    ],
  ],
  [
    [first, second({}, [{ ...thing, name: 'other', path: 'others' }])],
    ['two entity types have the label Thing (first and second)'],
  ],
  [
    withD({ strange: 'y:strange' }),
    ['the term strange of the context d has the IRI y:strange, but y is not a prefix of the contexts'],
  ],
  [
    withD({ strange: 'strange' }),
    ['the term strange of the context d has the IRI strange, which is not an IRI'],
  ],
  [
    [
      first,
      {
        ...second({}),
        corrections: [{ context: 'c', terms: ['name'], definition: 'x:title', reason: 'Better.' }],
      },
    ],
    ['second corrects terms of the context c, which it does not bring; it brings none'],
  ],
  [
    [{ ...first, corrections: [{ context: 'c', terms: ['name'], reason: 'Better.' }] }],
    ['first corrects name without saying how; give it a definition, datatypeFrom or storedAs'],
  ],
  [
    [
      first,
      {
        ...second({}, [{ ...thing, name: 'alike', path: 'others', label: 'Alike' }]),
        contexts: contextD({ alike: 'x:Thing' }),
      },
    ],
    [
      'the entity types thing and alike have one class, x:Thing; records of the two could not be distinguished',
    ],
  ],
  [
    withD({ alike: 'x:name' }, { thing: { fields: { alike: text } } }),
    [
      'thing.name and thing.alike have one predicate, x:name; all but one must be objects beside ' +
        'it with a discriminator',
    ],
  ],
  [
    withD({ back: { '@reverse': 'x:back' } }, { thing: { fields: { back: text } } }),
    [
      'thing.back is of the kind string, but its term has @reverse, which only a field of the kind object can have; ' +
        'give the term an @id',
    ],
  ],
  [[withField('more', { ...text, scheme: 'by' })], ['thing.more names by, which is not a field beside it']],
  [
    [
      {
        ...first,
        entities: [
          {
            ...thing,
            labelFields: ['more'],
            fields: { ...thing.fields, more: { kind: 'reference', range: ['thing'], doc: 'More.' } },
          },
        ],
        contexts: {
          c: { ...terms, '@context': { ...terms['@context'], more: { '@id': 'x:more', '@type': '@vocab' } } },
        },
      },
    ],
    ['thing names more in labelFields, which is reference; it must be string or langString'],
  ],
  [
    [
      withThing({
        display: { subtype: 'kind', summary: [] },
        schemaOrg: { name: 'Thing', subtypes: { god: 'Thing' } },
      }),
    ],
    [
      'thing has a class of schema.org for god, which is not a term of display.subtype; did you mean good? known are good',
    ],
  ],
  [
    [
      withThing({
        fields: { ...thing.fields, more: object({ other: text, word: role }) },
        signposts: [{ rel: 'author', path: ['more', 'other'], where: { wrod: 'better' } }],
        display: { summary: [{ path: ['more', 'other'], where: { word: 'bettr' } }] },
      }),
    ],
    [
      'thing names more.other in signposts where wrod is better, but nothing on the way ' +
        'has wrod; did you mean word? known are other, word',
      'thing names more.other in display.summary where word is bettr, which is not one of its terms; did ' +
        'you mean better? known are better',
    ],
  ],
  [
    [
      withThing({
        kinds: {
          names: {
            one: {
              label: 'One',
              csl: 'boook',
              coar: ['c_2f33', 'book'],
              dataCite: 'Book',
              schemaOrg: 'Book',
            },
          },
          rows: [
            { kind: 'one', has: { kind: ['bad'] } },
            { kind: 'two', has: { kind: ['good'] } },
          ],
        },
        citation: { variables: { autor: { path: ['name'] }, title: { path: ['name'] } } },
      }),
    ],
    [
      /^thing has the CSL variable autor, which CSL does not have; did you mean author\? known are abstract, /,
      /^thing cites one as boook, which is not a type of CSL; did you mean book\? known are article, /,
      'thing knows one by kind bad, which is not one of its terms; known are good',
      'thing has a row of the kind two, which has no names; known are one',
      'thing has kinds whose last row asks for values; expected: a row for what is of no other kind',
    ],
  ],
  [
    [withThing({ citation: { variables: { familiy: { path: ['name'] } } } })],
    [
      /^thing has the CSL name part familiy, which CSL does not have; did you mean family\? known are family, /,
    ],
  ],
  [
    [
      withField('more', {
        kind: 'object',
        doc: 'More.',
        fields: { name: text, other: text, word: role },
        orderBy: { key: 'name', thenBy: 'other' },
        interval: ['name', 'word'],
      }),
    ],
    [
      'thing.more names name, which is string; it must be number',
      'thing.more names other, which is string; it must be vocabTerm',
      'thing.more names word, which is vocabTerm; it must be date or number or string',
    ],
  ],
  [
    [
      {
        ...first,
        identifierSchemes: {
          orcid: { doc: 'Digits.', localTerm: true, pattern: '\\d+', prefixes: [''], example: '1' },
        },
        contexts: {
          c: { ...terms, '@context': { ...terms['@context'], more: { '@id': 'x:more', '@type': '@vocab' } } },
        },
        entities: [
          {
            ...thing,
            fields: {
              ...thing.fields,
              more: {
                kind: 'object',
                doc: 'More.',
                fields: { name: { ...text, scheme: 'word' }, word: { ...role, extensible: true } },
              },
            },
            filters: {
              a: { ...equals, path: 'more.name', scheme: 'orcdi' },
              b: { ...equals, path: 'more.name', scheme: 'orcid' },
              c: { ...equals, path: 'more.name', scheme: 'better' },
              d: { ...equals, path: 'name', orIdentifier: { scheme: 'orcdi', path: 'name' } },
              e: { ...equals, path: 'name', mainType: 'persom' },
            },
          },
        ],
      },
    ],
    [
      'the filter a of thing has the scheme orcdi, which is not known; known are better',
      'the filter d of thing has an orIdentifier.path to no identifier',
      'the filter d of thing has the orIdentifier.scheme orcdi, which is not known; did you mean orcid? ' +
        'known are orcid',
      'the filter e of thing has the mainType persom, an entity type to which its path does not lead',
    ],
  ],
  [
    [withField('more', { kind: 'object', doc: 'More.', fields: { other: text }, orderBy: { key: 'rank' } })],
    ['thing.more names rank, which is not a field of it'],
  ],
  [
    [withField('word', { kind: 'vocabTerm', doc: 'More.', terms: ['good', 'best'] })],
    ['thing.word has the value best, which is not a term of the contexts'],
  ],
  [[withField('word', { kind: 'vocabTerm', doc: 'More.', terms: ['best'], localTerms: ['best'] })], []],
  [
    [withField('word', { kind: 'vocabTerm', doc: 'More.', namespaces: ['y'] })],
    ['thing.word has the namespace y, which is neither a prefix of the contexts nor an IRI'],
  ],
  [
    withD({ strange: { '@id': 'x:strange', '@type': '@vocb' } }),
    [
      'the term strange of the context d has the @type @vocb; did you mean @vocab? known are @id, ' +
        '@vocab and the datatypes of XML Schema, such as xsd:dateTime',
    ],
  ],
  [
    withD({ strange: { '@id': 'x:strange', '@type': 'x:wktLiteral' } }),
    [
      'the term strange of the context d has the @type x:wktLiteral; known are @id, @vocab and ' +
        'the datatypes of XML Schema, such as xsd:dateTime',
    ],
  ],
  [
    withD(
      { strange: { '@id': 'x:strange', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' } },
      { thing: { fields: { strange: { kind: 'date', doc: 'Strange.' } } } },
    ),
    [],
  ],
  [
    withD({ strange: 'x:a strange thing' }),
    ['the term strange of the context d has the IRI x:a strange thing, which is not an IRI: it has blanks'],
  ],
  [
    withD({ strange: '@nst', list: '@list' }),
    [
      'the term strange of the context d is the keyword @nst, which is not supported; did you ' +
        'mean @nest? known are @id, @type, @nest, @none',
      'the term list of the context d is the keyword @list, which is not supported; known are ' +
        '@id, @type, @nest, @none',
    ],
  ],
  [
    withD({
      a: { '@id': 'x:a', '@type': '@vocab', '@context': { '@vocab': 'y:a/' } },
      b: { '@id': 'x:b', '@type': '@vocab', '@context': { '@vocab': 'words' } },
      c: { '@id': 'x:c', '@type': '@vocab', '@context': { '@vocab': 'x' } },
    }),
    [
      'the term a of the context d has the IRI y:a/, but y is not a prefix of the contexts',
      'the term b of the context d has the IRI words, which is not an IRI',
    ],
  ],
  [
    withD({ y: 'http://y.example', strange: 'y:strange' }),
    [
      'the term strange of the context d has the IRI y:strange, but y is a term and not a prefix: ' +
        'http://y.example does not end in / or #; { "@id": "http://y.example", "@prefix": true } ' +
        'makes it one',
    ],
  ],
  [
    withD(
      { y: { '@id': 'http://y.example', '@prefix': true }, strange: 'y:strange' },
      { thing: { fields: { strange: text } } },
    ),
    [],
  ],
  [
    withD({ y: 'x:y/', strange: 'y:strange' }),
    ['the prefix y of the context d is x:y/; a prefix must be a whole IRI: http://x.example/y/'],
  ],
  [
    withD({ name: 'http://y.example/' }),
    [
      'the term name is "x:name" in the context c and http://y.example/ in d; give the second ' +
        'another name, or put the right one into corrections',
    ],
  ],
  [
    [
      withThing({ name: 'thong' }),
      {
        ...second({}),
        contexts: contextD({ strange: { '@id': 'x:strange', '@contaner': '@set' } as never }),
      },
    ],
    [
      'second: contexts.d.@context.strange has the unknown key @contaner; did you mean ' +
        '@container? known are @id, @reverse, @type, @container, @nest, @context, @prefix',
    ],
  ],
  [
    withD(
      { strange: { '@id': 'x:strange', '@type': 'xsd:datetime' } },
      { thing: { fields: { strange: { kind: 'date', doc: 'Strange.' } } } },
    ),
    [
      'the term strange of the context d has the datatype xsd:datetime, which XML Schema does not ' +
        'have; did you mean xsd:dateTime? fields have xsd:string, xsd:boolean, xsd:integer, ' +
        'xsd:decimal, xsd:float, xsd:dateTime, xsd:date, xsd:gYearMonth, xsd:gYear',
    ],
  ],
  [
    withD({ strange: { '@id': 'x:strange', '@nest': 'name' } }),
    ['the term strange of the context d has "@nest": "name", but name is not a term that is @nest'],
  ],
  [
    [withField('more', { kind: 'number', datatype: 'integer', minimum: 5, maximum: 1, doc: 'More.' })],
    ['thing.more has the minimum 5 and the maximum 1; the minimum must not be greater than the maximum'],
  ],
  [
    [
      withField('word', {
        kind: 'vocabTerm',
        terms: ['good'],
        termAliases: { fine: 'good', well: 'best' },
        doc: 'More.',
      }),
    ],
    ['thing.word reads well as best, which is not one of its terms; known are good'],
  ],
  [
    [
      first,
      second({ thing: { vocabularies: { kind: { terms: ['better'], termAliases: { well: 'best' } } } } }),
    ],
    ['thing.kind reads well as best, which is not one of its terms; known are good, better'],
  ],
  [
    [withField('more', { ...text, aliases: ['kind'] })],
    ['thing.more has the alias kind, which is a field beside it; a key has one meaning'],
  ],
  [
    [
      withThing({
        fields: {
          ...thing.fields,
          name: { ...text, aliases: ['title'] },
          more: { ...text, aliases: ['title'] },
        },
      }),
    ],
    ['thing.more has the alias title, which thing.name has too; a key has one meaning'],
  ],
  [
    [
      withField('more', {
        kind: 'object',
        doc: 'More.',
        fields: { name: text, other: { ...text, aliases: ['name'] } },
      }),
    ],
    ['thing.more.other has the alias name, which is a field beside it; a key has one meaning'],
  ],
  [[withField('more', object({ other: { ...text, aliases: ['name'] } }))], []],
  [
    [
      withThing({
        fields: { ...thing.fields, more: object({ other: { ...text, scheme: 'by' } }) },
        filters: { 'more.nope': equals },
      }),
    ],
    [
      'thing.more.other names by, which is not a field beside it',
      'the filter more.nope of thing has nope, which is not a field; known are other',
    ],
  ],
  [
    [
      withThing({
        fields: { ...thing.fields, word: { kind: 'reference', doc: 'More.', range: ['thong'] } },
        filters: { 'word.name': equals },
      }),
    ],
    ['thing.word refers to thong, which is not an entity type; did you mean thing? known are thing'],
  ],
  [
    [
      first,
      second(
        {},
        Array.from({ length: 30 }, (_, i) => ({
          ...thing,
          name: `thing${i}`,
          path: `things${i}`,
          label: `Thing ${i}`,
        })),
      ),
      ...Array.from({ length: 30 }, (_, i) => classTerm(i)),
    ],
    ['there are 31 entity types; more than 30 cannot be distinguished in one graph'],
  ],
  [
    [withThing({ name: 'thong' })],
    ['entity type thong is not a term of the contexts; a context needs a definition of thong'],
  ],
]
describe('building a model', () => {
  for (const [parts, faults] of faulty)
    it(`tells ${faults.length === 0 ? 'nothing' : faults.join()}`, () => {
      const found = build(...parts)
      expect(found).to.have.length(faults.length, found.join('\n'))
      for (const [i, fault] of faults.entries())
        if (typeof fault === 'string') expect(found[i]).to.equal(fault)
        else expect(found[i]).to.match(fault)
    })
  it('tells all faults at once, in the message too', () => {
    const parts = [
      withField('unmapped', { kind: 'reference', doc: '', range: ['thong'] }),
      second({ thong: {}, thing: { fields: { name: text } } }, [{ ...thing, referenceFields: ['nothing'] }]),
    ]
    const faults = build(...parts)
    expect(faults).to.include.members([
      'two entity types are named thing (first and second)',
      'two entity types have the path things (first and second)',
      'second extends thong, which is not an entity type; did you mean thing? known are thing',
      'second adds thing.name, which is there already',
      'thing.unmapped has no doc',
      'thing.unmapped is not a term of the contexts; a context needs a definition of unmapped',
      'thing.unmapped refers to thong, which is not an entity type; did you mean thing? known are thing',
      'thing names nothing in referenceFields, which is not a field of it; known are name, kind',
    ])
    try {
      buildModel(parts)
    } catch (error) {
      for (const fault of faults) expect((error as Error).message).to.include(fault)
    }
  })
  it('adds fields and words to the types of others', () => {
    const { types } = buildModel([
      first,
      second({
        thing: {
          fields: { more: text },
          vocabularies: { kind: { terms: ['better'], termAliases: { best: 'better' } } },
        },
      }),
    ])
    expect(types.map(({ fields }) => fields)).to.deep.equal([
      {
        ...thing.fields,
        kind: { kind: 'rdfType', doc: 'Kind.', terms: ['good', 'better'], termAliases: { best: 'better' } },
        more: text,
      },
    ])
    expect(thing.fields.more).to.equal(undefined)
  })
})

describe('the model of skeg', () => {
  it('has the entity types of the core and of services', () =>
    expect(model.types.map(({ name, path }) => [name, path])).to.deep.equal([
      ['product', 'products'],
      ['person', 'persons'],
      ['organisation', 'organisations'],
      ['agent', 'agents'],
      ['grant', 'grants'],
      ['venue', 'venues'],
      ['topic', 'topics'],
      ['datasource', 'datasources'],
      ['service', 'services'],
    ]))
  it('finds types by name, alias, path and class', () => {
    for (const type of model.types) {
      expect([
        model.typeNamed(type.name),
        model.typeAt(type.path),
        model.typeOfClass(model.classOf(type)),
      ]).to.deep.equal([type, type, type])
      for (const alias of type.aliases ?? []) expect(model.typeNamed(alias)).to.equal(type)
    }
    for (const name of ['', 'products', 'constructor', '__proto__'])
      expect([model.typeNamed(name), model.typeOfClass(name)]).to.deep.equal([undefined, undefined])
  })
  it('has as many classes as types', () =>
    expect(new Set(model.types.map((type) => model.classOf(type))).size).to.equal(model.types.length))
  it('tells two nodes of one object with one predicate apart', () => {
    for (const type of model.types) {
      for (const { field } of [
        { field: type as { fields: EntityType['fields'] } },
        ...walkFields(type.fields),
      ]) {
        const nodes =
          'fields' in field ? Object.entries(field.fields).filter(([, inner]) => inner.kind === 'object') : []
        for (const [key] of nodes) {
          const same = nodes.filter(([other]) => model.vocabulary.iri(other) === model.vocabulary.iri(key))
          expect(
            same.filter(([, inner]) => !('discriminator' in inner)).length,
            `${type.name} ${key}`,
          ).to.be.at.most(1)
        }
      }
    }
  })
  it('shows contexts of extensions only where they are needed', () => {
    const srv = 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'
    const rows: [type: string, record: Record<string, unknown>, urls: string[]][] = [
      ['service', {}, [srv]],
      ['product', { titles: { en: ['t'] } }, []],
      ['venue', { name: 'v', type: 'journal' }, []],
      ['venue', { type: 'srv_portal' }, [srv]],
      ['venue', { website: 'https://v.example/' }, [srv]],
      ['organisation', { types: ['research', 'hosting_organisation'] }, [srv]],
      ['organisation', { types: ['research'], website: 'https://o.example/' }, []],
    ]
    for (const [name, record, urls] of rows)
      expect(
        model.extraContexts(model.typeNamed(name) as EntityType, record),
        JSON.stringify(record),
      ).to.deep.equal(urls)
  })
  it('is built anew from the same rows', () =>
    expect(buildModel(extensions).types).to.deep.equal(model.types))
})
