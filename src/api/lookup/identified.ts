/** The records that a text means as an identifier: an IRI, an id below the base, a DOI in any spelling. */

import { isAbsolute } from '../../model/context/iri.ts'
import type { GraphContext } from '../graph-context.ts'
import { candidates, MAX_ID_LENGTH } from '../request/resolve-id.ts'

const CONTROL = /[\u0000-\u001f\u007f]/

/** Digits and signs are in identifiers, and seldom in a word that somebody looks for. */
export const looksLikeIdentifier = (text: string): boolean => /[\d/:_]/.test(text)

/** The IRIs of the records; several where several have the identifier. */
export async function identifiedRecords(text: string, context: GraphContext): Promise<readonly string[]> {
  const id = text.trim().replace(/^<(.+)>$/, '$1')
  if (id === '' || id.length > MAX_ID_LENGTH || CONTROL.test(id)) return []
  // A blank is part of no identifier, but people write one after "DOI:" and between the digits of an ISNI.
  if (id.includes(' ') && !context.model.identifiers.isIdentifier(id)) return []
  const raw = isAbsolute(id) && !id.includes('%') ? id : encodeURIComponent(id)
  for (const iri of candidates(raw, context)) if (context.typesOf(iri).length > 0) return [iri]
  const mayBeIdentifier =
    context.model.identifiers.isIdentifier(id) || (id.length > 4 && looksLikeIdentifier(id))
  return mayBeIdentifier ? context.queries.holders(id) : []
}
