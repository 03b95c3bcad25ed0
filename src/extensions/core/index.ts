/** The core of SKG-IF: research products and everything around them. */

import {
  defineExtension,
  readContext,
  readCorrections,
  readTranslations,
} from '../../model/rows/extension.ts'
import { agent, organisation, person } from './agent.ts'
import { datasource } from './datasource.ts'
import { grant } from './grant.ts'
import { identifierSchemes } from '../../model/identifiers/known-schemes.ts'
import { product } from './product.ts'
import { topic } from './topic.ts'
import { venue } from './venue.ts'

export const core = defineExtension({
  name: 'core',
  version: '1.1.0',
  contexts: { core: readContext('core'), api: readContext('api') },
  corrections: [...readCorrections('core'), ...readCorrections('api')],
  identifierSchemes,
  translations: {
    en: readTranslations(new URL('english.json', import.meta.url)),
    de: readTranslations(new URL('german.json', import.meta.url)),
  },
  entities: [product, person, organisation, agent, grant, venue, topic, datasource],
})
