/** Words of vocabularies → IRIs, and back, by the rows. */

import type { FieldOf } from './rows/row.ts'
import { isAbsolute, resolveIri } from './context/iri.ts'
import type { Vocabulary } from './context/vocabulary.ts'

/**
 * The word of the vocabulary that a word in other letters means, where the vocabulary has no case; undefined
 * for a word that is in the vocabulary already, or not at all.
 */
export function createCanonicalCase({
  terms = [],
  caseInsensitive,
}: Pick<FieldOf<'vocabTerm'>, 'terms' | 'caseInsensitive'>): (word: string) => string | undefined {
  if (!caseInsensitive) return () => undefined
  const byLower = new Map(terms.map((word) => [word.toLowerCase(), word]))
  return (word) => {
    const known = byLower.get(word.toLowerCase())
    return known === word ? undefined : known
  }
}

/**
 * How the words of a field are read: a term of the contexts, a name in one of the field's namespaces (bare in
 * the first, `prefix:name` or `prefix/name` in any), or a word of the base.
 * @param base base of the graph
 */
export function createTermExpander(
  vocabulary: Vocabulary,
  base: string,
  field: FieldOf<'vocabTerm'>,
): (word: string) => string {
  const names = field.namespaces ?? []
  const namespaces = names.map((name) => vocabulary.prefixes.get(name) ?? name)
  const [first] = namespaces
  const synonyms = new Map(Object.entries(field.termAliases ?? {}))
  return (text) => {
    const word = synonyms.get(text) ?? text
    if (first === undefined) return vocabulary.expandTerm(word, base)
    const named = names.findIndex((name) => word.startsWith(`${name}/`))
    const iri =
      named >= 0
        ? (namespaces[named] as string) + word.slice((names[named] as string).length + 1)
        : vocabulary.iri(word) !== undefined || isAbsolute(word)
          ? vocabulary.expandTerm(word, base)
          : first + word
    return resolveIri(iri, base)
  }
}

/**
 * How the IRIs of a field are written: as a word of the vocabulary, first as one of the field's own, since words of
 * several share an IRI; else as the field says.
 * @param base of the graph: words that the contexts do not know come back without it
 */
export function createTermCompactor(
  vocabulary: Vocabulary,
  base: string,
  field: FieldOf<'vocabTerm'>,
): (iri: string) => string {
  const termByIri = new Map((field.terms ?? []).map((word) => [vocabulary.iri(word), word] as const))
  const [first, ...otherNamespaces] = (field.namespaces ?? []).map(
    (name) => vocabulary.prefixes.get(name) ?? name,
  )
  return (iri) => {
    const word = termByIri.get(iri)
    if (word !== undefined) return word
    if (first === undefined || field.serializeAs === undefined) return vocabulary.compactIri(iri, base)
    // Contexts bind the prefix of the first namespace: no other can be written with its own.
    if (otherNamespaces.some((namespace) => iri.startsWith(namespace))) return iri
    if (field.serializeAs === 'iri') return iri.startsWith(first) ? iri : vocabulary.compactIri(iri, base)
    if (field.serializeAs === 'bare' && iri.startsWith(first)) return iri.slice(first.length)
    const compact = vocabulary.compactIri(iri, base)
    return compact === iri ? vocabulary.toPrefixedName(iri) : compact
  }
}
