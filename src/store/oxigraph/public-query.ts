/** How an engine answers a public query: within limits, and in any format of SPARQL. */

import oxigraph from 'oxigraph'
import { describeSyntaxError } from '../../sparql/syntax-error.ts'
import { outline } from '../../sparql/outline.ts'
import { sizeFault } from '../endpoint/query-size.ts'
import { repairXml } from '../documents/xml.ts'
import { countRows } from './count-rows.ts'
import { isTrap, messageOf, OperationError, store } from './operations.ts'
import type { PublicLimits, PublicQuery } from './protocol.ts'

type Query = PublicQuery & PublicLimits

const terms = (iris: readonly string[]): ReturnType<typeof oxigraph.namedNode>[] =>
  iris.map((iri) => oxigraph.namedNode(iri))

/** Runs a query; a SELECT without LIMIT stops one row after what is allowed. */
function run(
  { text, type, defaultGraphs, namedGraphs, maxRows }: Query,
  { hasDatasetClause: dataset, acceptsLimit: unlimited }: ReturnType<typeof outline>,
): string {
  const given = defaultGraphs !== undefined || namedGraphs !== undefined
  const options = {
    results_format: type,
    use_default_graph_as_union: !dataset && !given,
    ...(given ? { default_graph: terms(defaultGraphs ?? []), named_graphs: terms(namedGraphs ?? []) } : {}),
  }
  if (!unlimited) return store.query(text, options) as string
  try {
    return store.query(`${text}\nLIMIT ${maxRows + 1}`, options) as string
  } catch (error) {
    if (isTrap(error)) throw error
    // What is wrong is said of the text as it came.
    return store.query(text, options) as string
  }
}

/** @returns the complete answer. @throws OperationError */
export async function answer(query: Query): Promise<string> {
  const words = outline(query.text)
  if (words.usesService) throw new OperationError('federated')
  const tooLarge = sizeFault(words)
  if (tooLarge !== undefined) throw new OperationError('large', tooLarge)
  let text: string | undefined
  try {
    text = run(query, words)
  } catch (error) {
    if (isTrap(error)) throw error
    throw new OperationError('invalid', await describeSyntaxError(query.text, messageOf(error)))
  }
  if (query.type.endsWith('xml')) text = repairXml(text)
  if (text === undefined) throw new OperationError('xml')
  if (words.kind === 'select' && countRows(text, query.type) > query.maxRows) throw new OperationError('rows')
  if (Buffer.byteLength(text) > query.maxBytes) throw new OperationError('bytes')
  return text
}
