/** Ids in paths: which record is meant by an id, in whichever of its forms it was written. */

import { untilEnd, type Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import {
  decodeNonAscii,
  encodeIri,
  encodeNonAscii,
  isAbsolute,
  withoutLastSlashes,
} from '../../model/context/iri.ts'
import { tryDecodePercent } from '../../model/values/text.ts'
import type { GraphContext } from '../graph-context.ts'
import { Problem } from '../../config/errors.ts'
import { parameters } from '../../config/parameters.ts'

/** By what IRIs are read. */
type IdSources = Pick<GraphContext, 'base' | 'model' | 'graph'>

const CONTROL = /[\u0000-\u001f\u007f]/

/** Characters of an id. */
export const { maxLength: MAX_ID_LENGTH } = parameters.local_identifier

/** @throws Problem invalid-identifier for broken percent-encoding, control characters, and what is too long */
export function decodeId(raw: string): string {
  const text = tryDecodePercent(raw)
  if (text === undefined)
    throw new Problem('invalid-identifier', 'The identifier is not percent-encoded UTF-8.')
  if (CONTROL.test(text)) throw new Problem('invalid-identifier', 'The identifier holds control characters.')
  if (text.length > MAX_ID_LENGTH)
    throw new Problem(
      'invalid-identifier',
      `The identifier is ${text.length} characters long; the limit is ${MAX_ID_LENGTH}.`,
    )
  return text
}

/**
 * The whole rest of the request line, where that may be an id: a URL that stands raw in the path may have a
 * query of its own. Undefined if it can be none.
 */
export function idWithQuery(raw: string, query: string): string | undefined {
  if (query === '' || !/^https?:/i.test(raw)) return undefined
  const whole = `${raw}?${query}`
  try {
    decodeId(whole)
    return whole
  } catch {
    return undefined
  }
}

/** Proxies merge the two slashes after a scheme into one. */
const repairSlashes = (text: string): string => text.replace(/^(https?:)\/(?!\/)/i, '$1//')

/**
 * What a path segment may say, the likeliest first. An IRI that stands raw in the path means its own
 * percent-encoding; anything else was encoded by the client.
 */
function readings(raw: string): string[] {
  const text = decodeId(raw)
  const whole = (text === raw ? [raw] : isAbsolute(raw) ? [raw, text] : [text, raw]).map(repairSlashes)
  const trimmed = whole.filter((one) => one.endsWith('/')).map(withoutLastSlashes)
  return [...whole, ...trimmed].filter(Boolean)
}

/**
 * IRIs that an id may stand for, in order: itself, below the base, the other spelling of letters beyond
 * ASCII, the IRIs of the graph that are the same DOI, ORCID or ROR, and its one IRI. Some may come twice.
 */
export function* candidates(raw: string, { base, model, graph }: IdSources): Generator<string> {
  const texts = readings(raw)
  for (const text of texts) if (isAbsolute(text)) yield encodeIri(text)
  for (const text of texts) yield encodeIri(base + text)
  const exact = [...texts.filter(isAbsolute), ...texts.map((text) => base + text)].map(encodeIri)
  yield* exact.map(encodeNonAscii)
  yield* exact.map(decodeNonAscii)
  const identical = texts.flatMap((text) => model.identifiers.entityIris(text))
  yield* identical.flatMap(graph.spellingsOf)
  yield* identical
}

/** A record that an id means, or where records of other types with that id are. */
export interface Resolved {
  readonly iri?: string
  readonly elsewhere: readonly { readonly iri: string; readonly type: EntityType }[]
}

/**
 * Finds the record of a type that an id in a path means: by its IRI, by what follows the base, by an external
 * identifier that one record alone has.
 * @param raw the id as it stands in the URL
 * @throws Problem invalid-identifier
 */
export async function resolveId(
  site: IdSources & Pick<GraphContext, 'typesOf' | 'queries'> & { readonly task: Task },
  type: EntityType,
  raw: string,
): Promise<Resolved> {
  const { typesOf, queries, task } = site
  const elsewhere = new Map<string, Resolved['elsewhere'][number]>()
  for (const iri of candidates(raw, site)) {
    const types = typesOf(iri)
    if (types.some(({ name }) => name === type.name)) return { iri, elsewhere: [] }
    for (const other of types) elsewhere.set(`${other.name} ${iri}`, { iri, type: other })
  }
  for (const text of readings(raw)) {
    const iri = await untilEnd(task, queries.find(type, text))
    if (iri !== undefined) return { iri, elsewhere: [] }
  }
  return { elsewhere: [...elsewhere.values()] }
}
