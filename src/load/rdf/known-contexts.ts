/** JSON-LD contexts that skeg brings along, by their URLs; no other is ever fetched. */

import type { Model } from '../../model/model.ts'

/** One spelling of the URL of a context: with https, and without version. */
const plain = (url: string): string => url.replace(/^http:/, 'https:').replace(/\/(\d+\.)+\d+\//, '/')

/** Gives the document of a context; undefined if it is not known. */
export function createKnownContexts(model: Model): (url: string) => object | undefined {
  const contexts = new Map(model.contexts.map(({ url, document }) => [plain(url), document] as const))
  return (url) => contexts.get(plain(url))
}
