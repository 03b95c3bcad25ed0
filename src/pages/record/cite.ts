/** How a record is cited, for those who write: references to copy, BibTeX, and files for reference managers. */

import type { MediaName } from '../../config/media.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { writeBibtex } from '../../record/citation/bibtex.ts'
import { isCitable, toCsl, type CslItem } from '../../record/citation/csl.ts'
import { referenceRuns, styles, type StyleName } from '../../record/citation/reference-styles.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import { h, type Content } from '../shared/html.ts'
import { code, fact, factList, paragraph } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'
import type { Texts } from '../texts/en.ts'

/** Characters of an entry that a page shows; with thousands of authors, it is for programs alone. */
const MAX_BIBTEX_LENGTH = 30_000

const FILES: readonly MediaName[] = ['bibtex', 'ris', 'csl']

const reference = (item: CslItem, style: StyleName, { record }: Texts): Content =>
  fact(
    styles[style].label,
    h(
      'span',
      { dir: 'auto', 'data-copy': record.referenceIn(styles[style].label) },
      referenceRuns(item, style).map(({ text, isItalic }) => (isItalic ? h('i', null, text) : text)),
    ),
  )

/** How a record that can be cited is cited; nothing for others, and without title and author. */
export function citeThis(
  record: Json,
  type: EntityType,
  formats: readonly AlternateFormat[],
  site: Site,
): Content {
  if (!isCitable(type)) return null
  const items = toCsl([record], type, site.model)
  if (!items[0]?.title && !items[0]?.author) return null
  const bibtex = writeBibtex(items)
  return [
    factList(
      (Object.keys(styles) as StyleName[]).map((style) =>
        reference(items[0] as CslItem, style, site.locale.texts),
      ),
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
