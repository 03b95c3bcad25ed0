/** Prefixes that a query uses without declaring them. */

import { kindOf } from './outline.ts'
import { tokensOf, type Token } from './tokens.ts'

/** Characters of what is said: parsers list all that they would have taken. */
const MAX_LENGTH = 300

/** Line and column of an offset, both from 1. */
function placeOf(text: string, offset: number): string {
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

const MOST_NAMES = 8

/** As the grammar has them (PN_PREFIX), or empty; `_` is the prefix of blank nodes. */
const PREFIX = /^(?:[a-z\u0080-\u{10ffff}][\w.\-\u0080-\u{10ffff}]*)?$/iu

/**
 * Undeclared prefixes, each with the offset of its first use; none where an IRI is broken, of which the store
 * says more.
 */
function undeclaredIn(text: string): Map<string, number> {
  const declared = new Set<string>()
  const undeclared = new Map<string, number>()
  let declares = false
  let before: Token | undefined
  for (const found of tokensOf(text)) {
    const { kind, text: token, at } = found
    if (before?.text === '<' && before.at + 1 === at && kind === 'prefixed') return new Map()
    before = found
    const prefix = kind === 'prefixed' ? token.slice(0, token.indexOf(':')) : undefined
    if (prefix !== undefined && declares) declared.add(prefix)
    else if (prefix !== undefined && PREFIX.test(prefix) && !declared.has(prefix) && !undeclared.has(prefix))
      undeclared.set(prefix, at)
    declares = kind === 'word' && token === 'PREFIX'
  }
  return undeclared
}

/**
 * Says which prefixes a refused query lacks, and how to declare them.
 * @param prefixes prefix → namespace, of those that the graph's contexts have
 * @returns undefined if the query is none, or declares all its prefixes
 */
export function describeUndeclaredPrefixes(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): string | undefined {
  // Turtle declares prefixes with @prefix, and SPARQL does not.
  if (kindOf(text) === undefined || /@prefix\b/i.test(text)) return undefined
  const all = [...undeclaredIn(text)]
  const [first] = all
  if (first === undefined) return undefined
  const names = all.slice(0, MOST_NAMES).map(([prefix]) => prefix)
  const shown = names.map((prefix) => prefix || ':').join(', ')
  const lines = names.map((prefix) => `PREFIX ${prefix}: <${prefixes.get(prefix) ?? 'IRI of the namespace'}>`)
  return (
    `${placeOf(text, first[1])}: The ` +
    `${names.length === 1 ? `prefix ${shown} is` : `prefixes ${shown} are`} not declared; add ` +
    lines.join(' ')
  )
}
