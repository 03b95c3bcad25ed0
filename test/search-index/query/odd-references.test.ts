/** What the index answers is what SPARQL answers, whatever records name and however values are typed. */

import { expect } from 'chai'
import { Problem } from '../../../src/config/errors.ts'
import type { Condition } from '../../../src/filter/condition.ts'
import { parseFilter } from '../../../src/filter/parse.ts'
import type { EntityType } from '../../../src/model/rows/row.ts'
import { openCounted } from '../../support/counted-store.ts'
import { runs } from '../../support/effort.ts'
import { model } from '../../support/model.ts'
import { createRandom } from '../../support/random.ts'
import { findBySparql } from '../../support/second-opinion.ts'
import type { Json } from '../../support/server.ts'
import { folderOf } from '../../support/folders.ts'
import { throughout } from '../../support/closing.ts'

const BASE = 'https://odd.example/'
const ORCID = 'https://orcid.org/0000-000'

const record = (type: string, id: string, more: Json): Json => ({
  local_identifier: id,
  entity_type: type,
  ...more,
})

/** References to entities of other types than fields have, to mentions, to nothing, and to themselves. */
const records = [
  record('venue', 'v1', { name: 'Odd', identifiers: [{ scheme: 'orcid', value: '0000-0001-0000-0009' }] }),
  record('person', 'p0', { name: 'Odd', given_name: 'Ada', family_name: 'Lee' }),
  record('person', `${ORCID}3-0000-0003`, {}),
  record('organisation', 'o1', {
    name: 'Odd',
    country: 'DE',
    identifiers: [{ scheme: 'ror', value: '05gq02987' }],
  }),
  record('product', 'a', {
    product_type: 'literature',
    contributions: [{ by: 'v1' }, { by: 'p0' }, { by: 'unknown' }],
    related_products: { cites: ['p0', 'b', 'nothing', 'https://doi.org/10.1/x'] },
  }),
  record('product', 'b', {
    contributions: [
      { by: `${ORCID}3-0000-0003`, declared_affiliations: ['o1', 'v1'] },
      { by: `${ORCID}2-0000-0002` },
    ],
    relevant_organisations: ['p0', 'o1'],
    related_products: { cites: ['b'], is_part_of: ['a'] },
    manifestations: [{ biblio: { in: 'v1' } }, { biblio: { in: 'a' } }],
  }),
  record('product', 'c', {
    contributions: [{ by: 'p0', declared_affiliations: ['o1'] }],
    funding: ['g', 'a'],
    topics: [{ term: 't' }, { term: 'p0' }],
  }),
  record('grant', 'g', {
    grant_number: '7',
    funding_agency: 'o1',
    beneficiaries: ['o1', 'p0'],
    funded_amount: 12.5,
    duration: { start: '2020', end: '2021-02' },
  }),
  record('topic', 't', { labels: { en: 'Odd', de: 'Odd' } }),
  record('service', 's', {
    name: { en: 'Odd' },
    srv_hosting_organisation: ['o1'],
    related_products: { is_cited_by: ['a'] },
  }),
]

/** Entities without a class, names of blank nodes and in a language, dates that are none, and very exact ones. */
const TRIPLES = `
@prefix : <${BASE}> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix pro: <http://purl.org/spar/pro/> .
@prefix frapo: <http://purl.org/cerif/frapo/> .
@prefix time: <http://www.ontologydesignpatterns.org/cp/owl/timeinterval.owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:u foaf:name "Odd" ; foaf:givenName "Ada" .
:c2 a <http://purl.org/spar/fabio/Work> ; pro:isRelatedToRoleInTime [ pro:isHeldBy :u ] ,
  [ pro:isHeldBy [ foaf:name "Odd" ] ] .
:p2 a foaf:Person ; foaf:name "Odd"@en , "Odd" .
:g2 a frapo:Grant ; frapo:hasCurrency "eur" , "USD"@en , 7 ; <http://purl.org/dc/terms/temporal>
  [ time:hasIntervalStartDate "2016-13"^^xsd:gYearMonth , "2021" ] ,
  [ time:hasIntervalEndDate "2022-01-01T00:00:00.00050Z"^^xsd:dateTime ] .
`

const VALUES = [
  ...['Odd', 'Ada', 'Lee', 'v1', 'p0', 'o1', 'a', 'b', 'u', 'nothing', 'unknown', 'DE', 'orcid', 'ror', 'en'],
  ...['0000-0003-0000-0003', '0000-0001-0000-0009', '05gq02987', `${ORCID}2-0000-0002`, '10.1/x', '7', 'eur'],
  ...['2020-05-01', '2021', '2022-01-01T00:00:00.0004Z', '2022-01-01T00:00:00.0005Z', 'usd', '12.5', '2016'],
  ...['other', 'literature', 'true', 'false', 'x|Odd', 'orcid|ror', 'product', 'person'],
]

describe('odd references and values', () => {
  const counted = throughout(async () => {
    const folder = folderOf({
      'records.jsonl': records.map((one) => JSON.stringify(one)).join('\n'),
      'triples.ttl': TRIPLES,
    })
    return openCounted([folder], { model, base: BASE })
  })

  it(`are found by the index as by SPARQL, ${runs(5000)} times`, async () => {
    const { graph, queries } = counted
    const random = createRandom(3)
    const products = model.typeAt('products') as EntityType
    let [indexed, found] = [0, 0]
    for (let i = 0; i < runs(5000); i++) {
      const type = random.chance(0.5) ? products : random.pick(model.types)
      const filters = model.filtersOf(type).all.filter(({ isOfStamp, words }) => !isOfStamp && !words)
      const text = Array.from(
        { length: random.chance(0.6) ? 1 : 2 + random.below(2) },
        () => `${random.pick(filters).key}:${encodeURIComponent(random.pick(VALUES))}`,
      ).join(',')
      let conditions: readonly Condition[] = []
      try {
        conditions = parseFilter([text], type, model)
      } catch (error) {
        // A value that the filter cannot have.
        if (!(error instanceof Problem)) throw error
      }
      if (conditions.length === 0) continue
      const before = queries()
      const answer = (await graph.search(type, conditions)).slice()
      if (queries() === before) indexed++
      if (answer.length > 0) found++
      expect(answer, `${type.path} ${text}`).to.deep.equal(await findBySparql(graph, type, conditions))
    }
    expect(indexed).to.be.above(runs(5000) / 3)
    expect(found).to.be.above(runs(5000) / 100)
  })
})
