/** The service extension of SKG-IF: services, and what they need of organisations and venues. */

import { defineExtension, readCorrections, readTable } from '../../model/rows/extension.ts'
import { website } from '../core/shared.ts'
import { service } from './service.ts'

export const srv = defineExtension({
  name: 'srv',
  version: '1.0.0',
  contexts: { srv: readTable('srv') },
  corrections: readCorrections('srv'),
  entities: [service],
  extend: {
    organisation: {
      values: {
        types: {
          words: ['research_infrastructure', 'hosting_organisation'],
          synonyms: {
            srv_research_infrastructure: 'research_infrastructure',
            srv_hosting_organisation: 'hosting_organisation',
          },
        },
      },
    },
    venue: { fields: { website }, values: { type: { words: ['srv_portal'] } } },
  },
})
