/** All quads of a store as N-Quads. */

import type { Store } from '../../src/store/store.ts'

export async function dumpOf(store: Pick<Store, 'select'>): Promise<string> {
  const rows = await store.select('SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }')
  return rows.map(({ g, s, p, o }) => `${s} ${p} ${o} ${g} .\n`).join('')
}
