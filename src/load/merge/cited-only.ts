/** Marks the graphs of records that stand in the graph only because others cite them. */

import type { Model } from '../../model/model.ts'
import { IS_REFERENCED_BY } from '../../model/rows/added-filters.ts'
import { bitOf, type Mask } from '../../query/entity-index.ts'
import type { Part } from './part.ts'

/** The graph of a record, as N-Quads, with the mark where all that is said of it is said by others. */
export type MarkCitedOnly = (iri: string, nquads: string, mask: Mask, parts: readonly Part[]) => string

/** @param base of the graph, which is what refers to them */
export function createCitedMarker(model: Model, base: string): MarkCitedOnly {
  const marked = model.types
    .filter(({ citedOnly }) => citedOnly)
    .reduce((mask, type) => mask | bitOf(model, type), 0)
  const mark = ` <${IS_REFERENCED_BY}> <${base}> `
  /** Whether a part is a record that an input has for itself; of RDF, one that does not bear the mark. */
  const isOwn = (part: Part): boolean =>
    part.kind === 'record' &&
    !part.origin.isAddition &&
    !part.sharesQuads &&
    part.quads?.includes(mark) !== true

  return (iri, nquads, mask, parts) => {
    const [only] = parts
    if ((mask & marked) === 0 || (parts.length === 1 && only && isOwn(only))) return nquads
    const isMarked = nquads.includes(mark)
    if (parts.some(isOwn) === !isMarked) return nquads
    if (!isMarked) return `${nquads}<${iri}>${mark}<${iri}> .\n`
    return nquads
      .split('\n')
      .filter((line) => !line.startsWith(`<${iri}>${mark}`))
      .join('\n')
  }
}
