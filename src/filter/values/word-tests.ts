/** What `cf.search.words` asks of the texts of a record, as far as SPARQL can say it. */

import { isEmptyQuery, isShort, parseWords } from '../../model/values/word-query.ts'
import type { WordPlace } from '../../model/rows/word-filter.ts'
import { operation, type Expression } from '../../sparql/ast.ts'
import { literal } from '../../sparql/terms.ts'
import { XSD } from '../../model/context/iri.ts'
import { lowerCase } from './operators.ts'

/** A word or phrase that must stand in one of the texts of a record. */
export interface WordTest {
  readonly places: readonly WordPlace[]
  /** That a text has it. */
  expression(text: Expression, kind: WordPlace['kind']): Expression
}

/** Signs alone are in no text. */
const NEVER = literal('false', `${XSD}boolean`)

/** A mark belongs to its letter: LCASE makes two characters of İ. */
const EDGE = '[^\\p{L}\\p{M}\\p{N}]'

/**
 * Words and phrases are letters, digits and single blanks, so that they mean nothing else in a regular expression.
 * Accents count: SPARQL cannot take them away.
 */
function hasWords(text: Expression, words: string, end: string): Expression {
  const pattern = `(^|${EDGE})${words.replaceAll(' ', `${EDGE}+`)}${end}`
  return operation('regex', lowerCase(text, words), literal(pattern))
}

const WHOLE = `($|${EDGE})`

/** The tests of a text that somebody wrote, one for each of its words and phrases. */
export function wordTests(places: readonly WordPlace[], value: string): WordTest[] {
  const query = parseWords(value)
  if (isEmptyQuery(query)) return [{ places, expression: () => NEVER }]
  const { words, phrases } = query
  return [
    ...words.map((word) => ({
      places,
      expression: (text: Expression, kind: WordPlace['kind']): Expression =>
        kind === 'ownName' && !isShort(word)
          ? operation('contains', lowerCase(text, word), literal(word))
          : hasWords(text, word, kind === 'text' && isShort(word) ? WHOLE : ''),
    })),
    ...phrases.map((phrase) => ({
      places,
      expression: (text: Expression): Expression => hasWords(text, phrase, WHOLE),
    })),
  ]
}
