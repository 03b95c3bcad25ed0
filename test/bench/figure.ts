/** What is measured, how several measurements become one figure, and the limits that a figure is held to. */

import { quantile } from '../support/load.ts'

/** A limit on the median, on its ratio to what stands beside it, or on the 99th percentile by the median. */
export interface Limit {
  readonly of: 'median' | 'ratio' | 'p99'
  readonly atMost?: number
  readonly atLeast?: number
}

export interface Figure {
  readonly what: string
  /** The median, in `unit`. */
  readonly value: number
  /** 99 of 100 are at most this. */
  readonly p99?: number
  readonly unit: string
  /** The same of what it is compared with, in the same run. */
  readonly beside?: number
  readonly besideP99?: number
  readonly besideWhat?: string
  readonly limits?: readonly Limit[]
}

/** Median and 99th percentile. */
export function spread(values: Iterable<number>): { readonly value: number; readonly p99: number } {
  const ascending = Float64Array.from(values).sort()
  return { value: quantile(ascending, 0.5), p99: quantile(ascending, 0.99) }
}

export const median = (values: Iterable<number>): number => spread(values).value

/** What stands beside a figure, from its own measurements. */
export function besides(
  values: Iterable<number>,
  besideWhat: string,
): Pick<Figure, 'beside' | 'besideP99' | 'besideWhat'> {
  const { value, p99 } = spread(values)
  return { beside: value, besideP99: p99, besideWhat }
}

/** The values that limits are on; undefined where it was not measured. */
const measured: Readonly<Record<Limit['of'], (figure: Figure) => number | undefined>> = {
  median: ({ value }) => value,
  ratio: ({ value, beside }) => beside && value / beside,
  p99: ({ value, p99 }) => p99 && p99 / value,
}

/** Whether a figure is within a limit; one that was not measured is not. */
function isWithin(figure: Figure, { of, atMost = Infinity, atLeast = -Infinity }: Limit): boolean {
  const value = measured[of](figure)
  return value !== undefined && value <= atMost && value >= atLeast
}

const textOf = (unit: string, { of, atMost, atLeast }: Limit): string => {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`
  return { median: `${bound} ${unit}`, ratio: `ratio ${bound}`, p99: `p99 ${bound} × median` }[of]
}

/** The limits of a figure as text, and which of them do not hold. */
export function limitsOf(figure: Figure): { readonly limit: string; readonly missed: string } {
  const { limits = [], unit } = figure
  const join = (some: readonly Limit[]): string => some.map((limit) => textOf(unit, limit)).join(', ')
  return { limit: join(limits), missed: join(limits.filter((limit) => !isWithin(figure, limit))) }
}
