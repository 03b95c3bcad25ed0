/** JSON-LD contexts read: their prefixes and terms, corrected, and with the prefixes of others that they use. */

import type { ContextDocument, Correction, JsonLdContext, TermDefinition } from './context-document.ts'
import { XSD } from './iri.ts'

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

/** What a context defines. */
export interface Definitions {
  readonly prefixes: ReadonlyMap<string, string>
  readonly terms: ReadonlyMap<string, Term>
}

/** A context as the model has it: corrected, and with the extension that brings it. */
export interface CorrectedContext extends Definitions {
  readonly name: string
  readonly url: string
  readonly extension: string
  readonly document: ContextDocument
  /** What it defines where it is published, without the corrections. */
  readonly published: Definitions
}

/** A text that makes a prefix of its key: an IRI that ends in one of the gen-delims of RFC 3986. */
const NAMESPACE = /^[^:\s]+:\S*[:/?#[\]@]$/

/** The namespace that a definition gives its key if this is a prefix. */
function parsePrefix(definition: string | TermDefinition): string | undefined {
  if (typeof definition === 'string') return NAMESPACE.test(definition) ? definition : undefined
  return definition['@prefix'] ? definition['@id'] : undefined
}

/** A term definition read; datatypes of XML Schema become `xsd:` and their name. */
export function parseTerm(definition: string | TermDefinition): Term {
  if (typeof definition === 'string') return { iri: definition }
  const { '@id': id = '', '@reverse': reverse, '@type': type, '@context': scope } = definition
  return {
    iri: reverse ?? id,
    type: type?.startsWith(XSD) ? `xsd:${type.slice(XSD.length)}` : type,
    container: definition['@container'],
    nest: definition['@nest'],
    ...(reverse !== undefined && { reverse: true }),
    vocab: scope?.['@vocab'],
    base: scope?.['@base'],
  }
}

export function parseContext(context: JsonLdContext): Definitions {
  const prefixes = new Map<string, string>()
  const terms = new Map<string, Term>()
  for (const [name, definition] of Object.entries(context)) {
    if (typeof definition !== 'string' && typeof definition !== 'object') continue
    const namespace = parsePrefix(definition)
    if (namespace === undefined) terms.set(name, parseTerm(definition))
    else prefixes.set(name, namespace)
  }
  return { prefixes, terms }
}

/** The context of a name with its corrections applied. */
export function applyCorrections(
  name: string,
  document: ContextDocument,
  corrections: readonly Correction[],
): ContextDocument {
  const corrected = corrections
    .filter((correction) => correction.context === name)
    .flatMap(({ terms, definition }) =>
      definition === undefined ? [] : terms.map((term) => [term, definition] as const),
    )
  return { ...document, '@context': { ...document['@context'], ...Object.fromEntries(corrected) } }
}

/** The context with the prefixes that it takes from others, so that it can be read alone. */
export function withReferencedPrefixes(
  context: JsonLdContext,
  { prefixes }: Pick<Definitions, 'prefixes'>,
): JsonLdContext {
  const borrowed = [...parseContext(context).terms.values()]
    .flatMap(({ iri, type, vocab, base }) => [iri, type, vocab, base])
    .flatMap((name = '') => {
      const [prefix = ''] = name.split(':', 1)
      const namespace = prefixes.get(prefix)
      return namespace === undefined ? [] : [[prefix, namespace] as const]
    })
  const { '@version': version = 1.1, ...own } = context
  return { '@version': version, ...Object.fromEntries(borrowed), ...own }
}
