/** Names of people as sources write them, with the family name first and a comma behind it. */

export interface InvertedName {
  readonly family: string
  readonly given: string
}

const INVERTED = /^([^,;()\d]+), +([^,;()\d]+)$/u

/** What stands behind a comma and is no given name. */
const SUFFIX = /^(?:jr|sr|junior|senior|i{1,3}|iv|ph\.? ?d|m\.? ?d|dr|prof|msc|bsc|esq|et al|inc|ltd)\.?$/i

/** The two parts of `Fenner, Martin`; undefined for a name that is not inverted. */
export function readInvertedName(text: string): InvertedName | undefined {
  const [, family = '', given = ''] = INVERTED.exec(text.trim()) ?? []
  return family === '' || SUFFIX.test(given.trim()) ? undefined : { family, given: given.trim() }
}

/** `Fenner, Martin` as people write it: `Martin Fenner`. Any other name as it is. */
export function naturalName(text: string): string {
  const parts = readInvertedName(text)
  return parts === undefined ? text : `${parts.given} ${parts.family}`
}
