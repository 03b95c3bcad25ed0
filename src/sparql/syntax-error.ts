/** What is wrong with a query that Oxigraph has refused, and where. */

// Oxigraph names the furthest place it has looked at, up to a keyword's length behind the fault. sparqljs
// names the token, but
// knows less of SPARQL: it is believed where both mean the same place.

/** Characters between the two: the longest keyword with blanks. */
const NEAR = 20

/** sparqljs takes too long for longer texts. */
const LONGEST_QUERY = 20_000

/** Characters of what is said: parsers list all that they would have taken. */
const LONGEST = 300

/** More names of what is expected are of no help. */
const MOST_NAMES = 8

const BLANKS = /(?:\s|#[^\r\n]*)*/y
const WORD = /[\w:?$@\u0080-\u{10ffff}]{1,60}|\S/uy

interface SparqljsError extends Error {
  readonly hash?: {
    readonly expected: readonly string[]
    readonly loc: { readonly last_line: number; readonly last_column: number }
  }
}
interface Token {
  readonly at: number
  readonly word: string
  readonly expected: readonly string[]
}

/** @param line from 1 @param column from 0 */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let rest = line; rest > 1; rest--) start = text.indexOf('\n', start) + 1
  return start + column
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `Line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/**
 * What sparqljs has against a query: a token, or what it says in words (`Unknown prefix: a`); undefined if
 * nothing.
 */
async function sparqljsError(text: string): Promise<Token | string | undefined> {
  if (text.length > LONGEST_QUERY) return undefined
  // Most copies never need it, and it takes 10 MB.
  const { default: sparqljs } = await import('sparqljs')
  try {
    new sparqljs.Parser().parse(text)
    return undefined
  } catch (error) {
    const { hash, name, message } = error as SparqljsError
    if (!hash) return name === 'Error' ? message : undefined
    const behind = offsetOf(text, hash.loc.last_line, hash.loc.last_column)
    const at = behind + match(BLANKS, text, behind).length
    return {
      at,
      word: match(WORD, text, at),
      expected: hash.expected.map((name) => (name === "'EOF'" ? 'the end' : name.replaceAll("'", ''))),
    }
  }
}

/** What Oxigraph says in words (`Prefix not found`) among what it would have taken. */
const sentenceIn = (list: string): string | undefined =>
  list.split(', ').find((item) => /^[A-Z][\w*]* [^[\]|]*\b[a-z]{2}/.test(item))

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/**
 * Says what is wrong, with line and column where they are known.
 * @param message of Oxigraph: `error at 2:14: expected …`
 */
export async function describeSyntaxError(text: string, message: string): Promise<string> {
  // Its classes of characters mean the next letter of a name, or anything.
  const plain = message
    .replace(/\s+/g, ' ')
    .replace(/\['[^\]]*\]/g, 'a letter')
    .replaceAll('[_]', 'more')
    .trim()
  const [, line, column, rest = ''] = /^error at (\d+):(\d+): (.*)$/.exec(plain) ?? []
  if (line === undefined) return shorten(plain)
  const sentence = sentenceIn(rest.replace(/^expected (one of )?/, ''))
  const token = sentence ?? (await sparqljsError(text))
  if (typeof token === 'string') return shorten(`Line ${line}, column ${column}: ${token}`)
  const ahead = token ? offsetOf(text, Number(line), Number(column) - 1) - token.at : -1
  if (!token || token.word === '' || ahead < 0 || ahead > NEAR)
    return shorten(`Line ${line}, column ${column}: ${rest}`)
  const { at, word, expected } = token
  return shorten(
    `${placeOf(text, at)}: ${word} is not expected ` +
      `here${expected.length <= MOST_NAMES ? `, but ${expected.join(', ')}` : ''}`,
  )
}
