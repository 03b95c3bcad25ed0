/** Identifiers of OpenCitations: words `scheme:value` with blanks between, of which OMIDs are its own. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { doiIri, doiOf, identifier, valueOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { optional, textOf } from '../../model/conversion/json.ts'

export interface Ids {
  readonly identifiers: readonly Json[]
  /** The first value of a scheme. */
  first(scheme: string): string | undefined
  valuesOf(scheme: string): string[]
}

/** A word; a bare DOI or OMID is known by its form. */
function identifierOf(word: string, drop: SourceNotes['drop']): Json | undefined {
  const colon = word.indexOf(':')
  const [scheme, value] =
    doiOf(word) !== undefined
      ? ['doi', word]
      : /^(?:br|ra)\/\d+$/.test(word)
        ? ['omid', word]
        : [word.slice(0, Math.max(colon, 0)).toLowerCase(), word.slice(colon + 1)]
  const read = valueOf(scheme, value)
  if (scheme === '' || read === undefined || read === '') {
    drop('identifiers that are none of their scheme')
    return undefined
  }
  return identifier(scheme, read)
}

export function idsOf(cell: unknown, drop: SourceNotes['drop']): Ids {
  const words = new Set((textOf(cell) ?? '').split(/[\s;]+/).filter(Boolean))
  const identifiers = [...words].flatMap((word) => optional(identifierOf(word, drop)))
  const valuesOf = (scheme: string): string[] =>
    identifiers.flatMap((one) => (one['scheme'] === scheme ? [String(one['value'])] : []))
  return { identifiers, valuesOf, first: (scheme) => valuesOf(scheme)[0] }
}

export const omidIri = (omid: string): string => `https://w3id.org/oc/meta/${omid}`

/** The id of a work: its DOI, else its OMID, else one made of another identifier; undefined without any. */
export function workId({ first, identifiers }: Ids): string | undefined {
  const [doi, omid] = [first('doi'), first('omid')]
  if (doi !== undefined) return doiIri(doi)
  if (omid !== undefined) return omidIri(omid)
  const [other] = identifiers
  return (
    other && generatedId('opencitations', 'product', `${String(other['scheme'])} ${String(other['value'])}`)
  )
}
