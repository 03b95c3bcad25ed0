/** The contexts read: which IRI a term has, which word an IRI has, and the JSON-LD contexts themselves. */

import type { Correction, TermTable } from '../rows/extension-row.ts'
import { encodeIri, isAbsolute, resolveIri } from './iri.ts'

export interface Term {
  readonly iri: string
  readonly type?: string
  readonly container?: string
  readonly nest?: string
  /** The triple points from the value to what has the key (JSON-LD reverse property). */
  readonly reverse?: true
  /** Namespace of the words of this term alone (property-scoped @vocab or @base). */
  readonly vocab?: string
  readonly base?: string
}

export interface Vocabulary {
  readonly prefixes: ReadonlyMap<string, string>
  readonly terms: ReadonlyMap<string, Term>
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

const isNamespace = (text: string): boolean => /^https?:\/\/\S+[/#]$/.test(text)

/** One line of a term table: `iri @reverse @type-or-datatype @container vocab:… base:… nest:…`. */
export function parseTerm(line: string): Term {
  const [head = '', nest] = line.split(' nest:')
  const [iri = '', ...marks] = head.split(' ')
  const after = (prefix: string): string | undefined =>
    marks.find((mark) => mark.startsWith(prefix))?.slice(prefix.length)
  const container = marks.find((mark) => mark === '@language' || mark === '@set')
  const type = marks.find((mark) => mark === '@vocab' || mark === '@id' || mark.startsWith('xsd:'))
  return {
    iri,
    type,
    container,
    nest,
    ...(marks.includes('@reverse') && { reverse: true }),
    vocab: after('vocab:'),
    base: after('base:'),
  }
}

/** The table with the corrections of its name applied. */
export function applyCorrections(
  name: string,
  table: TermTable,
  corrections: readonly Correction[],
): TermTable {
  const own = corrections
    .filter((correction) => correction.context === name)
    .flatMap(({ terms, ours }) => (ours === undefined ? [] : terms.map((term) => [term, ours] as const)))
  const added = (wanted: boolean): Record<string, string> =>
    Object.fromEntries(own.filter(([, ours]) => isNamespace(ours) === wanted))
  return {
    ...table,
    prefixes: { ...table.prefixes, ...added(true) },
    terms: { ...table.terms, ...added(false) },
  }
}

/** The table with the prefixes that its lines take from others, so that it can be read alone. */
export function withReferencedPrefixes(
  table: TermTable,
  { prefixes }: Pick<Vocabulary, 'prefixes'>,
): TermTable {
  const used = Object.values(table.terms).flatMap((line) =>
    [...line.matchAll(/(?<=^|[\s:])[\w-]+(?=:)/g)].map(([name]) => name),
  )
  const lacking = used.flatMap((name) => {
    const iri = prefixes.get(name)
    return iri === undefined ? [] : [[name, iri] as const]
  })
  return { ...table, prefixes: { ...Object.fromEntries(lacking), ...table.prefixes } }
}

/** A term table as the JSON-LD 1.1 context that it stands for. */
export function toContext(table: TermTable): { '@context': Record<string, unknown> } {
  const terms = Object.entries(table.terms).map(([name, line]) => {
    const { iri, type, container, nest, reverse, vocab, base } = parseTerm(line)
    const scope = vocab ? { '@vocab': vocab } : base ? { '@base': base } : undefined
    if (!type && !container && !nest && !scope && !reverse) return [name, iri]
    return [
      name,
      {
        [reverse ? '@reverse' : '@id']: iri,
        ...(type && { '@type': type }),
        ...(container && { '@container': container }),
        ...(nest && { '@nest': nest }),
        ...(scope && { '@context': scope }),
      },
    ]
  })
  return {
    '@context': { '@version': 1.1, '@protected': true, ...table.prefixes, ...Object.fromEntries(terms) },
  }
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

function unescapeTerm(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function createVocabulary(tables: readonly TermTable[]): Vocabulary {
  const prefixes = new Map(tables.flatMap((table) => Object.entries(table.prefixes)))
  const terms = new Map(
    tables
      .flatMap((table) => Object.entries(table.terms))
      .map(([name, line]) => [name, parseTerm(line)] as const),
  )
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
    compactIri(found, base) {
      const known = words.get(found)
      if (known !== undefined) return known
      return found.startsWith(base) && found.length > base.length
        ? unescapeTerm(found.slice(base.length))
        : found
    },
    toPrefixedName(found) {
      const [prefix, namespace] =
        longestFirst.find(
          ([, candidate]) =>
            found.startsWith(candidate) &&
            found.length > candidate.length &&
            !found.startsWith('//', candidate.length),
        ) ?? []
      return prefix === undefined || namespace === undefined
        ? found
        : `${prefix}:${found.slice(namespace.length)}`
    },
  }
}
