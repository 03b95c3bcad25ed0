/** Texts and dates as the evaluator compares them. */

export type Predicate = (value: any, text: string) => boolean

/** Remembers what a function makes of a text: the same texts meet thousands of records. */
export function remembered<T extends object>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) known.set(text, (value = make(text)))
    return value
  }
}
/** The values of an exact condition: with bars between them any of them, or all as it stands. */
export const anyOf = remembered((text): readonly string[] =>
  text.includes('|') ? [text, ...text.split('|').filter((one) => one.trim() !== '')] : [text],
)
const folded = new Map<string, string>()

/** Long texts come again with each condition list: their folded form is kept. */
function fold(text: string): string {
  if (text.length < 40) return text.toLowerCase().replace(/ς/g, 'σ')
  let lower = folded.get(text)
  if (lower === undefined) folded.set(text, (lower = text.toLowerCase().replace(/ς/g, 'σ')))
  return lower
}
export const contains: Predicate = (value, text) =>
  typeof value === 'string'
    ? fold(value).includes(fold(text))
    : Object.values(value ?? {})
        .flat()
        .some((one) => contains(one, text))

/** A date's first instant and the first one after it, in milliseconds; no zone is UTC. */
function span(text: string): [first: number, after: number, exact: boolean] | undefined {
  const [, sign, year, month, day, time, zone] =
    /^(-?)(\d{4,})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?))?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ??
    []
  if (year === undefined || sign === '-' || Number(year) > 9999) return undefined
  const at = (y: number, m: number, d: number): number =>
    Date.parse(
      `${new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10)}T${time ?? '00:00:00'}${zone ?? 'Z'}`,
    )
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  const first = at(y, m, d)
  return [
    first,
    time ? first : day ? at(y, m, d + 1) : month ? at(y, m + 1, d) : at(y + 1, m, d),
    time !== undefined,
  ]
}

export const dateFrom: Predicate = (value, text) =>
  (span(value)?.[0] ?? Number.NaN) >= (span(text) as number[])[0]!
export const dateTo: Predicate = (value, text) => {
  const [, after, exact] = span(text) as [number, number, boolean]
  const first = span(value)?.[0] ?? Number.NaN
  return exact ? first <= after : first < after
}

export const dateWithin: Predicate = (value, text) =>
  anyOf(text).some((one) => span(one) !== undefined && dateFrom(value, one) && dateTo(value, one))
