/** SPARQL 1.1 Query Results in TSV, the first of them: terms as N-Triples text. */

import { XSD } from '../rdf/triples.ts'

/** Variable → term; unbound variables are absent. */
export type Solution = Readonly<Record<string, string>>

export interface Solutions {
  readonly variables: readonly string[]
  /** The first solutions. */
  readonly solutions: readonly Solution[]
  /** Number of all solutions. */
  readonly total: number
}

/** Numbers and truth values stand without quotes, as in Turtle. */
const bare: readonly (readonly [pattern: RegExp, datatype: string])[] = [
  [/^[+-]?\d+$/, 'integer'],
  [/^[+-]?\d*\.\d+$/, 'decimal'],
  [/^[+-]?(?:\d+\.?\d*|\.\d+)e[+-]?\d+$/i, 'double'],
  [/^(?:true|false)$/, 'boolean'],
]

function termOf(text: string): string {
  const datatype = bare.find(([pattern]) => pattern.test(text))?.[1]
  return datatype === undefined ? text : `"${text}"^^<${XSD}${datatype}>`
}

/**
 * Reads an answer; a line for the variables and one for each solution.
 * @param limit solutions that are read; the others are counted
 */
export function parseTsvResults(tsv: string, limit: number): Solutions {
  const lines: string[] = []
  let count = 0
  for (
    let start = 0, end = tsv.indexOf('\n');
    end !== -1;
    start = end + 1, end = tsv.indexOf('\n', start), count++
  ) {
    if (lines.length <= limit) lines.push(tsv.slice(start, end))
  }
  const [head = '', ...rows] = lines
  const variables = head
    .split('\t')
    .filter(Boolean)
    .map((name) => name.slice(1))
  const solutions = rows.map((row) => {
    const terms = row.split('\t')
    return Object.fromEntries(variables.flatMap((name, i) => (terms[i] ? [[name, termOf(terms[i])]] : [])))
  })
  return { variables, solutions, total: Math.max(0, count - 1) }
}
