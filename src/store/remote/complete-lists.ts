/** Lists of IRIs, such as all products: whole, also where the engine gives no more than some rows at once. */

import { compareCodePoints } from '../../model/values/code-points.ts'
import { literalText } from '../../sparql/terms.ts'
import type { IriQuery } from '../store.ts'
import { RemoteFault } from '../client/remote-faults.ts'

/**
 * Page after page where the engine does not give all at once: sorted, each behind the last IRI of the one before.
 * @param mostRows rows at which an answer ends without being whole; Infinity where it does not
 * @param read gives the IRIs of the one variable of a query
 * @throws RemoteFault unreadable, if pages are not in code point order
 */
export async function readCompleteList(
  query: IriQuery,
  mostRows: number,
  read: (query: string) => Promise<string[]>,
): Promise<string[]> {
  const first = await read(query.select)
  if (first.length < mostRows) return first
  const iris: string[] = []
  for (const limit = mostRows - 1; ;) {
    const nextIris = await read(pageOf(query, limit, iris.at(-1)))
    for (const iri of nextIris) {
      const last = iris.at(-1)
      if (last !== undefined && compareCodePoints(last, iri) >= 0)
        throw new RemoteFault('unreadable', `It does not sort by code point: ${iri} comes behind ${last}.`)
      iris.push(iri)
    }
    if (nextIris.length < limit) return iris
  }
}

/** SELECT of the first IRIs by code point, at most `limit`, those that come after an IRI if there is one. */
function pageOf({ variable, select }: IriQuery, limit: number, after?: string): string {
  const text = `STR(?${variable})`
  const rest = after === undefined ? '' : `FILTER(${text} > ${literalText(after)}) `
  return `${select.slice(0, select.lastIndexOf('}'))}${rest}} ORDER BY ${text} LIMIT ${limit}`
}
