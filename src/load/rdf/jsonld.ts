/**
 * JSON-LD that is not of SKG-IF's shape → triples, by jsonld.js; contexts come from this package, never from
 * the network.
 */

import { Parser, type Quad } from 'n3'
import { encodeIri } from '../../model/context/iri.ts'
import type { Model } from '../../model/model.ts'
import type { TripleIndex } from '../../record/rdf/triples.ts'
import { addQuad } from './rdf.ts'
import { createKnownContexts } from './known-contexts.ts'

/** Expanded JSON-LD with every IRI percent-encoded: jsonld.js drops those that are none. */
function encodeIris(value: unknown, key?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => encodeIris(one, key))
  if (typeof value === 'string')
    return (key === '@id' || key === '@type') && !value.startsWith('_:') ? encodeIri(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, '@value' in value ? inner : encodeIris(inner, name)]),
  )
}

/** A document that is not valid JSON-LD, or not with the contexts that there are. */
export class BadJsonLd extends Error {}

/**
 * Reads a JSON-LD document.
 * @throws BadJsonLd if it is no valid JSON-LD, or uses a context that skeg does not bring along
 */
export async function readJsonLd(document: object, base: string, model: Model): Promise<TripleIndex> {
  const { default: jsonld } = await import('jsonld')
  const knownContext = createKnownContexts(model)
  const documentLoader = async (url: string) => {
    const context = knownContext(url)
    if (!context)
      throw new Error(
        `uses the context ${url}, which is not known; known are ${model.contexts.map((known) => known.url).join(', ')}`,
      )
    return { document: context as never, documentUrl: url }
  }
  const fail = (error: unknown): never => {
    const { message, details } = error as { message: string; details?: { cause?: Error } }
    throw new BadJsonLd(`is no JSON-LD that can be read: ${details?.cause?.message ?? message}`, {
      cause: error,
    })
  }
  const expanded = await jsonld.expand(document as never, { base, documentLoader }).catch(fail)
  const text = (await jsonld
    .toRDF(encodeIris(expanded) as never, { format: 'application/n-quads' })
    .catch(fail)) as unknown as string
  const nodes: TripleIndex = new Map()
  for (const quad of parseQuads(text, fail)) addQuad(nodes, quad, (_, message) => fail(new Error(message)))
  return nodes
}

/** What jsonld.js writes may hold what it should not: IRIs that are none. */
function parseQuads(text: string, fail: (error: unknown) => never): Quad[] {
  try {
    return new Parser({ format: 'application/n-quads', blankNodePrefix: '_:' }).parse(text)
  } catch (error) {
    return fail(error)
  }
}
