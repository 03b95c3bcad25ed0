/** JSON-LD that is not of SKG-IF's shape → triples, by jsonld.js; contexts come from this package, never from the network. */

import jsonld from 'jsonld'
import { Parser } from 'n3'
import type { Model } from '../model/model.ts'
import { toContext } from '../model/vocabulary.ts'
import type { Nodes } from '../record/triples.ts'
import { addQuad } from './rdf.ts'

/** Spellings of context URLs: with and without version, .json or folder. */
const plain = (url: string): string => url.replace(/^http:/, 'https:').replace(/\/(\d+\.)+\d+\//, '/')

/**
 * Reads a JSON-LD document.
 * @throws Error if it is no valid JSON-LD, or uses a context that skeg does not bring along
 */
export async function readJsonLd(document: object, base: string, model: Model): Promise<Nodes> {
  const contexts = new Map(model.contexts.map(({ url, table }) => [plain(url), toContext(table)] as const))
  const documentLoader = async (url: string) => {
    const context = contexts.get(plain(url))
    if (!context) throw new Error(`uses the context ${url}, which is not known; known are ${model.contexts.map((known) => known.url).join(', ')}`)
    return { document: context as never, documentUrl: url }
  }
  const text = await jsonld.toRDF(document as never, { base, documentLoader, format: 'application/n-quads' }).catch((error: unknown) => {
    const { message, details } = error as { message: string; details?: { cause?: Error } }
    throw new Error(`is no JSON-LD that can be read: ${details?.cause?.message ?? message}`, { cause: error })
  }) as unknown as string
  const nodes: Nodes = new Map()
  for (const quad of new Parser({ format: 'application/n-quads', blankNodePrefix: '_:' }).parse(text)) addQuad(nodes, quad)
  return nodes
}
