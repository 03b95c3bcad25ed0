/** XML → elements. Of a DTD nothing is read: no entities of its own, and none from elsewhere. */

// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./saxen.d.ts" />

import { Parser } from 'saxen'
import { UnreadableText } from '../rows/source-row.ts'
import { resolveReferences } from './markup-to-text.ts'

export interface XmlElement {
  /** As it is written, with its prefix. */
  readonly qualifiedName: string
  /** Without its prefix. */
  readonly name: string
  /** Empty where it has none. */
  readonly namespace: string
  /** By their names as they are written. */
  readonly attributes: Readonly<Record<string, string>>
  readonly content: readonly (XmlElement | string)[]
  /** Declarations of namespaces that hold in it, those around it among them: `xmlns:dc` → IRI. */
  readonly declarations: Readonly<Record<string, string>>
  /** Line on which it starts, from 1. */
  readonly line: number
  /** The text ends, or breaks, before it does. */
  readonly isCutOff: boolean
}

/** What is wrong with a text, and where. */
interface XmlFault {
  readonly message: string
  readonly line: number
}

export interface XmlDocument {
  /** Of what is no whole XML, the elements before the fault. */
  readonly root?: XmlElement
  readonly fault?: XmlFault
}

/** Characters of one document. */
const MAX_CHARACTERS = 100_000_000

/** Elements within each other; records have some ten. */
const MAX_DEPTH = 100

interface OpenElement extends XmlElement {
  readonly content: (XmlElement | string)[]
  isCutOff: boolean
}

/** Counts the lines up to each start tag, as these come. */
function lineCounter(xml: string): () => number {
  const tags = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|(<[A-Za-z_:])/g
  let [line, end] = [1, xml.indexOf('\n')]
  return () => {
    let tag = tags.exec(xml)
    while (tag && tag[1] === undefined) tag = tags.exec(xml)
    for (; tag && end !== -1 && end < tag.index; line++) end = xml.indexOf('\n', end + 1)
    return line
  }
}

const NAME = /^(?:([^:]*):)?(.*)$/s

function openElement(
  qualifiedName: string,
  attributes: Readonly<Record<string, string>>,
  parent: XmlElement | undefined,
  line: number,
): OpenElement {
  const own = Object.entries(attributes).filter(([key]) => /^xmlns(?::|$)/.test(key))
  const around = parent?.declarations ?? {}
  const declarations = own.length === 0 ? around : { ...around, ...Object.fromEntries(own) }
  const [, prefix, name = ''] = NAME.exec(qualifiedName) ?? []
  const namespace = declarations[prefix === undefined ? 'xmlns' : `xmlns:${prefix}`] ?? ''
  return { qualifiedName, name, namespace, attributes, content: [], declarations, line, isCutOff: false }
}

export function parseXml(xml: string): XmlDocument {
  const stack: OpenElement[] = []
  let root: OpenElement | undefined
  let fault: XmlFault | undefined
  const nextLine = lineCounter(xml)
  const addText = (text: string): void => void stack.at(-1)?.content.push(text)
  const parser = new Parser()
  parser.on('error', ({ message }, context) => {
    // Of the end, saxen tells no line.
    const line = message === 'unexpected end of file' ? xml.trimEnd().split('\n').length : context().line + 1
    fault ??= { message, line }
  })
  parser.on('openTag', (name, attributesOf) => {
    const [parent, line] = [stack.at(-1), nextLine()]
    if (stack.length >= MAX_DEPTH) {
      fault = { message: `more than ${MAX_DEPTH} elements stand within each other`, line }
      parser.stop()
      return
    }
    const attributes = Object.entries(attributesOf() || {}).map(([key, value]) => [
      key,
      resolveReferences(value),
    ])
    const element = openElement(name, Object.fromEntries(attributes), parent, line)
    if (parent) parent.content.push(element)
    else root ??= element
    stack.push(element)
  })
  parser.on('text', (text) => addText(resolveReferences(text)))
  parser.on('cdata', addText)
  parser.on('closeTag', () => stack.pop())
  parser.parse(xml)
  for (const element of stack) element.isCutOff = true
  return { ...(root && { root }), ...(fault && { fault }) }
}

/** The document that comes in pieces. @throws UnreadableText if it is too long */
export async function readXml(pieces: AsyncIterable<string>): Promise<XmlDocument> {
  const texts: string[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > MAX_CHARACTERS) throw new UnreadableText(`is XML of more than ${MAX_CHARACTERS} characters`)
    texts.push(piece)
  }
  return parseXml(texts.join(''))
}

const isElement = (one: XmlElement | string): one is XmlElement => typeof one !== 'string'

/** The elements inside of one, be it those of some names. */
export const elementsIn = (parent: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  (parent?.content ?? []).filter(isElement).filter(({ name }) => names.length === 0 || names.includes(name))

/** All text inside of an element, without blanks around it; undefined if there is none. */
export function textIn(element: XmlElement | undefined): string | undefined {
  const text = (one: XmlElement | string): string =>
    typeof one === 'string' ? one : one.name === 'br' ? '\n' : one.content.map(text).join('')
  const all = element === undefined ? '' : text(element).trim()
  return all === '' ? undefined : all
}
