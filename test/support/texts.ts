/** Texts as SPARQL folds them. */

import oxigraph from 'oxigraph'
import { foldFinalSigma } from '../../src/model/values/fold.ts'

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
    ({ t }) => foldFinalSigma(t.value),
  )
}
