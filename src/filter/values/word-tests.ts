/** What `cf.search.words` asks of the texts of a record, as far as SPARQL can say it. */

import { isEmptyQuery, isShort, parseWords } from '../../model/values/word-query.ts'
import type { WordPlace } from '../../model/rows/word-filter.ts'
import { maximum, operation, type Expression } from '../../sparql/ast.ts'
import { literal } from '../../sparql/terms.ts'
import { XSD } from '../../model/context/iri.ts'
import { lowerCase } from './operators.ts'

/** Where the words of a text may stand, and what is asked of these places. */
export interface WordTest {
  readonly places: readonly WordPlace[]
  /** The words of a text in small letters, with a blank before, between and behind them. */
  words(text: Expression): Expression
  /** That each word and phrase is in some text of a group. @param kind of the place of a text */
  hasAll(words: Expression, kind: Expression): Expression
}

/** Signs alone are in no text. */
const NEVER = literal('false', `${XSD}boolean`)

const [YES, NO] = [literal('1', `${XSD}integer`), literal('0', `${XSD}integer`)]

/** That an expression is true of one of the solutions of a group. */
const isTrueOfOne = (expression: Expression): Expression =>
  operation('=', maximum(operation('if', expression, YES, NO)), YES)

/** A mark belongs to its letter: LCASE makes two characters of İ. */
const BETWEEN_WORDS = literal('[^\\p{L}\\p{M}\\p{N}]+')
const BLANK = literal(' ')

const contains = (words: Expression, text: Expression): Expression => operation('contains', words, text)

const isOf = (kind: Expression, one: WordPlace['kind']): Expression => operation('=', kind, literal(one))

/**
 * The test of what somebody wrote. Words and phrases are letters, digits and single blanks. Accents count: SPARQL
 * cannot take them away.
 */
export function wordTest(places: readonly WordPlace[], value: string): WordTest {
  const query = parseWords(value)
  const { words, phrases, foldedText } = query
  const tests = [
    ...words.map(
      (word) =>
        (found: Expression, kind: Expression): Expression =>
          isShort(word)
            ? contains(found, operation('if', isOf(kind, 'text'), literal(` ${word} `), literal(` ${word}`)))
            : contains(found, operation('if', isOf(kind, 'ownName'), literal(word), literal(` ${word}`))),
    ),
    ...phrases.map(
      (phrase) =>
        (found: Expression): Expression =>
          contains(found, literal(` ${phrase} `)),
    ),
  ]
  return {
    places,
    words: (text) =>
      operation(
        'concat',
        BLANK,
        operation('replace', lowerCase(text, foldedText), BETWEEN_WORDS, BLANK),
        BLANK,
      ),
    hasAll: (found, kind) =>
      isEmptyQuery(query)
        ? NEVER
        : tests
            .map((test) => isTrueOfOne(test(found, kind)))
            .reduce((one, other) => operation('&&', one, other)),
  }
}
