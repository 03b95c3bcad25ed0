/**
 * The rows that pages are made from: their faults are told, their labels differ, what they select is there.
 */

import { expect } from 'chai'
import { extensions } from '../../src/extensions/index.ts'
import { buildModel, ModelError, walkFields } from '../../src/model/model.ts'
import type { Extension } from '../../src/model/rows/extension-row.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { langOf } from '../../src/doors/pages/shared/labels.ts'
import { shorten } from '../../src/model/values/text.ts'
import { licenceName } from '../../src/model/identifiers/licences.ts'
import { english } from '../../src/record/naming/locale.ts'
import { selectValues, plainText } from '../../src/record/naming/field-values.ts'
import { iriOf } from '../../src/record/rdf/triples.ts'
import { model } from '../support/model.ts'
import { demoServer } from '../support/shared.ts'

const { graph } = await demoServer()

function faultsOf(change: Partial<EntityType>): readonly string[] {
  const core = extensions[0] as Extension
  const [first, ...others] = core.entities as [EntityType, ...EntityType[]]
  try {
    buildModel([{ ...core, entities: [{ ...first, ...change }, ...others] }, ...extensions.slice(1)])
    return []
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error.faults
  }
}

describe('rows of pages', () => {
  const faulty: readonly [change: Partial<EntityType>, fault: string][] = [
    [
      { display: { subtype: 'nothing', summary: [] } },
      'product names nothing in display.subtype, which is not a field of it',
    ],
    [
      { display: { abstract: 'nothing', summary: [] } },
      'product names nothing in display.abstract, which is not a field of it',
    ],
    [
      { display: { byline: { path: ['contributions', 'who'] }, summary: [] } },
      'product names contributions.who in display.byline, which is not a field of it',
    ],
    [
      { display: { summary: [{ path: ['x'] }] } },
      'product names x in display.summary, which is not a field of it',
    ],
    [
      { display: { summary: [], metaTags: { citation_x: { path: ['x', 'y'] } } } },
      'product names x.y in display.metaTags.citation_x, which is not a field of it',
    ],
    [
      { schemaOrg: { name: 'Thing', properties: { name: { path: ['x'] } } } },
      'product names x in schemaOrg.properties.name, which is not a field of it',
    ],
  ]
  for (const [change, fault] of faulty)
    it(`stop the start: ${fault}`, () => expect(faultsOf(change)).to.deep.equal([fault]))

  it('say of every type how it is shown and what schema.org calls it', () => {
    for (const { name, display: view, schemaOrg: schema } of model.types) {
      expect(view?.summary.length, name).to.be.above(0)
      expect(schema?.properties, name).to.include.keys('name', 'identifier')
    }
  })

  it('call the fields of one object by different names, and none by its prefix', () => {
    for (const type of model.types) {
      const labels = Object.entries(type.fields).map(([key, field]) => english.labelOf(key, field))
      expect(labels, type.name).to.have.length(new Set(labels).size)
      for (const { path, field } of walkFields(type.fields))
        expect(english.labelOf(path.at(-1) as string, field), `${type.name}.${path.join('.')}`)
          .to.match(/^[A-Z]/)
          .and.not.match(/^Srv|_/)
    }
  })
})

describe('words of pages', () => {
  const addresses: readonly [scheme: string, value: string, address: string | undefined][] = [
    ['DOI', 'https://doi.org/10.1/x', 'https://doi.org/10.1/x'],
    ['url', 'javascript:alert(1)', undefined],
    ['doi', 'no doi', undefined],
    ['constructor', 'x', undefined],
    ['wikidata', 'http://www.wikidata.org/entity/Q42', 'https://www.wikidata.org/wiki/Q42'],
  ]
  for (const [scheme, value, address] of addresses)
    it(`lead from ${scheme} ${value} to ${address ?? 'nowhere'}`, () =>
      expect(model.identifiers.pageOf(scheme, value)).to.equal(address))

  const words: readonly [title: string, found: unknown, expected: unknown][] = [
    ['the name of a language', english.languageName('de'), 'German'],
    ['a language with a script', english.languageName('zh-Hant'), 'Traditional Chinese'],
    ['no language', english.languageName('none'), 'language not stated'],
    ['a language that is none', english.languageName('<b>'), '<b>'],
    ['a tag', langOf('zh-Hant'), 'zh-Hant'],
    ['no tag', langOf('none'), undefined],
    ['a tag that is none', langOf('a b'), undefined],
    ['a licence', licenceName('https://creativecommons.org/licenses/by-nc-sa/4.0/'), 'CC BY-NC-SA 4.0'],
    ['the public domain', licenceName('http://creativecommons.org/publicdomain/zero/1.0/'), 'CC0 1.0'],
    ['a licence of SPDX', licenceName('https://spdx.org/licenses/MIT'), 'MIT'],
    ['a licence of SPDX as data', licenceName('http://spdx.org/licenses/Apache-2.0.json'), 'Apache-2.0'],
    ['another licence', licenceName('https://example.org/licenses/MIT'), undefined],
    ['a short text', shorten('abc', 3), 'abc'],
    ['a long text', shorten('one two three', 9), 'one two…'],
    ['a text without a blank', shorten('x'.repeat(9), 4), 'xxxx…'],
    ['half a character', shorten('aaa😀', 4), 'aaa\ufffd…'],
  ]
  for (const [title, found, expected] of words) it(`say ${title}`, () => expect(found).to.equal(expected))
})

describe('what refers to an entity', () => {
  it('is what its own fields name, counted from the other side', async () => {
    const [documents, named] = [new Map<string, Set<string>>(), new Set<string>()]
    for (const type of model.types) {
      const predicates = new Map(
        [...walkFields(type.fields)]
          .filter(({ field }) => field.kind === 'reference')
          .map(({ path }) => [model.vocabulary.iri(path.at(-1) as string) as string, path.at(-1)]),
      )
      for (const { iri, nodes } of await graph.documents(graph.list(type, 0, 1000))) {
        const own = new Set([`<${iri}>`])
        for (const subject of own)
          for (const objects of nodes.get(subject)?.values() ?? [])
            for (const object of objects) if (object.startsWith('_:')) own.add(object)
        for (const subject of own) {
          for (const [predicate, objects] of nodes.get(subject) ?? []) {
            if (!predicates.has(predicate)) continue
            for (const object of objects) {
              if (!object.startsWith('<') || iriOf(object) === iri) continue
              const key = `${iriOf(object)} ${type.name} ${predicate}`
              documents.set(key, (documents.get(key) ?? new Set()).add(iri))
              named.add(iriOf(object))
            }
          }
        }
      }
    }
    let compared = 0
    for (const iri of named) {
      for (const { type, path, iris } of (await graph.referring(iri)).lists) {
        expect(iris.toSorted(), `${iri} ${type.name}.${path.join('.')}`).to.deep.equal(
          [
            ...(documents.get(`${iri} ${type.name} ${model.vocabulary.iri(path.at(-1) as string)}`) ?? []),
          ].sort(),
        )
        compared++
      }
    }
    expect(compared).to.equal(documents.size)
    expect(compared).to.be.above(100)
  })

  it('is nothing for what nobody names', async () =>
    expect(await graph.referring('https://nobody.example/')).to.deep.equal({ lists: [], isTruncated: false }))
})

describe('selections', () => {
  it('find values with their rows, in the order of the record, and only where they should', () => {
    const type = model.types[0] as EntityType
    const record = {
      contributions: [
        { by: { local_identifier: 'a', entity_type: 'person', name: 'A' }, role: 'author' },
        { by: { local_identifier: 'b', entity_type: 'person', name: 'B' }, role: 'editor' },
        { role: 'author' },
      ],
    }
    const find = (path: readonly string[], where?: Record<string, string>): string[] =>
      [...selectValues(record, type.fields, { path, where })].map((found) => plainText(found, model))
    expect(find(['contributions', 'by'])).to.deep.equal(['A', 'B'])
    expect(find(['contributions', 'by'], { role: 'editor' })).to.deep.equal(['B'])
    expect(find(['titles'])).to.deep.equal([])
  })
})
