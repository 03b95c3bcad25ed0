// What filter forms and the documentation show of a filter: a short label, and an example.

import { expect } from 'chai'
import { labelOfFilter } from '../../src/doors/pages/search/filter-fields.ts'
import { getPage } from '../support/html.ts'
import { model } from '../support/model.ts'
import { openGraphOf, startServer } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'

describe('labels of filters', () => {
  const labels: readonly [collection: string, key: string, label: string][] = [
    ['products', 'product_type', 'Type'],
    ['products', 'identifiers.scheme', 'Identifier type'],
    ['products', 'contributions.by.local_identifier', 'Contributor with the id'],
    ['products', 'contributions.by.family_name', 'Contributor: family name'],
    ['products', 'cf.contributions_orcid', 'Contributor: ORCID'],
    ['products', 'cf.contributions_aff_country', 'Affiliation: country'],
    ['products', 'cf.access_rights', 'Access'],
    ['products', 'manifestations.type.class', 'Kind of version'],
    ['products', 'cf.publication_year.from', 'Year from'],
    ['persons', 'cf.search.all_names', 'Any name contains'],
    ['products', 'cf.search.title', 'Title contains'],
    ['products', 'cf.search.title_abstract', 'Title or abstract contains'],
    ['products', 'cf.cites', 'Cites'],
    ['products', 'cf.cited_by', 'Cited by'],
    ['venues', 'contributions.by.local_identifier', 'Contributor'],
    ['grants', 'beneficiaries.local_identifier', 'Beneficiary'],
    ['products', 'cf.cited_by_doi', 'Cited by: DOI'],
    ['organisations', 'website', 'Website'],
    ['grants', 'beneficiaries.country', 'Beneficiary: country'],
    ['grants', 'cf.funded_amount.from', 'Funded amount from'],
    ['topics', 'cf.search.language', 'Language of a name'],
    ['services', 'entity_type', 'Entity type'],
    ['services', 'cf.search.org_name', 'Organisation: name contains'],
  ]
  for (const [collection, key, label] of labels)
    it(`${key} of ${collection} is labelled ${label}`, () => {
      const type = model.typeAt(collection)!
      expect(labelOfFilter(model.filtersOf(type).find(key)!, type, model)).to.equal(label)
    })
  it('are English for people, and so is what lists are called by them', () => {
    const jargon = /manifestation|\bclass\b|\blabel|classification|contains contains|[a-z][_.][a-z]/i
    const texts = model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.flatMap((filter) => [labelOfFilter(filter, type, model), `${type.plural} ${filter.row.doc}`]),
    )
    expect(texts.filter((text) => jargon.test(text))).to.deep.equal([])
  })
  const relations: readonly [collection: string, key: string, doc: string][] = [
    ['venues', 'contributions.by.local_identifier', 'in “Contributors”'],
    ['services', 'topics.term.local_identifier', 'in “topics”'],
    ['products', 'topics.provenance.associated_with.local_identifier', 'in “Assigned by”'],
    ['products', 'related_products.is_part_of.local_identifier', 'in “is part of”'],
  ]
  for (const [collection, key, doc] of relations)
    it(`${key} of ${collection} is about what is named ${doc}`, () =>
      expect(model.filtersOf(model.typeAt(collection)!).find(key)!.row.doc).to.include(doc))
  it('no two filters of a type have the same label', () => {
    for (const type of model.types) {
      const all = model.filtersOf(type).all.map((filter) => labelOfFilter(filter, type, model))
      expect(
        all.filter((label, i) => all.indexOf(label) !== i),
        type.name,
      ).to.deep.equal([])
    }
  })
})

describe('examples of filters', () => {
  it('are values of the graph where values are counted, else none', async () => {
    const folder = folderOf({
      'records.json': JSON.stringify({
        '@context': [{ '@base': 'https://example.org/graph/' }],
        '@graph': [
          {
            local_identifier: 'p1',
            entity_type: 'product',
            titles: { en: ['Zebra crossings'] },
            topics: [{ term: 'https://example.org/graph/zebras' }],
          },
        ],
      }),
    })
    await using graph = await openGraphOf([folder])
    await using server = await startServer(graph)
    const { html } = await getPage(`${server.api}/products`)
    const placeholders = html
      .all('input')
      .map(({ attributes: { name, placeholder } }) => ({ name, placeholder }))
      .filter(({ name }) => name !== 'q')
    expect(placeholders).to.deep.include({ name: 'cf.topic', placeholder: 'e.g. zebras' })
    expect(placeholders).to.deep.include({ name: 'cf.search.title', placeholder: undefined })
    const docs = (await getPage(`${server.root}/docs`)).html
    const examples = docs.links.filter((href) => href.includes('?filter='))
    expect(examples).to.include('/skg-if/api/products?filter=cf.topic:https://example.org/graph/zebras')
    for (const href of examples) expect((await fetch(new URL(href, server.root))).status, href).to.equal(200)
  })
})
