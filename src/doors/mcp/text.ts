/** Answers of the API as models get them: no longer than needed, and without what readers do not see. */

/** What is not seen, steers a terminal, turns the direction of writing, or hides text in tags. */
const UNSEEN = new RegExp(
  '[\\p{Co}\\p{Cn}\\u00ad\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u200b\\u200e\\u200f]|' +
    '(?![\\t\\n])\\p{Cc}|[\\u{e0000}-\\u{e0fff}]',
  'gu',
)

/** A text without what readers do not see. */
export const clean = (text: string): string => text.toWellFormed().replace(UNSEEN, ' ')

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`

/** Characters of an answer: 6,000 tokens of four. */
const MAX_ANSWER = 24_000
const CUT_NOTE = '\n… The answer is cut here: ask for less at once (a smaller page_size, skeg_fields, LIMIT).'

/** An answer, cut where it is too long. */
export const fitText = (text: string): string =>
  text.length <= MAX_ANSWER
    ? clean(text)
    : clean(text.slice(0, MAX_ANSWER - CUT_NOTE.length).toWellFormed()) + CUT_NOTE

/** How many items of a list and characters of a text are shown, the most first. */
const STEPS = [
  [100, 5000],
  [30, 1500],
  [10, 600],
  [5, 300],
  [3, 120],
  [1, 60],
] as const

function shrink(value: unknown, items: number, characters: number): unknown {
  if (typeof value === 'string') return cut(clean(value), characters)
  if (Array.isArray(value)) {
    const shown = value.slice(0, items).map((one: unknown) => shrink(one, items, characters))
    return value.length > items ? [...shown, `… and ${value.length - items} more`] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [clean(key), shrink(inner, items, characters)]),
  )
}

/** A value as JSON that is no longer than an answer may be: long lists and texts are cut, and say so. */
export function fitJson(value: unknown): string {
  let text = ''
  for (const [items, characters] of STEPS) {
    text = JSON.stringify(shrink(value, items, characters))
    if (text.length <= MAX_ANSWER) return text
  }
  return cut(text, MAX_ANSWER)
}
