/** The index of texts as it is kept with a prepared graph, beside the same texts as SPARQL gives them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import oxigraph from 'oxigraph'
import { oneSigma } from '../../src/filter/fold.ts'
import { readManifest } from '../../src/load/manifest.ts'
import { readTexts, type KeptTexts } from '../../src/load/texts.ts'
import { iriOf, isIri, textOf } from '../../src/record/triples.ts'
import type { OwnedTexts } from '../../src/store/text-index.ts'
import type { Store } from '../../src/store/store.ts'

/** The index of a prepared graph. */
export const keptTexts = (path: string): KeptTexts =>
  readTexts(Uint8Array.from(readFileSync(join(path, readManifest(path).files.texts!.file))))

const textAt = ({ bytes, starts }: OwnedTexts, i: number): string =>
  Buffer.from(bytes.subarray(starts[i], starts[i + 1]! - 1)).toString()

/** Subjects and texts of a predicate in an index, in order. */
export const pairsOf = ({ subjects, arrays }: KeptTexts, predicate: string): string[] => {
  const texts = arrays.predicates.get(predicate)!
  return [...texts.owners].map((owner, i) => JSON.stringify([subjects[owner], textAt(texts, i)])).sort()
}

/** The same from a store. */
export async function pairsBySparql(store: Store, predicate: string): Promise<string[]> {
  const rows = await store.select(`SELECT ?s (LCASE(STR(?o)) AS ?t) WHERE { ?s <${predicate}> ?o }`)
  return rows
    .flatMap(({ s, t }) =>
      isIri(s!) && t !== undefined ? [JSON.stringify([iriOf(s!), oneSigma(textOf(t))])] : [],
    )
    .sort()
}

/** What Oxigraph's LCASE makes of texts, with one small sigma. */
export function foldedBySparql(texts: readonly string[]): string[] {
  const store = new oxigraph.Store()
  const escaped = (text: string): string =>
    [...text].map((character) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`).join('')
  const values = texts.map((text, i) => `(${i} "${escaped(text)}")`).join(' ')
  const json = store.query(`SELECT ?i (LCASE(?o) AS ?t) WHERE { VALUES (?i ?o) { ${values} } } ORDER BY ?i`, {
    results_format: 'json',
  }) as string
  return (JSON.parse(json) as { results: { bindings: { t: { value: string } }[] } }).results.bindings.map(
    ({ t }) => oneSigma(t.value),
  )
}
