/** Conditions on lists of many: rows never multiply, whatever is asked at once. */

import { expect } from 'chai'
import { MAX_CONDITIONS, parseFilter } from '../../src/filter/parse.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { folderOf } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const AUTHORS = 600
const COUNTRIES = ['IT', 'DE', 'FR', 'GB', 'US', 'GR', 'NL', 'ES']

/** Papers with 600 authors, each from one of eight countries; one of a hundred titles. */
function papers(): object[] {
  const contributions = Array.from({ length: AUTHORS }, (_, i) => ({
    by: {
      local_identifier: `person-${i}`,
      entity_type: 'person',
      family_name: `F${i % 3}`,
      given_name: `G${i % 2}`,
      identifiers: [{ scheme: 'orcid', value: `0000-0000-0000-${String(i).padStart(4, '0')}` }],
    },
    declared_affiliations: [
      {
        local_identifier: `org-${i % 40}`,
        entity_type: 'organisation',
        name: `O${i % 5}`,
        country: COUNTRIES[i % 8],
        identifiers: [{ scheme: 'ror', value: `0${String(i % 40).padStart(6, '0')}11` }],
      },
    ],
  }))
  const titles = Object.fromEntries(
    ['en', 'de', 'fr'].map((language) => [
      language,
      Array.from({ length: 30 }, (_, i) => `title ${i} with abcdefghijklmnop`),
    ]),
  )
  return [0, 1, 2].map((n) => ({
    local_identifier: `paper-${n}`,
    entity_type: 'product',
    product_type: 'literature',
    titles,
    contributions,
    funding: Array.from({ length: 50 }, (_, i) => `grant-${i}`),
  }))
}

describe('many conditions on long lists', () => {
  const graph = throughout(async () => {
    const folder = folderOf({ 'records.json': JSON.stringify(papers()) })
    return (await openGraph([folder], { model, base: 'https://base.example/' })).graph
  })

  const repeat = (parts: readonly string[]): string =>
    Array.from({ length: MAX_CONDITIONS }, (_, i) => parts[i % parts.length]).join(',')
  const lists: readonly [title: string, filter: string][] = [
    ['eight countries', repeat(COUNTRIES.map((country) => `cf.contributions_aff_country:${country}`))],
    [
      'countries in every case',
      repeat(
        ['us', 'US', 'Us', 'uS', 'it', 'IT'].map((country) => `cf.contributions_aff_country:${country}`),
      ),
    ],
    [
      'names of contributors',
      repeat(['F0', 'F1', 'F2'].map((name) => `contributions.by.family_name:${name}`)),
    ],
    [
      'names and affiliations',
      repeat([
        'contributions.by.given_name:G0',
        'contributions.declared_affiliations.name:O1',
        'contributions.by.given_name:G1',
        'contributions.declared_affiliations.name:O2',
      ]),
    ],
    [
      'one scheme in every case',
      repeat(
        ['ror', 'roR', 'rOr', 'rOR', 'Ror', 'RoR', 'ROr', 'ROR'].map(
          (scheme) => `contributions.declared_affiliations.identifiers.scheme:${scheme}`,
        ),
      ),
    ],
    [
      'schemes',
      repeat([
        'contributions.by.identifiers.scheme:orcid',
        'contributions.by.identifiers.scheme:ORCID',
        'contributions.declared_affiliations.identifiers.scheme:ror',
      ]),
    ],
    [
      'letters of titles',
      Array.from(
        'abcdefghijklmnop',
        (letter) => `cf.search.title:${letter},cf.search.title_abstract:${letter}`,
      ).join(','),
    ],
    [
      'all of it',
      repeat([
        'cf.contributions_aff_country:IT',
        'contributions.by.family_name:F1',
        'contributions.declared_affiliations.name:O2',
        'cf.contributions_aff_country:DE',
        'cf.search.title:a',
        'contributions.by.identifiers.id:0000-0000-0000-0007',
        'cf.contributions_aff_country:FR',
        'funding.local_identifier:grant-7',
        'contributions.by.given_name:G1',
      ]),
    ],
  ]
  for (const [title, filter] of lists) {
    it(`are answered at once: ${title}`, async () => {
      const type = model.typeAt('products')!
      const found = await graph.search(type, parseFilter([filter], type, model))
      expect(found).to.have.length(3)
    })
  }
})
