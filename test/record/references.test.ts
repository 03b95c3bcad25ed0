// The entities that a record names: every place of the rows where an entity may stand.

import { expect } from 'chai'
import type { EntityType } from '../../src/model/rows/row.ts'
import { referencesIn } from '../../src/record/references.ts'
import { model } from '../support/model.ts'

const BASE = 'https://example.org/'

describe('the entities that a record names', () => {
  const service = model.typeNamed('service') as EntityType
  const irisIn = (record: Record<string, unknown>): string[] =>
    [...referencesIn(record, service, model, BASE)].map(({ iri }) => iri)

  it('are those of typed references too, with a class or without', () => {
    const record = {
      srv_deployment_of: [`${BASE}a`, { '@id': `${BASE}b`, '@type': 'fabio:Software' }, 'c'],
    }
    expect(irisIn(record)).to.deep.equal([`${BASE}a`, `${BASE}b`, `${BASE}c`])
  })
  it('are those that are written as ids', () => {
    expect(irisIn({ related_products: { cites: [`${BASE}p`] }, topics: [{ term: 't' }] })).to.deep.equal([
      `${BASE}p`,
      `${BASE}t`,
    ])
  })
})
