/** How a record is cited, for those who write: BibTeX to copy, and files for reference managers. */

import type { MediaName } from '../../media.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { writeBibtex } from '../../record/citation/bibtex.ts'
import { isCitable, toCsl } from '../../record/citation/csl.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import { h, type Content } from '../shared/html.ts'
import type { Site } from '../shared/site.ts'

/** Characters of an entry that a page shows; with thousands of authors, it is for programs alone. */
const MAX_BIBTEX_LENGTH = 30_000

const FILES: readonly MediaName[] = ['bibtex', 'ris', 'csl']

/** The section of a record that can be cited; nothing for others. */
export function citeThis(
  record: Json,
  type: EntityType,
  formats: readonly AlternateFormat[],
  site: Site,
): Content {
  if (!isCitable(type)) return null
  const bibtex = writeBibtex(toCsl([record], type, site.model))
  return h(
    'section',
    { id: 'cite' },
    h('h2', null, 'Cite this'),
    bibtex.length <= MAX_BIBTEX_LENGTH &&
      h('pre', { tabindex: 0, 'aria-label': 'BibTeX' }, h('code', null, bibtex)),
    h(
      'p',
      null,
      'For reference managers: ',
      formatList(
        formats.filter(({ name }) => FILES.includes(name)),
        site,
      ),
    ),
  )
}
