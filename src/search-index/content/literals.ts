/** Literals as Oxigraph gives them: those of one value have one text, and what is no character is escaped. */

import { isLiteral } from '../../record/rdf/triples.ts'
import { oxigraph } from '../../sparql/oxigraph.ts'

/** Literals that are remembered: most come again and again. */
const MAX_REMEMBERED = 100_000

const XSD = String.raw`"\^\^<http://www\.w3\.org/2001/XMLSchema#`

/** Literals that Oxigraph gives as they are: asking it about each of many would take long. */
const AS_GIVEN = new RegExp(
  `^"(?:${[
    `(?:-?[1-9]\\d{0,17}|0)${XSD}integer`,
    `\\d{4}${XSD}gYear`,
    `\\d{4}-\\d\\d${XSD}gYearMonth`,
    `\\d{4}-\\d\\d-\\d\\d${XSD}date`,
    `\\d{4}-\\d\\d-\\d\\dT(?:[01]\\d|2[0-3]):\\d\\d:\\d\\dZ?${XSD}dateTime`,
  ].join('|')})>$`,
)

/** Literals after which a store is replaced: it keeps something of each. */
const MAX_USES = 1000

const NO_CHARACTER = /[\uFFFE\uFFFF]/

/** Makes what gives terms, as N-Triples text, in the text that Oxigraph would give. */
export function createLiterals(): (term: string) => string {
  const remembered = new Map<string, string>()
  let store: InstanceType<ReturnType<typeof oxigraph>['Store']> | undefined
  let loads = 0
  return (literal) => {
    const mayDiffer = isLiteral(literal) && (literal.endsWith('>') || NO_CHARACTER.test(literal))
    if (!mayDiffer || AS_GIVEN.test(literal)) return literal
    let text = remembered.get(literal)
    if (text !== undefined) return text
    store ??= new (oxigraph().Store)()
    store.load(`<a:a> <a:a> ${literal} .`, { format: 'nt', no_transaction: true, lenient: true })
    text = store
      .dump({ format: 'nt', from_graph_name: oxigraph().defaultGraph() })
      .trimEnd()
      .slice('<a:a> <a:a> '.length, -' .'.length)
    for (const quad of store.match()) store.delete(quad)
    if (++loads % MAX_USES === 0) store = undefined
    if (remembered.size === MAX_REMEMBERED) remembered.clear()
    // A copy: the literal may be a part of a long text, which it would keep in memory.
    remembered.set(Buffer.from(literal).toString(), text)
    return text
  }
}
