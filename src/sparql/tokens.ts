/** The tokens of a SPARQL text. Whether the text is valid is for the store to say. */

/** What a token is; a variable, a literal, `a`, a boolean and UNDEF are alike here. */
type TokenKind = 'iri' | 'prefixed' | 'literal' | 'word' | 'bracket' | 'operator' | 'comma'

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

/**
 * Its groups: an IRI, a literal, a prefixed name, a run of letters, a bracket, an operator, a comma. All else is
 * passed over: white space, comments, language tags, the sign of a datatype.
 */
const TOKEN = new RegExp(
  [
    '[ \\t\\r\\n]+|#[^\\r\\n]*|@[\\w\\-\\u0080-\\u{10ffff}]+|\\^\\^',
    '<([^<>"{}|^`\\\\\u0000-\u0020]*)>',
    `(${LITERAL})`,
    `((?:${NAME}${IN_NAME}*)?:(?:${IN_NAME}|[:%]|\\\\.)*)`,
    `(${NAME}${IN_NAME}*)`,
    '([(){}\\[\\]])',
    '(&&|\\|\\||[/|^&+*!=<>?-])',
    '(,)',
    '.',
  ].join('|'),
  'suy',
)

const TERMS: ReadonlySet<string> = new Set(['A', 'TRUE', 'FALSE', 'UNDEF'])

export function* tokensOf(text: string): Generator<Token> {
  for (let at = 0, next = 0; at < text.length; at = next) {
    // Between two tokens, others may read another text.
    TOKEN.lastIndex = at
    const [, iri, literal, prefixed, run, bracket, operator, comma] = TOKEN.exec(text) as RegExpExecArray
    next = TOKEN.lastIndex
    if (operator !== undefined) yield { kind: 'operator', text: operator, at }
    else if (run !== undefined) yield* wordsOf(run, at)
    else if (iri !== undefined) yield { kind: 'iri', text: iri, at }
    else if (prefixed !== undefined) yield { kind: 'prefixed', text: prefixed, at }
    else if (literal !== undefined) yield { kind: 'literal', text: literal, at }
    else if (bracket !== undefined) yield { kind: 'bracket', text: bracket, at }
    else if (comma !== undefined) yield { kind: 'comma', text: comma, at }
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
