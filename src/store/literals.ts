/** Literals as Oxigraph gives them: those of one value have one text, and what is no character is escaped. */

import oxigraph from 'oxigraph'

/** Literals that are remembered: most come again and again. */
const MAX_REMEMBERED = 100_000

/** Makes what gives literals, as N-Triples text, in the text that Oxigraph would give. */
export function createLiterals(): (literal: string) => string {
  const remembered = new Map<string, string>()
  const store = new oxigraph.Store()
  return (literal) => {
    let text = remembered.get(literal)
    if (text !== undefined) return text
    store.load(`<a:a> <a:a> ${literal} .`, { format: 'nt', no_transaction: true, lenient: true })
    text = store
      .dump({ format: 'nt', from_graph_name: oxigraph.defaultGraph() })
      .trimEnd()
      .slice('<a:a> <a:a> '.length, -' .'.length)
    for (const quad of store.match()) store.delete(quad)
    if (remembered.size === MAX_REMEMBERED) remembered.clear()
    remembered.set(literal, text)
    return text
  }
}
