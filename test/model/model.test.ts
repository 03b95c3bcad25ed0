// The model: extensions merged, and every fault in them told at once.

import { expect } from 'chai'
import { extensions } from '../../src/extensions/index.ts'
import { buildModel, ModelError, walkFields } from '../../src/model/model.ts'
import type { EntityType, Extension, Field } from '../../src/model/row.ts'
import { model } from '../support/model.ts'

const text: Field = { kind: 'text', doc: 'Text.' }
const thing: EntityType = { name: 'thing', path: 'things', label: 'Thing', plural: 'Things', doc: 'A thing.', title: ['name'], reference: ['name'], fields: { name: text, kind: { kind: 'class', doc: 'Kind.', values: ['good'] } } }
const terms = { url: 'https://c.example/', version: '1', prefixes: { x: 'http://x.example/' }, terms: { thing: 'x:Thing', name: 'x:name', good: 'x:Good', better: 'x:Better', more: 'x:more', other: 'x:Other' } }
const first: Extension = { name: 'first', version: '1', contexts: { c: terms }, corrections: [], entities: [thing] }
const second = (extend: Extension['extend'], entities: readonly EntityType[] = []): Extension => ({ name: 'second', version: '1', contexts: {}, corrections: [], entities, extend })

const build = (...parts: Extension[]): readonly string[] => {
  try {
    buildModel(parts)
    return []
  } catch (error) {
    expect(error).to.be.instanceOf(ModelError)
    return (error as ModelError).faults
  }
}
const withField = (key: string, field: Field): Extension => ({ ...first, entities: [{ ...thing, fields: { ...thing.fields, [key]: field } }] })

const faulty: [says: string, parts: Extension[], faults: string[]][] = [
  ['nothing wrong', [first, second({ thing: { fields: { more: text }, values: { kind: { words: ['better'] } } } })], []],
  ['a name twice', [first, second({}, [{ ...thing, path: 'others' }])], ['two entity types are named thing']],
  ['a path twice', [first, second({}, [{ ...thing, name: 'other' }])], ['two entity types have the path things']],
  ['an addition to no type', [first, second({ thong: { fields: { more: text } } })], ['second extends thong, which is no entity type']],
  ['a field twice', [first, second({ thing: { fields: { name: text } } })], ['second adds thing.name, which is there already']],
  ['words for no class', [first, second({ thing: { values: { name: { words: ['better'] } } } })], ['second adds words to thing.name, which is no class field']],
  ['an unknown word', [first, second({ thing: { values: { kind: { words: ['best'] } } } })], ['thing.kind has the value best, which is no term of the contexts']],
  ['a field that no context maps', [withField('unmapped', text)], ['thing.unmapped is no term of the contexts']],
  ['a field within a field that no context maps', [withField('more', { kind: 'node', doc: 'More.', fields: { unmapped: text } })], ['thing.more.unmapped is no term of the contexts']],
  ['a group, which needs no term', [withField('unmapped', { kind: 'group', doc: 'More.', fields: { more: text } })], []],
  ['a field without doc', [withField('more', { kind: 'text', doc: '' })], ['thing.more has no doc']],
  ['a reference to no type', [withField('more', { kind: 'entity', doc: 'More.', of: ['thong'] })], ['thing.more refers to thong, which is no entity type']],
  ['a title that is none', [{ ...first, entities: [{ ...thing, title: ['name', 'more'] }] }], ['thing has the title more, which is no field of it']],
  ['a signpost to nothing', [{ ...first, entities: [{ ...thing, signposts: [{ rel: 'author', path: ['name', 'by'] }] }] }], ['thing has the signpost author at name.by, which is no field of it']],
  ['a reference field that is none', [{ ...first, entities: [{ ...thing, reference: ['name', 'more'] }] }], ['thing shows more in references, which it does not have']],
  ['a type that is no term', [{ ...first, entities: [{ ...thing, name: 'thong' }] }], ['entity type thong is no term of the contexts']],
]

describe('building a model', () => {
  for (const [says, parts, faults] of faulty) it(`with ${says} tells ${faults.length === 0 ? 'nothing' : faults.join()}`, () => expect(build(...parts)).to.deep.equal(faults))
  it('tells all faults at once, in the message too', () => {
    const parts = [withField('unmapped', { kind: 'entity', doc: '', of: ['thong'] }), second({ thong: {}, thing: { fields: { name: text } } }, [{ ...thing, reference: ['nothing'] }])]
    const faults = build(...parts)
    expect(faults).to.include.members(['two entity types are named thing', 'two entity types have the path things', 'second extends thong, which is no entity type', 'second adds thing.name, which is there already', 'thing.unmapped has no doc', 'thing.unmapped is no term of the contexts', 'thing.unmapped refers to thong, which is no entity type', 'thing shows nothing in references, which it does not have'])
    try { buildModel(parts) } catch (error) { for (const fault of faults) expect((error as Error).message).to.include(fault) }
  })
  it('adds fields and words to the types of others', () => {
    const { types } = buildModel([first, second({ thing: { fields: { more: text }, values: { kind: { words: ['better'], synonyms: { best: 'better' } } } } })])
    expect(types.map(({ fields }) => fields)).to.deep.equal([{ ...thing.fields, kind: { kind: 'class', doc: 'Kind.', values: ['good', 'better'], synonyms: { best: 'better' } }, more: text }])
    expect(thing.fields.more).to.equal(undefined)
  })
})

describe('the model of skeg', () => {
  it('has the entity types of the core and of services', () => expect(model.types.map(({ name, path }) => [name, path])).to.deep.equal([
    ['product', 'products'], ['person', 'persons'], ['organisation', 'organisations'], ['agent', 'agents'], ['grant', 'grants'], ['venue', 'venues'], ['topic', 'topics'], ['datasource', 'datasources'], ['service', 'services'],
  ]))
  it('finds types by name, alias, path and class', () => {
    for (const type of model.types) {
      expect([model.typeNamed(type.name), model.typeAt(type.path), model.typeOfClass(model.classOf(type))]).to.deep.equal([type, type, type])
      for (const alias of type.aliases ?? []) expect(model.typeNamed(alias)).to.equal(type)
    }
    for (const name of ['', 'products', 'constructor', '__proto__']) expect([model.typeNamed(name), model.typeOfClass(name)]).to.deep.equal([undefined, undefined])
  })
  it('has as many classes as types', () => expect(new Set(model.types.map((type) => model.classOf(type))).size).to.equal(model.types.length))
  it('tells two nodes of one object with one predicate apart', () => {
    for (const type of model.types) {
      for (const { field } of [{ field: type as { fields: EntityType['fields'] } }, ...walkFields(type.fields)]) {
        const nodes = 'fields' in field ? Object.entries(field.fields as EntityType['fields']).filter(([, inner]) => inner.kind === 'node') : []
        for (const [key] of nodes) {
          const same = nodes.filter(([other]) => model.vocabulary.iri(other) === model.vocabulary.iri(key))
          expect(same.filter(([, inner]) => !('toldBy' in inner)).length, `${type.name} ${key}`).to.be.at.most(1)
        }
      }
    }
  })
  it('shows contexts of extensions only where they are needed', () => {
    const srv = 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'
    const rows: [type: string, record: Record<string, unknown>, urls: string[]][] = [
      ['service', {}, [srv]], ['product', { titles: { en: ['t'] } }, []], ['venue', { name: 'v', type: 'journal' }, []], ['venue', { type: 'srv_portal' }, [srv]], ['venue', { website: 'https://v.example/' }, [srv]], ['organisation', { types: ['research', 'hosting_organisation'] }, [srv]], ['organisation', { types: ['research'], website: 'https://o.example/' }, []],
    ]
    for (const [name, record, urls] of rows) expect(model.extraContexts(model.typeNamed(name) as EntityType, record), JSON.stringify(record)).to.deep.equal(urls)
  })
  it('is built anew from the same rows', () => expect(buildModel(extensions).types).to.deep.equal(model.types))
})
