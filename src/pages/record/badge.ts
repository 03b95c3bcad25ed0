/** A badge of a record for other pages: a small picture with its identifier and how often it is cited, a link to it. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Referrers } from '../../query/references.ts'
import { identifiersIn } from '../../record/naming/field-values.ts'
import { element, text as xmlText } from '../../record/exchange/xml.ts'
import { relativeHref, type Site } from '../shared/site.ts'

export const BADGE_PATH = '/badge'

/** Pixels of a letter of the font, as many browsers draw it; and beside each text. */
const LETTER = 6.6
const MARGIN = 6
const MAX_LETTERS = 60

/** How many records of its type refer to it by what an order of its list counts. */
function citedBy({ lists, isTruncated }: Referrers, type: EntityType): string | undefined {
  const order = Object.values(type.orders ?? {}).find(({ by }) => by === 'referrers')
  const list = lists.find((one) => one.type === type && one.path.join('.') === order?.path)
  return list && !isTruncated ? `cited by ${list.iris.length}` : undefined
}

/** SVG without scripts, styles and fonts of its own. */
export function writeBadge(
  record: Json,
  type: EntityType,
  referrers: Referrers,
  { model, urls }: Site,
): string {
  const iri = record.local_identifier as string
  const [{ scheme, value } = { scheme: type.label, value: 'record' }] = identifiersIn(record, type, model)
  const texts = [scheme.toUpperCase(), value, citedBy(referrers, type)].flatMap((text, i) =>
    text === undefined ? [] : [{ text: text.slice(0, MAX_LETTERS), fill: i === 0 ? '#3d4852' : '#0b666c' }],
  )
  let width = 0
  const parts = texts.map(({ text, fill }) => {
    const [from, own] = [width, Math.ceil(text.length * LETTER) + 2 * MARGIN]
    width += own
    return [
      element('rect', { x: String(from), width: String(own), height: '20', fill }),
      element(
        'text',
        { x: String(from + own / 2), y: '14', 'text-anchor': 'middle', fill: '#fff' },
        xmlText(text),
      ),
    ]
  })
  const title = texts.map(({ text }) => text).join(' ')
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: String(width),
      height: '20',
      role: 'img',
      'aria-label': title,
      'font-family': 'Verdana,sans-serif',
      'font-size': '11',
    },
    element('title', {}, xmlText(title)),
    element('a', { href: urls.entity(type, iri) }, parts),
  )}\n`
}

const badgeUrl = (iri: string, { urls }: Site): string =>
  `${urls.root}${BADGE_PATH}?id=${encodeURIComponent(iri).replaceAll("'", '%27').replace(/[()]/g, escapeCode)}`

const escapeCode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

/** What people put into a page in HTML and in Markdown; and where they see it. */
export function badgeOf(
  iri: string,
  type: EntityType,
  site: Site,
): Record<'html' | 'markdown' | 'src', string> {
  const [page, picture] = [site.urls.entity(type, iri), badgeUrl(iri, site)]
  return {
    html: element('a', { href: page }, element('img', { src: picture, alt: type.label })),
    markdown: `[![${type.label}](${picture})](${page})`,
    src: relativeHref(site, picture),
  }
}
