/** All quads of a store as N-Quads, predicate by predicate: the answer of an engine has a limit of bytes. */

import { lexicalForm } from '../../src/record/rdf/triples.ts'
import type { Store } from '../../src/store/store.ts'

export async function dumpOf(store: Pick<Store, 'select'>): Promise<string> {
  const predicates = await store.select('SELECT DISTINCT ?p { GRAPH ?g { ?s ?p ?o } }')
  let quads = ''
  for (const { p } of predicates) {
    const rows = await store.select(`SELECT ?g ?s ?o { GRAPH ?g { ?s ${p} ?o } }`)
    quads += rows.map(({ g, s, o }) => `${s} ${p} ${o} ${g} .\n`).join('')
  }
  return quads
}

export async function countQuads(store: Pick<Store, 'select'>): Promise<number> {
  const [row] = await store.select('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')
  return Number(lexicalForm(row?.n ?? ''))
}
