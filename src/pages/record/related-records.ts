/**
 * A small picture of what surrounds a record: above it what refers to it, below it what it names, by
 * relation.
 */

import { walkFields } from '../../model/model.ts'
import { isObject, type Json, valuesAt } from '../../model/values/json.ts'
import { relationLabel } from '../../model/rows/reference-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { nameOf as nameOfRecord } from '../../record/citation/naming.ts'
import type { Referrers } from '../../store/references.ts'
import { h, type Content } from '../shared/html.ts'
import { hrefOfReference, nameOf } from './reference-links.ts'
import { recordKey, type ReferrerRecords } from './referrers.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { formatNumber, labelOf, shorten, upperFirst } from '../shared/labels.ts'

interface Neighbour {
  readonly name: string
  readonly href: string | undefined
}

/** Those that one relation leads to or comes from: the first few, and how many there are. */
interface Group {
  readonly label: string
  readonly neighbours: readonly Neighbour[]
  readonly total: number
}

/** Relations on each side, and neighbours of one relation. */
const MAX_GROUPS = 7
const MAX_NEIGHBOURS = 3

function outward(record: Json, { fields }: EntityType, site: Site): Group[] {
  const groups = new Map<string, Map<string, Neighbour>>()
  for (const { path, field } of walkFields(fields)) {
    if (field.kind !== 'reference') continue
    const label = upperFirst(relationLabel(fields, path))
    for (const value of valuesAt(record, path)) {
      const group = groups.get(label) ?? new Map<string, Neighbour>()
      const id = String(isObject(value) ? value.local_identifier : value)
      groups.set(label, group.set(id, { name: nameOf(value, site), href: hrefOfReference(value, site) }))
    }
  }
  return [...groups].map(([label, group]) => ({
    label,
    total: group.size,
    neighbours: [...group.values()].slice(0, MAX_NEIGHBOURS),
  }))
}

/** Fields of several types may have one label: then the type says which is meant. */
function inward({ lists }: Referrers, referrerRecords: ReferrerRecords, site: Site): Group[] {
  const labels = lists.map(({ path, field }) => field.inverseLabel ?? labelOf(path.at(-1) as string, field))
  return lists.map(({ type, iris }, i) => ({
    label:
      labels.filter((label) => label === labels[i]).length > 1
        ? `${labels[i]}: ${type.plural.toLowerCase()}`
        : (labels[i] as string),
    total: iris.length,
    neighbours: iris.slice(0, MAX_NEIGHBOURS).map((iri) => ({
      name: nameOfRecord(referrerRecords.get(recordKey(iri, type)) ?? { local_identifier: iri }, type, site),
      href: relativeHref(site, site.urls.entity(type, iri)),
    })),
  }))
}

/** A line of the picture. */
interface Line {
  readonly text: string
  readonly as: 'label' | 'neighbour' | 'more' | 'self'
  readonly href?: string | undefined
}

/** What is not shown is counted. */
const moreOf = (count: number, what = ''): Line[] =>
  count > 0 ? [{ text: `and ${formatNumber(count)} more${what}`, as: 'more' }] : []

const linesOf = (groups: readonly Group[]): Line[] => [
  ...groups
    .slice(0, MAX_GROUPS)
    .flatMap(({ label, neighbours, total }): Line[] => [
      { text: label, as: 'label' },
      ...neighbours.map(({ name, href }) => ({ text: name, as: 'neighbour' as const, href })),
      ...moreOf(total - neighbours.length),
    ]),
  ...moreOf(groups.length - MAX_GROUPS, groups.length - MAX_GROUPS === 1 ? ' relation' : ' relations'),
]

/** Of the picture, in its own units: those of a phone's screen. */
const WIDTH = 320
const HEIGHT = 21
const TRUNK = 8
const BRANCH = 26
const ROUND = 9
const MAX_LINE_LENGTH = 40

/** From a neighbour along the trunk to the record, or back; the arrow is at the end. */
function edge(y: number, self: number): Content {
  const turn = y + (self > y ? ROUND : -ROUND)
  return self > y
    ? h('path', {
        d: `M${BRANCH - 5} ${y}H${TRUNK + ROUND}Q${TRUNK} ${y} ${TRUNK} ${turn}V${self - 8}`,
        'marker-end': 'url(#arrow)',
      })
    : h('path', {
        d: `M${TRUNK} ${self + 6}V${turn}Q${TRUNK} ${y} ${TRUNK + ROUND} ${y}H${BRANCH - 6}`,
        'marker-end': 'url(#arrow)',
      })
}

function lineOf({ text, as, href }: Line, y: number): Content {
  const x = as === 'self' ? TRUNK + 14 : BRANCH + 8
  const short = shorten(text, MAX_LINE_LENGTH)
  const label = h('text', { x, y: y + 4, class: as }, short, short !== text && h('title', null, text))
  return [
    as === 'neighbour' && h('circle', { cx: BRANCH, cy: y, r: 3.5 }),
    as === 'self' && h('circle', { cx: TRUNK, cy: y, r: 6, class: 'self' }),
    href === undefined ? label : h('a', { href }, label),
  ]
}

/** The picture; nothing where a record stands alone. */
export function relatedRecords(
  record: Json,
  type: EntityType,
  referring: Referrers,
  referrerRecords: ReferrerRecords,
  site: Site,
): Content {
  const referrerLines = linesOf(inward(referring, referrerRecords, site))
  const below = linesOf(outward(record, type, site))
  if (referrerLines.length + below.length === 0) return null
  const title = nameOfRecord(record, type, site)
  const lines: readonly Line[] = [...referrerLines, { text: title, as: 'self' }, ...below]
  const at = (i: number): number => (i + 0.5) * HEIGHT
  const arrow = h(
    'marker',
    { id: 'arrow', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    h('path', { d: 'M0 0L8 4L0 8z' }),
  )
  return h(
    'figure',
    { class: 'neighbours' },
    h('figcaption', null, 'Related records'),
    h(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${lines.length * HEIGHT}`,
        role: 'group',
        'aria-label': `Records related to ${shorten(title, MAX_LINE_LENGTH)}`,
      },
      h('defs', null, arrow),
      lines.map(({ as }, i) => as === 'neighbour' && edge(at(i), at(referrerLines.length))),
      lines.map((line, i) => lineOf(line, at(i))),
    ),
  )
}
