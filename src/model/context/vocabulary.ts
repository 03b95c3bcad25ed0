/** The vocabulary of all contexts: which IRI a term has, and which word an IRI has. */

import type { Definitions } from './context.ts'
import { decodePercent } from '../values/text.ts'
import { encodeIri, isAbsolute, resolveIri } from './iri.ts'

export interface Vocabulary extends Definitions {
  /** IRIs of the reverse terms: their triples point from the value to what has the key. */
  readonly reverse: ReadonlySet<string>
  /** IRI of a term or prefixed name; undefined if neither. */
  iri(name: string): string | undefined
  /**
   * IRI of a word; a word that the contexts do not know is resolved against the base and comes back from
   * `word`.
   */
  expandTerm(word: string, base: string): string
  /** Word of an IRI: a term of the contexts, a word of the base, or the IRI itself. */
  compactIri(iri: string, base: string): string
  /** `prefix:name` where a prefix fits. */
  toPrefixedName(iri: string): string
}

const WORD_ESCAPES = /[%?#:[\]]/g

const DOT_SEGMENT = /(?<=^|\/)\.{1,2}(?=\/|$)/g

/** Text that no IRI can be, as a relative reference that resolves below the base and comes back. */
const escapeTerm = (word: string): string =>
  encodeIri(word.replace(WORD_ESCAPES, encodeURIComponent))
    .replace(DOT_SEGMENT, (dots) => dots.replaceAll('.', '%2E'))
    .replace(/^\//, '%2F')

/** IRI of a word that the contexts do not know. */
export const baseTermIri = (word: string, base: string): string => resolveIri(escapeTerm(word), base)

/** The vocabulary of contexts, of which a later one replaces what an earlier one defines. */
export function createVocabulary(contexts: readonly Definitions[]): Vocabulary {
  const prefixes = new Map(contexts.flatMap((context) => [...context.prefixes]))
  const terms = new Map(contexts.flatMap((context) => [...context.terms]))
  const longestFirst = [...prefixes].sort((a, b) => b[1].length - a[1].length)

  function expand(name: string): string | undefined {
    const colon = name.indexOf(':')
    const namespace =
      colon > 0 && !name.startsWith('//', colon + 1) ? prefixes.get(name.slice(0, colon)) : undefined
    return namespace === undefined ? undefined : namespace + name.slice(colon + 1)
  }
  function iri(name: string): string | undefined {
    const term = terms.get(name)
    if (term) return term.iri.startsWith('@') ? undefined : (expand(term.iri) ?? term.iri)
    return expand(name)
  }
  const words = new Map(
    [...terms]
      .filter(([, term]) => !term.iri.startsWith('@'))
      .reverse()
      .map(([name]) => [iri(name) as string, name] as const),
  )

  return {
    prefixes,
    terms,
    reverse: new Set([...terms].flatMap(([name, term]) => (term.reverse ? [iri(name) as string] : []))),
    iri,
    expandTerm(word, base) {
      const known = iri(word)
      if (known !== undefined) return encodeIri(known)
      if (isAbsolute(word) && encodeIri(word) === word) return word
      return baseTermIri(word, base)
    },
    compactIri(iri, base) {
      const known = words.get(iri)
      if (known !== undefined) return known
      return iri.startsWith(base) && iri.length > base.length ? decodePercent(iri.slice(base.length)) : iri
    },
    toPrefixedName(iri) {
      const [prefix, namespace] =
        longestFirst.find(
          ([, candidate]) =>
            iri.startsWith(candidate) &&
            iri.length > candidate.length &&
            !iri.startsWith('//', candidate.length),
        ) ?? []
      return prefix === undefined || namespace === undefined
        ? iri
        : `${prefix}:${iri.slice(namespace.length)}`
    },
  }
}
