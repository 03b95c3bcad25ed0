/** RDF files as a SPARQL endpoint, for `--construct` without a server. */

import { text } from 'node:stream/consumers'
import { oxigraph } from '../../sparql/oxigraph.ts'
import { findInputs } from '../input/find-inputs.ts'
import { formats } from '../input/recognise-files.ts'
import type { Endpoint } from './read-endpoint.ts'

/**
 * Reads the files into a store of this process.
 * @param base against which relative IRIs are resolved
 * @throws Error for a file that is no RDF, or cannot be read
 */
export async function openFiles(paths: readonly string[], base: string): Promise<Endpoint> {
  const store = new (oxigraph().Store)()
  for (const { name, format, open } of await findInputs(paths)) {
    // Oxigraph knows formats by the same endings.
    const ending = Object.keys(formats).find((one) => formats[one] === format) as string
    try {
      store.load(await text(await open()), { format: ending.slice(1), base_iri: base })
    } catch (error) {
      throw new Error(`${name} cannot be read as RDF: ${(error as Error).message}`, { cause: error })
    }
  }
  const query = (sparql: string, type = ''): string =>
    store.query(sparql, { results_format: type, use_default_graph_as_union: true }) as string
  return {
    url: paths.join(' '),
    ask: async ({ query: sparql, accept: [type = ''] }) => ({
      type,
      headers: {},
      body: Buffer.from(query(sparql, type)),
    }),
    close: async () => {},
  }
}
