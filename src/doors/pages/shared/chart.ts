/** Charts: values as bars one below the other, years side by side in SVG; the numbers stand there as text too. */

import { between, h, type Content } from '../../shared/html.ts'
import type { Locale } from '../texts/locale.ts'

/** A point of a chart. */
export interface Point {
  readonly label: string
  readonly value: number
  readonly href?: string | undefined
  /** The list of what is counted, where `href` leads elsewhere. */
  readonly listHref?: string | undefined
}

/** Values that are shown, and years. */
const MAX_BARS = 12
const MAX_COLUMNS = 60

/** Pixels of the picture of the years: its columns, a line of text above them, and one below. */
const HEIGHT = 96
const TEXT_HEIGHT = 18
/** Percent of its place that a column takes. */
const COLUMN_SHARE = 88
/** Years that have a place below the columns on a phone. */
const MAX_TICKS = 5

const mostOf = (points: readonly Point[]): number => Math.max(...points.map(({ value }) => value)) || 1

/** Bars that lie, one below the other: HTML can do that, with the number in sight. */
function bars(points: readonly Point[], { number }: Locale): Content {
  const most = mostOf(points)
  return h(
    'table',
    { class: 'bars' },
    h(
      'tbody',
      null,
      points.map(({ label, value, href, listHref }) => {
        const text = number(value)
        const bar = h(
          'svg',
          { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          h('rect', { width: Math.max(0.4, (100 * value) / most), height: 8 }),
        )
        return h(
          'tr',
          null,
          h('th', { scope: 'row' }, href === undefined ? label : h('a', { href }, label)),
          h(
            'td',
            { class: 'amount' },
            listHref === undefined
              ? text
              : h('a', { href: listHref, 'aria-label': `${label}: ${text}` }, text),
          ),
          h('td', null, bar),
        )
      }),
    ),
  )
}

/** Columns of years, and what is before and after them. */
interface Columns {
  readonly columns: readonly Point[]
  readonly earlier: number
  readonly later: number
}

const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0)

/**
 * The years in which most is, as many as have a place, in their order, and those between them without a number as
 * well: a wrong year far away makes no picture of one column.
 */
function columnsOf(points: readonly Point[]): Columns {
  const years = [...points].sort((a, b) => Number(a.label) - Number(b.label))
  const within = (last: number): Point[] =>
    years.filter(({ label }) => Number(label) <= last && Number(label) > last - MAX_COLUMNS)
  const shown = years
    .map(({ label }) => within(Number(label)))
    .reduce<Point[]>((best, one) => (sumOf(one) >= sumOf(best) ? one : best), [])
  const [first = 0, last = 0] = [shown[0], shown.at(-1)].map((point) => Number(point?.label))
  const known = new Map(shown.map((point) => [Number(point.label), point]))
  return {
    columns: Array.from(
      { length: shown.length === 0 ? 0 : last - first + 1 },
      (_, i) => known.get(first + i) ?? { label: String(first + i), value: 0 },
    ),
    earlier: sumOf(years.filter(({ label }) => Number(label) < first)),
    later: sumOf(years.filter(({ label }) => Number(label) > last)),
  }
}

/** Where the list up to a year is (`lte`), or that from a year on (`gte`). */
export type YearsHref = (operator: 'lte' | 'gte', year: string) => string | undefined

/** What stands before and after the years of a picture; nothing where that is all. */
function outside(
  { columns: points, earlier, later }: Columns,
  { texts, number }: Locale,
  hrefOf: YearsHref = () => undefined,
): Content {
  if (earlier + later === 0) return null
  const [first = '', last = ''] = [points[0]?.label, points.at(-1)?.label]
  const yearBeside = (year: string, step: number): string => String(Number(year) + step).padStart(4, '0')
  const link = (text: string, href: string | undefined): Content =>
    href === undefined ? text : h('a', { href, rel: 'nofollow' }, text)
  const { before, after, notShown } = texts.chart
  const parts = [
    ...(earlier > 0 ? [link(before(number(earlier), first), hrefOf('lte', yearBeside(first, -1)))] : []),
    ...(later > 0 ? [link(after(number(later), last), hrefOf('gte', yearBeside(last, 1)))] : []),
  ]
  return h('p', { class: 'note' }, notShown, between(parts, ', '), '.')
}

/** The years that stand below columns: round ones, with equal steps. */
function ticksOf(points: readonly Point[]): (point: Point) => boolean {
  const step = [1, 2, 5, 10, 20].find((one) => points.length / one <= MAX_TICKS) ?? 50
  return ({ label }) => Number(label) % step === 0
}

/** Years from left to right; a link covers the whole height, as low columns are hard to hit. */
export function columns(all: readonly Point[], title: string, locale: Locale, hrefOf?: YearsHref): Content {
  const { number } = locale
  const shown = columnsOf(all)
  const { columns: points } = shown
  const most = mostOf(points)
  const step = 100 / points.length
  const percent = (share: number): string => `${Number(share.toFixed(2))}%`
  const base = TEXT_HEIGHT + HEIGHT
  const hasLinks = points.some(({ href }) => href !== undefined)
  const numbers = points.map(({ label, value }) => `${label} ${number(value)}`).join(', ')
  const isTick = ticksOf(points)
  const highest = points.findIndex(({ value }) => value === most)
  // Texts have their size whatever the width is, as nothing is scaled.
  const text = (i: number, y: number, content: string): Content =>
    h('text', { x: percent((i + COLUMN_SHARE / 200) * step), y, 'aria-hidden': 'true' }, content)
  const column = ({ label, value, href }: Point, i: number): Content => {
    const place = { x: percent(i * step), width: percent((COLUMN_SHARE / 100) * step) }
    const height = Math.round((HEIGHT * value) / most)
    const says = `${label}: ${number(value)}`
    const bar = h('rect', { ...place, y: base - height, height }, h('title', null, says))
    if (href === undefined || value === 0) return bar
    const target = h('rect', { ...place, class: 'target', y: 0, height: base })
    return h('a', { href, 'aria-label': says, rel: 'nofollow' }, target, bar)
  }
  return h(
    'div',
    { class: 'histogram' },
    h(
      'svg',
      {
        class: 'columns-chart',
        height: base + TEXT_HEIGHT,
        role: hasLinks ? 'group' : 'img',
        'aria-label': hasLinks ? title : `${title}: ${numbers}`,
      },
      h('line', { x1: 0, x2: '100%', y1: base, y2: base }),
      points.map(column),
      points.map((point, i) => [
        i === highest && text(i, base - HEIGHT - 5, number(most)),
        isTick(point) && text(i, base + TEXT_HEIGHT - 3, point.label),
      ]),
    ),
    outside(shown, locale, hrefOf),
  )
}

const isYear = ({ label }: Point): boolean => /^-?\d{4,}$/.test(label)

/** A chart with its title: of years columns, of other values bars. */
export const chart = (title: string, points: readonly Point[], locale: Locale): Content =>
  h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, title),
    points.every(isYear) ? columns(points, title, locale) : bars(points.slice(0, MAX_BARS), locale),
  )
