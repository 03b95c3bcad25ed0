/**
 * RA-SKG, the research assessment extension of SKG-IF: metrics and narrative profiles. Source:
 * https://skg-if.github.io/ext-ra-skg/
 */
// @ts-check

import { defineExtension, readContext } from 'skeg'
import { metricFilters, metrics } from './metrics.js'
import { profileFilters, profiles } from './profiles.js'

const schemes = { terms: ['ra_github'], termAliases: { github: 'ra_github' } }

const citations = { measure: 'http://www.wikidata.org/entity/Q5122404', label: 'publication citation count' }
const badge = { badge: 'http://www.wikidata.org/entity/Q309901', badgeLabel: 'open data', text: 'citations' }

export default defineExtension({
  name: 'ra-skg',
  version: '1.0.0',
  contexts: { 'ra-skg': readContext(new URL('context.json', import.meta.url)) },
  corrections: [
    {
      context: 'ra-skg',
      terms: ['ra_content'],
      definition: 'c4o:hasContent',
      reason: 'The content of a section is text; the context turns it into an IRI.',
    },
    {
      context: 'ra-skg',
      terms: ['ra_value'],
      definition: { '@id': 'bido:hasNumericValue', '@type': 'xsd:decimal' },
      reason:
        'A value is a number; as text the context turns it into an IRI, and numbers with a fraction into doubles.',
    },
  ],
  extend: {
    product: {
      fields: { ra_metrics: metrics },
      vocabularies: {
        'identifiers.scheme': schemes,
        'contributions.contribution_types': {
          terms: [
            'ra_collects_data',
            'ra_design_experiments',
            'ra_performs_experiments',
            'ra_prepares_suppl_info',
            'ra_provides_data',
            'ra_provides_software',
            'ra_modelling',
          ],
        },
      },
      filters: metricFilters({ ...citations, ...badge, provider: 'https://ror.org/00wb4mk85', value: '100' }),
    },
    person: {
      fields: { ra_metrics: metrics, ra_profiles: profiles },
      vocabularies: { 'identifiers.scheme': schemes },
      filters: {
        ...metricFilters({
          ...badge,
          measure: 'http://purl.org/spar/bido/author-citation-count',
          label: 'author citation count',
          provider: 'https://scholar.google.com',
          value: '4771',
        }),
        ...profileFilters,
      },
    },
    grant: {
      vocabularies: {
        'contributions.roles': { terms: ['ra_pi'], termAliases: { 'principal investigator': 'ra_pi' } },
      },
    },
  },
})
