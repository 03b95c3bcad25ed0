/** Percent-encoded text, of which requests and data bring some that is broken. */

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
