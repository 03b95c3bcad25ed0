/**
 * Answers of queries as pictures: bars of SVG without styles of their own, and the numbers as text beside
 * them.
 */

import { scaleBand, scaleLinear } from 'd3-scale'
import { h, type Content } from './html.ts'
import { formatNumber } from './labels.ts'

/** A point of a chart. */
export interface Point {
  readonly label: string
  readonly value: number
  readonly href?: string | undefined
}

export type ChartKind = 'bar' | 'column' | 'table'

/** Points that a list or bars show; columns are narrower. */
const MAX_BARS = 12
const MAX_COLUMNS = 60

const WIDTH = 640
const HEIGHT = 260

/** Bars that lie, one below the other: HTML can do that, with the number in sight. */
function bars(points: readonly Point[]): Content {
  const width = scaleLinear([0, Math.max(...points.map(({ value }) => value)) || 1], [0, 100])
  return h(
    'table',
    { class: 'bars' },
    h(
      'tbody',
      null,
      points.map(({ label, value, href }) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, href === undefined ? label : h('a', { href }, label)),
          h('td', { class: 'amount' }, formatNumber(value)),
          h(
            'td',
            { class: 'bar' },
            h(
              'svg',
              { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
              h('rect', { width: Math.max(0.4, width(value)), height: 8 }),
            ),
          ),
        ),
      ),
    ),
  )
}

const isYear = ({ label }: Point): boolean => /^\d{4}$/.test(label)

/** The first points; of years the last in their order, those between them without a number as well. */
function columnsOf(points: readonly Point[]): readonly Point[] {
  if (!points.every(isYear)) return points.slice(0, MAX_COLUMNS)
  const years = [...points].sort((a, b) => Number(a.label) - Number(b.label)).slice(-MAX_COLUMNS)
  const [first = 0, last = 0] = [years[0], years.at(-1)].map((point) => Number(point?.label))
  if (last - first >= 2 * MAX_COLUMNS) return years
  const known = new Map(years.map((point) => [Number(point.label), point]))
  return Array.from(
    { length: last - first + 1 },
    (_, i) => known.get(first + i) ?? { label: String(first + i), value: 0 },
  )
}

/** Columns that stand, from left to right. */
function columns(points: readonly Point[], title: string): Content {
  const margin = { left: 48, bottom: 24, top: 10 }
  const x = scaleBand(
    points.map(({ label }) => label),
    [margin.left, WIDTH],
  ).padding(0.15)
  const y = scaleLinear(
    [0, Math.max(1, ...points.map(({ value }) => value))],
    [HEIGHT - margin.bottom, margin.top],
  ).nice(4)
  const every = Math.ceil(points.length / 12)
  const ticks = y.ticks(4).filter(Number.isInteger)
  return h(
    'svg',
    {
      class: 'columns-chart',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${title}: ${points.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ')}`,
    },
    ticks.map((tick) => [
      h('line', { x1: margin.left, x2: WIDTH, y1: y(tick), y2: y(tick) }),
      h('text', { class: 'tick', x: margin.left - 8, y: y(tick) + 4 }, formatNumber(tick)),
    ]),
    points.map(({ label, value }, i) => {
      const left = x(label) ?? 0
      return h(
        'g',
        null,
        h(
          'rect',
          { x: left, y: y(value), width: x.bandwidth(), height: y(0) - y(value) },
          h('title', null, `${label}: ${formatNumber(value)}`),
        ),
        i % every === 0 && h('text', { x: left + x.bandwidth() / 2, y: HEIGHT - 8 }, label),
      )
    }),
  )
}

const table = (points: readonly Point[]): Content =>
  h(
    'ol',
    { class: 'ranking' },
    points.map(({ label, value, href }) =>
      h(
        'li',
        null,
        href === undefined ? label : h('a', { href }, h('bdi', null, label)),
        ' ',
        h('span', { class: 'count' }, formatNumber(value)),
      ),
    ),
  )

const kinds: { readonly [K in ChartKind]: (points: readonly Point[], title: string) => Content } = {
  bar: bars,
  column: columns,
  table,
}

export const isChartKind = (word: string): word is ChartKind => Object.hasOwn(kinds, word)

/** A chart with its title; without points, the title and a note. */
export const chart = (kind: ChartKind, title: string, points: readonly Point[] | undefined): Content =>
  h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, title),
    points
      ? kinds[kind](kind === 'column' ? columnsOf(points) : points.slice(0, MAX_BARS), title)
      : h('p', { class: 'note' }, 'This chart is not available right now.'),
  )
