/** An identifier as HTML. */

import type { Identifier } from '../../record/naming/field-values.ts'
import { schemeName } from '../../record/naming/name-of-record.ts'
import { external, h, type Content } from './html.ts'

/** An identifier with the sign of its register, linked where it leads somewhere; an address needs no sign. */
export const identifier = ({ scheme, value, url }: Identifier): Content => {
  const sign = schemeName(scheme)
  // With the sign of the register, the id alone is enough of an address.
  const shown = sign !== '' && value === url ? value.replace(/^https?:\/\/[^/]+\//, '') : value
  const content = h('bdi', null, shown)
  return [
    sign !== '' && [h('span', { class: 'prefix', 'data-scheme': scheme.toLowerCase() }, sign), '\u00a0'],
    url === undefined ? content : external(url, content),
  ]
}
