/** HTML as a browser reads it: parsed by parse5, with the few questions that tests ask. */

import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

export interface Tag {
  readonly name: string
  /** Attributes by name. */
  readonly attributes: Readonly<Record<string, string>>
  /** All text in it. */
  readonly text: string
}

export interface Html {
  /** What a validator would say against the markup; characters that no document should hold are left out. */
  readonly faults: readonly string[]
  /** Elements in document order; all, or those of a name. */
  all(name?: string): readonly Tag[]
  /** Elements of a name that have exactly this as their class. */
  classed(name: string, value: string): readonly Tag[]
  /** The text of the first element of a name. */
  text(name: string): string | undefined
  /** The values of `href` of links. */
  readonly links: readonly string[]
}

/** Faults of the text, not of the markup. */
const OF_TEXT = new Set([
  'control-character-in-input-stream',
  'noncharacter-in-input-stream',
  'control-character-reference',
])

const textOf = (node: Node): string =>
  tree.isTextNode(node) ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

function* elements(node: Node): Generator<Element> {
  if (tree.isElementNode(node)) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child)
}

function readHtml(text: string): Html {
  const faults: string[] = []
  const document = parse(text, {
    onParseError: ({ code, startLine, startCol }) => {
      if (!OF_TEXT.has(code)) faults.push(`${code} at ${startLine}:${startCol}`)
    },
  })
  const tags = [...elements(document)].map((element): Tag => ({
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: textOf(element),
  }))
  const all = (name?: string): Tag[] => (name === undefined ? tags : tags.filter((tag) => tag.name === name))
  return {
    faults,
    all,
    classed: (name, value) => all(name).filter(({ attributes }) => attributes.class === value),
    text: (name) => all(name)[0]?.text,
    links: all('a').flatMap(({ attributes: { href } }) => href ?? []),
  }
}

/** The data for programs in a page. */
export const dataOf = (html: Html): Record<string, any>[] =>
  html
    .all('script')
    .filter(({ attributes: { src } }) => src === undefined)
    .map(({ text }) => JSON.parse(text) as Record<string, any>)

/** Fetches a page as a browser does. */
export async function getPage(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly html: Html
}> {
  const response = await fetch(url, {
    headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', ...headers },
    redirect: 'manual',
  })
  const body = await response.text()
  return { status: response.status, headers: response.headers, body, html: readHtml(body) }
}
