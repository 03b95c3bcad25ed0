/**
 * Answers of queries as pictures: bars of SVG without styles of their own, and the numbers as text beside
 * them.
 */

import { scaleBand, scaleLinear } from 'd3-scale'
import { between, h, type Content } from './html.ts'
import type { Locale } from '../texts/locale.ts'

/** A point of a chart. */
export interface Point {
  readonly label: string
  readonly value: number
  readonly href?: string | undefined
  /** The list of what is counted, where `href` leads elsewhere. */
  readonly listHref?: string | undefined
}

export type ChartKind = 'bar' | 'column' | 'table'

/** Points that a list or bars show; columns are narrower. */
const MAX_BARS = 12
const MAX_COLUMNS = 60

/** Of few columns none is as broad as the picture. */
const MAX_COLUMN_WIDTH = 56

const SMALL = { width: 240, height: 56 } as const

const WIDTH = 640
const HEIGHT = 260

/** Bars that lie, one below the other: HTML can do that, with the number in sight. */
function bars(points: readonly Point[], _title: string, { number }: Locale): Content {
  const width = scaleLinear([0, Math.max(...points.map(({ value }) => value)) || 1], [0, 100])
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
          h('rect', { width: Math.max(0.4, width(value)), height: 8 }),
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
          h(
            'td',
            { class: 'bar' },
            // Keyboards and screen readers have the number.
            listHref === undefined
              ? bar
              : h('a', { href: listHref, tabindex: -1, 'aria-hidden': 'true' }, bar),
          ),
        )
      }),
    ),
  )
}

const isYear = ({ label }: Point): boolean => /^\d{4}$/.test(label)

/** Columns, and what stands in a picture of years neither before nor after them. */
interface Columns {
  readonly columns: readonly Point[]
  readonly earlier: number
  readonly later: number
}

const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0)

/**
 * The first points; of years those in which most is, as many as have a place, in their order, and those between them
 * without a number as well: a wrong year far away makes no picture of one column.
 */
function columnsOf(points: readonly Point[]): Columns {
  if (!points.every(isYear)) return { columns: points.slice(0, MAX_COLUMNS), earlier: 0, later: 0 }
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

/** Columns that stand, from left to right; a link covers the whole height, as low columns are hard to hit. */
function columns(all: readonly Point[], title: string, locale: Locale): Content {
  const { number } = locale
  const shown = columnsOf(all)
  const { columns: points } = shown
  const margin = { left: 60, right: 20, bottom: 30, top: 20 }
  const x = scaleBand(
    points.map(({ label }) => label),
    [margin.left, Math.min(WIDTH - margin.right, margin.left + points.length * MAX_COLUMN_WIDTH)],
  ).padding(0.15)
  const y = scaleLinear(
    [0, Math.max(1, ...points.map(({ value }) => value))],
    [HEIGHT - margin.bottom, margin.top],
  ).nice(4)
  const every = Math.ceil(points.length / 12)
  const ticks = y.ticks(4).filter(Number.isInteger)
  const hasLinks = points.some(({ href }) => href !== undefined)
  const numbers = points.map(({ label, value }) => `${label} ${number(value)}`).join(', ')
  const column = ({ label, value, href }: Point): Content => {
    const left = x(label) ?? 0
    const text = `${label}: ${number(value)}`
    const bar = h(
      'rect',
      { x: left, y: y(value), width: x.bandwidth(), height: y(0) - y(value) },
      h('title', null, text),
    )
    if (href === undefined) return bar
    const target = {
      class: 'target',
      x: left,
      y: margin.top,
      width: x.bandwidth(),
      height: y(0) - margin.top,
    }
    return h('a', { href, 'aria-label': text }, h('rect', target), bar)
  }
  return [
    h(
      'svg',
      {
        class: 'columns-chart',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: hasLinks ? 'group' : 'img',
        'aria-label': hasLinks ? title : `${title}: ${numbers}`,
      },
      ticks.map((tick) => [
        h('line', { x1: margin.left, x2: WIDTH - margin.right, y1: y(tick), y2: y(tick) }),
        h('text', { class: 'tick', x: margin.left - 8, y: y(tick) + 4 }, number(tick)),
      ]),
      points.map(column),
      points.map(
        ({ label }, i) =>
          i % every === 0 &&
          h(
            'text',
            {
              // On a phone, where letters are larger, every second one has a place.
              class: i % (2 * every) === 0 ? undefined : 'between',
              x: (x(label) ?? 0) + x.bandwidth() / 2,
              y: HEIGHT - 8,
              'aria-hidden': 'true',
            },
            label,
          ),
      ),
    ),
    outside(shown, locale),
  ]
}

/** Columns without a scale, for years beside a list. */
export function smallColumns(
  all: readonly Point[],
  title: string,
  locale: Locale,
  hrefOf: YearsHref,
): Content {
  const { number } = locale
  const shown = columnsOf(all)
  const { columns: points } = shown
  const x = scaleBand(
    points.map(({ label }) => label),
    [0, SMALL.width],
  ).padding(0.12)
  const y = scaleLinear([0, Math.max(1, ...points.map(({ value }) => value))], [SMALL.height, 0])
  const column = ({ label, value, href }: Point): Content => {
    const place = { x: x(label) ?? 0, width: x.bandwidth() }
    const text = `${label}: ${number(value)}`
    const bar = h('rect', { ...place, y: y(value), height: SMALL.height - y(value) }, h('title', null, text))
    if (href === undefined || value === 0) return bar
    const target = h('rect', { ...place, class: 'target', y: 0, height: SMALL.height })
    return h('a', { href, 'aria-label': text, rel: 'nofollow' }, target, bar)
  }
  return h(
    'div',
    { class: 'histogram' },
    h(
      'svg',
      {
        class: 'columns-chart',
        viewBox: `0 0 ${SMALL.width} ${SMALL.height}`,
        role: 'group',
        'aria-label': title,
      },
      points.map(column),
    ),
    h('p', { class: 'ends', 'aria-hidden': 'true' }, [
      h('span', null, points[0]?.label),
      points.length > 1 && h('span', null, points.at(-1)?.label),
    ]),
    outside(shown, locale, hrefOf),
  )
}

const table = (points: readonly Point[], _title: string, { number }: Locale): Content =>
  h(
    'ol',
    { class: 'ranking' },
    points.map(({ label, value, href }) =>
      h(
        'li',
        null,
        href === undefined ? label : h('a', { href }, h('bdi', null, label)),
        ' ',
        h('span', { class: 'count' }, number(value)),
      ),
    ),
  )

const kinds: {
  readonly [K in ChartKind]: (points: readonly Point[], title: string, locale: Locale) => Content
} = {
  bar: bars,
  column: columns,
  table,
}

export const isChartKind = (word: string): word is ChartKind => Object.hasOwn(kinds, word)

/** A chart with its title. */
export const chart = (kind: ChartKind, title: string, points: readonly Point[], locale: Locale): Content =>
  h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, title),
    kinds[kind](kind === 'column' ? points : points.slice(0, MAX_BARS), title, locale),
  )
