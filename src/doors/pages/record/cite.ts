/** How a record is cited, for those who write: references to copy, BibTeX, and files for reference managers. */

import type { MediaName } from '../../../config/media.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { writeBibtex } from '../../../record/citation/bibtex.ts'
import { isCitable, toCsl } from '../../../record/citation/csl.ts'
import { referenceRuns } from '../../../record/citation/references.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import { h, type Content } from '../../shared/html.ts'
import { code, fact, factList, paragraph } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'

/** Characters of an entry that a page shows; with thousands of authors, it is for programs alone. */
const MAX_BIBTEX_LENGTH = 30_000

const FILES: readonly MediaName[] = ['bibtex', 'ris', 'csl']

/** How a record that can be cited is cited; nothing for others, and without title and author. */
export function citeThis(
  record: Json,
  type: EntityType,
  formats: readonly AlternateFormat[],
  site: Site,
): Content {
  if (!isCitable(type)) return null
  const items = toCsl([record], type, site.model)
  const [item] = items
  if (!item?.title && !item?.author) return null
  const bibtex = writeBibtex(items)
  return [
    factList(
      [
        fact(
          'APA',
          h(
            'span',
            { dir: 'auto', 'data-copy': site.locale.texts.record.referenceIn('APA') },
            referenceRuns(item).map(({ text, isItalic }) => (isItalic ? h('i', null, text) : text)),
          ),
        ),
      ],
      'references',
    ),
    bibtex.length <= MAX_BIBTEX_LENGTH && [
      h('h2', { class: 'small' }, 'BibTeX'),
      h(
        'pre',
        { tabindex: 0, 'aria-label': 'BibTeX', 'data-copy': site.locale.texts.record.bibtexEntry },
        code(bibtex),
      ),
    ],
    paragraph(
      site.locale.texts.record.managers,
      formatList(
        formats.filter(({ name }) => FILES.includes(name)),
        site,
      ),
    ),
  ]
}
