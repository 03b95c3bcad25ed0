/** Syntax tree → SPARQL text. */

import { createRequire } from 'node:module'
import type { Generator, SparqlQuery } from 'sparqljs'

const require = createRequire(import.meta.url)

interface Printer {
  toQuery(query: SparqlQuery): string
  indent(text: string): string
}

/**
 * Prints queries with the given prefixes.
 * The generator indents with a pattern that takes U+2028 and U+2029 for line ends and so would change
 * literals that hold them.
 * @returns query → text; only the prefixes that are used are declared
 */
export function createPrinter(prefixes: ReadonlyMap<string, string>): (query: SparqlQuery) => string {
  const declared = Object.fromEntries(prefixes)
  return (query) => {
    // It is read when a query is first printed: a start does not wait for it.
    const sparqljs = require('sparqljs') as { Generator: typeof Generator }
    const printer = new sparqljs.Generator({ prefixes: declared }).createGenerator() as Printer
    printer.indent = (text) => `  ${text.replaceAll('\n', '\n  ')}`
    return `${printer.toQuery({ ...query, prefixes: declared })}\n`
  }
}
