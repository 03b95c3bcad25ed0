/** The service extension of SKG-IF: services, and what they need of organisations and venues. */

import {
  defineExtension,
  readContext,
  readCorrections,
  readTranslations,
} from '../../model/rows/extension.ts'
import { website } from '../core/shared-fields.ts'
import { service } from './service.ts'

export const srv = defineExtension({
  name: 'srv',
  version: '1.0.0',
  contexts: { srv: readContext('srv') },
  corrections: readCorrections('srv'),
  translations: {
    en: readTranslations(new URL('english.json', import.meta.url)),
    de: readTranslations(new URL('german.json', import.meta.url)),
  },
  entities: [service],
  extend: {
    organisation: {
      vocabularies: {
        types: {
          terms: ['research_infrastructure', 'hosting_organisation'],
          termAliases: {
            srv_research_infrastructure: 'research_infrastructure',
            srv_hosting_organisation: 'hosting_organisation',
          },
        },
      },
    },
    venue: { fields: { website }, vocabularies: { type: { terms: ['srv_portal'] } } },
  },
})
