/** What is measured, and how several measurements become one figure. */

import { quantile } from '../support/load.ts'

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
