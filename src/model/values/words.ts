/** Tables of words, of which many stand in one text. */

/** The words of a text. */
export const words = (text: string): string[] => text.split(/\s+/)

/** The same for each of the words of a text. */
export const each = <T>(text: string, value: T): Record<string, T> =>
  Object.fromEntries(words(text).map((word) => [word, value]))

/** A table of words by what they mean, as one of meanings by word. */
export const byWord = (table: Readonly<Record<string, string>>): Record<string, string> =>
  Object.assign({}, ...Object.entries(table).map(([meaning, text]) => each(text, meaning))) as Record<
    string,
    string
  >
