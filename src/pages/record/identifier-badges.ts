/** Badges: links from a record to the registers that know it, such as ORCID and ROR. */

import { identifiersIn } from '../../record/citation/field-values.ts'
import { type Content, external } from '../shared/html.ts'
import type { Site } from '../shared/site.ts'
import { resolveReference } from './reference-links.ts'

/** Small links to the registers of persons, organisations and publications that know a record. */
export function badges(value: unknown, site: Site): Content[] {
  const { record, type } = resolveReference(value, site)
  const { identifiers } = site.model
  return identifiersIn(record, type, site.model)
    .filter(({ scheme, url }) => url !== undefined && identifiers.ofEntities.includes(scheme.toLowerCase()))
    .map(({ scheme, value: id, url }) => [
      ' ',
      external(url as string, scheme.toUpperCase(), {
        class: 'badge',
        title: id,
        'aria-label': `${scheme.toUpperCase()} ${id}`,
      }),
    ])
}
