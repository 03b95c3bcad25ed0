/** The tokens of a SPARQL text. Whether the text is valid is for the store to say. */

/** What a token is; a variable, a literal, `a`, a boolean and UNDEF are alike here. */
export type TokenKind = 'iri' | 'name' | 'literal' | 'word' | 'bracket' | 'operator' | 'comma'

export interface Token {
  readonly kind: TokenKind
  /**
   * Of an IRI what stands between < and >, of a prefixed name `prefix:local` as written, of a keyword or the
   * name of a function its capitals.
   */
  readonly text: string
  /** Offset in the text. */
  readonly at: number
}

/**
 * Letters of names. All beyond ASCII count: where they are not allowed, no parser takes the text for SPARQL.
 */
const NAME = '[\\w\\u0080-\\u{10ffff}]'
const IN_NAME = '[\\w.\\-\\u0080-\\u{10ffff}]'

/** A string that does not end takes the rest, so that no text is read twice. */
const LITERAL = [
  '"""(?:[^"\\\\]|\\\\.|"(?!""))*(?:""")?|\'\'\'(?:[^\'\\\\]|\\\\.|\'(?!\'\'))*(?:\'\'\')?',
  '"(?:[^"\\\\\\r\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\r\\n]|\\\\.)*\'?',
  '[?$][\\w\\-\\u0080-\\u{10ffff}]+',
].join('|')

/** All that is not in a group is passed over: white space, comments, language tags, the sign of a datatype. */
const TOKEN = new RegExp(
  [
    '[ \\t\\r\\n]+|#[^\\r\\n]*|@[\\w\\-\\u0080-\\u{10ffff}]+|\\^\\^',
    '<(?<iri>[^<>"{}|^`\\\\\u0000-\u0020]*)>',
    `(?<literal>${LITERAL})`,
    `(?<name>(?:${NAME}${IN_NAME}*)?:(?:${IN_NAME}|[:%]|\\\\.)*)`,
    `(?<run>${NAME}${IN_NAME}*)`,
    '(?<bracket>[(){}\\[\\]])',
    '(?<operator>&&|\\|\\||[/|^&+*!=<>?-])',
    '(?<comma>,)',
    '.',
  ].join('|'),
  'suy',
)

/** Words that are terms. */
const TERMS: ReadonlySet<string> = new Set(['A', 'TRUE', 'FALSE', 'UNDEF'])

export function* tokensOf(text: string): Generator<Token> {
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const at = match.index
    const { run, ...groups } = match.groups as Partial<Record<TokenKind | 'run', string>>
    if (run !== undefined) yield* wordsOf(run, at)
    for (const [kind, found] of Object.entries(groups))
      if (found !== undefined) yield { kind: kind as TokenKind, text: found, at }
  }
}

/** What is not part of a name stands by itself: `1.SERVICE` ends a triple. */
function* wordsOf(run: string, at: number): Generator<Token> {
  if (/^\d/.test(run)) yield { kind: 'literal', text: run, at }
  for (const word of run.split(/[.-]\d*|^\d+/)) {
    const text = word.toUpperCase()
    if (text !== '') yield { kind: TERMS.has(text) ? 'literal' : 'word', text, at }
  }
}
