/** Records of ORCID as XML (schema 3.0, as in the public data file) → as the API gives them in JSON. */

// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./saxen.d.ts" />

import { Parser } from 'saxen'
import { isObject, type Json } from '../../model/values/json.ts'
import { UnreadableText, type TextRecord } from '../../model/rows/source-row.ts'

/** Characters of one record: people with thousands of works have some megabytes. */
const MAX_CHARACTERS = 100_000_000

/** Elements within each other; records have some ten. */
const MAX_DEPTH = 100

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An element: its text, or its members by their names without prefix, of several of one name a list. */
function valueOf(members: Json, text: string): Json | string {
  const path = members['path']
  return Object.keys(members).length > (path === undefined ? 0 : 1) || text.trim() === ''
    ? members
    : text.trim()
}

function add(parent: Json, name: string, value: unknown): void {
  const before = parent[name]
  parent[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
}

function readXml(xml: string): Json | string {
  const stack: { readonly name: string; readonly members: Json; text: string }[] = []
  const document: Json = {}
  let fault: string | undefined
  const parser = new Parser()
  parser.on('error', (error: Error) => {
    fault ??= error.message
  })
  parser.on('openTag', (name: string) => {
    if (stack.length >= MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} elements stand within each other`)
    stack.push({ name: localName(name), members: Object.create(null) as Json, text: '' })
  })
  const addText = (text: string): void => {
    const last = stack.at(-1)
    if (last) last.text += text
  }
  parser.on('text', (text: string, decode: (text: string) => string) => addText(decode(text)))
  parser.on('cdata', addText)
  parser.on('closeTag', () => {
    const { name, members, text } = stack.pop() as (typeof stack)[number]
    add(stack.at(-1)?.members ?? document, name, valueOf(members, text))
  })
  parser.parse(xml)
  if (fault !== undefined) return fault
  const { record } = document
  return stack.length === 0 && isObject(record) ? record : 'it ends before its root does'
}

export const isOrcidXml = (head: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?record\s/.test(head) && head.includes('http://www.orcid.org/ns/')

/** The one record of a text. @throws UnreadableText if it is too long */
export async function* readOrcidXml(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  const texts: string[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > MAX_CHARACTERS) throw new UnreadableText(`is XML of more than ${MAX_CHARACTERS} characters`)
    texts.push(piece)
  }
  const record = readXml(texts.join(''))
  yield [typeof record === 'string' ? { line: 1, fault: `is no whole XML: ${record}` } : { line: 1, record }]
}
