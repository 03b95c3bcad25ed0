/** Triples as RDF/XML. */

// Oxigraph can write it too, but labels blank nodes at random, loses carriage returns, and writes what is no XML for
// predicates without an XML name and for control characters. Here these are refused, and no triple is lost.

import { Problem } from '../../config/errors.ts'
import { escape } from '../xml.ts'
import { planNesting } from './nested-blank-nodes.ts'
import {
  datatypeOf,
  iriOf,
  isIri,
  isLiteral,
  languageOf,
  lexicalForm,
  type PredicateMap,
  type TripleIndex,
} from '../rdf/triples.ts'
import { byNamespace, type Prefixes } from './turtle.ts'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** Names that RDF/XML keeps for itself (section 5.1 of its specification): they cannot be predicates. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'RDF',
    'ID',
    'about',
    'parseType',
    'resource',
    'nodeID',
    'datatype',
    'Description',
    'li',
    'aboutEach',
    'aboutEachPrefix',
    'bagID',
  ].map((name) => RDF + name),
)

/** Namespaces that no prefix may be bound to. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
])

/** The characters with which a name of XML may begin, but for the colon. */
const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D' +
  '\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
/** The longest end of an IRI that is an XML name (NCName). */
const NAME_AT_END = new RegExp(`[${START}][${START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u')

/** Characters that XML 1.0 cannot hold, not even escaped. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const refuse = (what: string): never => {
  throw new Problem(
    'not-acceptable',
    `RDF/XML cannot write ${what}. The other RDF formats can, for instance text/turtle (format=turtle).`,
  )
}

/** Namespaces with the names that they have in the document. */
interface Names {
  readonly declared: Map<string, string>
  nameOf(predicate: string): string
}

function createNames(prefixes: Prefixes): Names {
  const wellKnown = new Map(byNamespace(prefixes))
  const declared = new Map([['rdf', RDF]])
  const nameByIri = new Map<string, string>()

  function prefixFor(namespace: string): string {
    const prefix =
      namespace === RDF
        ? 'rdf'
        : (wellKnown.get(namespace) ??
          [...declared].find(([, one]) => one === namespace)?.[0] ??
          `ns${declared.size}`)
    declared.set(prefix, namespace)
    return prefix
  }
  function split(predicate: string): string {
    const found = NAME_AT_END.exec(predicate)
    if (!found || found.index === 0) return refuse(`the predicate <${predicate}>, whose end is no XML name`)
    const namespace =
      [...wellKnown.keys()].find(
        (one) => one.length > found.index && predicate.startsWith(one) && isName(predicate.slice(one.length)),
      ) ?? predicate.slice(0, found.index)
    if (RESERVED.has(predicate) || FORBIDDEN.has(namespace))
      return refuse(`the predicate <${predicate}>, which it keeps for itself`)
    return `${prefixFor(namespace)}:${predicate.slice(namespace.length)}`
  }
  const nameOf = (predicate: string): string => {
    let name = nameByIri.get(predicate)
    if (name === undefined) nameByIri.set(predicate, (name = split(predicate)))
    return name
  }
  return { declared, nameOf }
}

const isName = (text: string): boolean => NAME_AT_END.exec(text)?.index === 0

/** A label of a blank node as an XML name: labels may begin with a digit and hold colons, names may not. */
const nodeId = (label: string): string =>
  isName(label) && !label.startsWith('_')
    ? label
    : `_${label.replace(/[:_]/g, (sign) => (sign === ':' ? '_c' : '__'))}`

function literal(name: string, term: string): string {
  const [text, language, datatype] = [lexicalForm(term), languageOf(term), datatypeOf(term)]
  if (UNWRITABLE.test(text))
    return refuse(
      `the control characters of ${JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`,
    )
  const mark =
    language !== undefined
      ? ` xml:lang="${language}"`
      : datatype !== undefined
        ? ` rdf:datatype="${escape(datatype)}"`
        : ''
  return `<${name}${mark}>${escape(text)}</${name}>`
}

/**
 * RDF/XML text.
 * @throws Problem not-acceptable for predicates without an XML name, and characters that XML cannot hold
 */
export function writeRdfXml(nodes: TripleIndex, prefixes: Prefixes): string {
  const { topLevel, inlined } = planNesting(nodes)
  const { declared, nameOf } = createNames(prefixes)

  const identity = (attribute: string, term: string): string =>
    isIri(term) ? ` rdf:${attribute}="${escape(iriOf(term))}"` : ` rdf:nodeID="${nodeId(term.slice(2))}"`
  function property(name: string, term: string, indent: string): string {
    if (isLiteral(term)) return `${indent}${literal(name, term)}\n`
    if (inlined.has(term)) {
      const inner = description('', nodes.get(term) as PredicateMap, `${indent}  `)
      return `${indent}<${name}>\n${inner}${indent}</${name}>\n`
    }
    return `${indent}<${name}${identity('resource', term)}/>\n`
  }
  function description(about: string, node: PredicateMap, indent: string): string {
    let text = `${indent}<rdf:Description${about}>\n`
    for (const [predicate, objects] of node)
      for (const term of objects) text += property(nameOf(predicate), term, `${indent}  `)
    return `${text}${indent}</rdf:Description>\n`
  }
  const body = topLevel
    .map((subject) => description(identity('about', subject), nodes.get(subject) as PredicateMap, '  '))
    .join('')
  const namespaces = [...declared]
    .map(([prefix, namespace]) => `\n  xmlns:${prefix}="${escape(namespace)}"`)
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${namespaces}>\n${body}</rdf:RDF>\n`
}
