/** What is wrong with a query that Oxigraph has refused, and where. */

/** Characters of what is said: parsers list all that they would have taken. */
const MAX_LENGTH = 300

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `Line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`
}

/** What Oxigraph says in words (`Prefix not found`) among what it would have taken. */
const sentenceIn = (list: string): string | undefined =>
  list.split(', ').find((item) => /^[A-Z][\w*]* [^[\]|]*\b[a-z]{2}/.test(item))

const shorten = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/**
 * Says what is wrong, with line and column where they are known: the furthest place that Oxigraph has looked at.
 * @param message of Oxigraph: `error at 2:14: expected …`
 */
export function describeSyntaxError(message: string): string {
  // Its classes of characters mean the next letter of a name, or anything.
  const plain = message
    .replace(/\s+/g, ' ')
    .replace(/\['[^\]]*\]/g, 'a letter')
    .replaceAll('[_]', 'more')
    .trim()
  const [, line, column, rest = ''] = /^error at (\d+):(\d+): (.*)$/.exec(plain) ?? []
  if (line === undefined) return shorten(plain)
  const said = sentenceIn(rest.replace(/^expected (one of )?/, '')) ?? rest
  // Without a name it means a token, which ends here or before.
  const isVague = said === 'expected more'
  return shorten(`Line ${line}, column ${column}: ${isVague ? 'what stands before is not expected' : said}`)
}
