/** Text of requests and data: percent-encoded, numbers; and text of messages. */

/** What a percent-encoded text says; undefined if its encoding is broken. */
export function tryDecodePercent(text: string): string | undefined {
  // Most texts have nothing to decode, and each identifier in a filter is read in many forms.
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** What a percent-encoded text says; a text that is none, as it is. */
export const decodePercent = (text: string): string => tryDecodePercent(text) ?? text

/** What a name or value of a query string says, where `+` is a blank; undefined if its encoding is broken. */
export const tryDecodeQuery = (text: string): string | undefined =>
  tryDecodePercent(text.replaceAll('+', ' '))

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** The number that a text is; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** What would steer a terminal, or turn the direction of writing. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** The text with control characters as \x1b, others that are not seen as \u202e; ends of lines are among them. */
export const visible = (text: string): string =>
  text.replace(STEERING, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
  })

/** `an organisation`, `a person`. */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!ni|se))/i.test(noun) ? 'an' : 'a'} ${noun}`

/** `person`, `person or organisation`, `person, organisation or agent`. */
export const orList = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words.join('')

/** Text of at most so many characters, cut between words where it can be. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const blank = cut.lastIndexOf(' ')
  return `${(blank > maxLength / 2 ? cut.slice(0, blank) : cut).toWellFormed()}…`
}

const WEB = /^https?:\/\/[^\s<>"]+$/i
const MAIL = /^mailto:[^\s<>"]+$/i

/** Whether an address may become a link: `javascript:` and the like may not. */
export const isLinkable = (address: string): boolean => WEB.test(address) || MAIL.test(address)
