/** The tokens of a SPARQL text that say what it asks for: words, brackets, IRIs and prefixed names. */

/**
 * Letters of names. All beyond ASCII count: where they are not allowed, no parser takes the text for SPARQL.
 */
const NAME = '[\\w\\u0080-\\u{10ffff}]'
const IN_NAME = '[\\w.\\-\\u0080-\\u{10ffff}]'

/**
 * Tokens of SPARQL: the first group is an IRI, the second a prefixed name, the third a run of letters that no
 * colon follows, the fourth a bracket; all else is passed over.
 * A string that does not end takes the rest, so that no text is read twice.
 */
const TOKEN = new RegExp(
  [
    '[ \\t\\r\\n]+|#[^\\r\\n]*',
    '<([^<>"{}|^`\\\\\u0000-\u0020]*)>',
    '"""(?:[^"\\\\]|\\\\.|"(?!""))*(?:""")?|\'\'\'(?:[^\'\\\\]|\\\\.|\'(?!\'\'))*(?:\'\'\')?',
    '"(?:[^"\\\\\\r\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\r\\n]|\\\\.)*\'?',
    '[@?$][\\w\\-\\u0080-\\u{10ffff}]+',
    `((?:${NAME}${IN_NAME}*)?:(?:${IN_NAME}|[:%]|\\\\.)*)`,
    `(${NAME}${IN_NAME}*)`,
    '([(){}\\[\\]])',
    '.',
  ].join('|'),
  'suy',
)

export interface Token {
  /** Offset in the text. */
  readonly at: number
  /** A keyword or the name of a function, in capitals. */
  readonly word?: string
  readonly bracket?: string
  /** What stands between < and >. */
  readonly iri?: string
  /** `prefix:local`, as written. */
  readonly name?: string
}

export function* tokensOf(text: string): Generator<Token> {
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, iri, name, run, bracket] = match
    const at = match.index
    if (iri !== undefined) yield { at, iri }
    else if (name !== undefined) yield { at, name }
    else if (bracket !== undefined) yield { at, bracket }
    // What is not part of a name stands apart: `1.SERVICE` ends a triple.
    else if (run !== undefined)
      for (const word of run.split(/[.-]\d*|^\d+/)) if (word !== '') yield { at, word: word.toUpperCase() }
  }
}
