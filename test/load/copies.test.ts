// A graph that is loaded again, from its folder, from `/dump`, from `/changes` or from the API, is the same graph.

import { expect } from 'chai'
import { walkFields } from '../../src/model/model.ts'
import { classes, FABIO } from '../../src/sources/opencitations/meta.ts'
import { copiesOf, missingIn } from '../support/copies.ts'
import { model } from '../support/model.ts'
import { BASE, load } from './files.ts'
import { folderOf } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const PREFIXES = `@base <${BASE}> . @prefix fabio: <${FABIO}> . @prefix dcterms: <http://purl.org/dc/terms/> .
  @prefix frbr: <http://purl.org/vocab/frbr/core#> .`

/** Classes of entity types, and what their words and those of kinds of venues, for instance, are under the base. */
const entityClasses = model.types.flatMap((type) => [
  model.classOf(type),
  `${BASE}${type.name}`,
  ...[...walkFields(type.fields)].flatMap(({ field }) =>
    field.kind === 'rdfType' ? field.terms.map((word) => model.vocabulary.iri(word) ?? BASE + word) : [],
  ),
])

describe('a graph loaded again', () => {
  it('is the same graph, of the demo by every way', async () => {
    const { first, ...copies } = await copiesOf([DEMO])
    for (const [way, { hash, counts, findings }] of Object.entries(copies)) {
      expect([way, hash, counts]).to.deep.equal([way, first.hash, first.counts])
      expect([...findings], way).to.not.include('other-class')
    }
  })

  it('is the same graph where manifestations have the classes of entities', async () => {
    const manifestations = entityClasses.map((iri, i) => ({
      type: { class: iri, labels: { en: `Class ${i}` }, defined_in: 'https://example.org/scheme' },
      identifiers: [{ scheme: 'doi', value: `10.5555/${i}` }],
      dates: { publication: ['2020-03'] },
      version: `${i}`,
      biblio: { pages: { first: '1', last: '2' }, in: `venue-${i}`, volume: '3' },
    }))
    const product = { local_identifier: 'p', entity_type: 'product', titles: { none: ['T'] }, manifestations }
    const folder = folderOf({ 'p.jsonl': JSON.stringify(product) })
    const { first, ...copies } = await copiesOf([folder], BASE)
    for (const [way, copy] of Object.entries(copies)) {
      expect(missingIn(first, copy), way).to.deep.equal([])
      expect([way, copy.hash, copy.counts]).to.deep.equal([way, first.hash, first.counts])
    }
  })

  it('has the manifestations of RDF by other hands, whatever their class', async () => {
    const { answers } = await load({
      'a.ttl': `${PREFIXES} <p> a fabio:Work ; dcterms:title "T" ;
        frbr:realization [ a fabio:ExpressionCollection ; dcterms:issued "2020" ] .`,
    })
    expect(Object.keys(answers)).to.deep.equal(['product p'])
    expect(answers['product p']!['manifestations']).to.have.length(1)
  })
})

describe('the classes that sources give to products', () => {
  it('are no classes of entity types', () => {
    const given = Object.values(classes).map((name) => (name.startsWith('http') ? name : FABIO + name))
    expect(given.filter((iri) => model.typeOfClass(iri) !== undefined)).to.deep.equal([])
  })
})
