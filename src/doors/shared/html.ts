/** HTML as text: the only place where it is written, and all texts and attributes are escaped. */

import { isLinkable } from '../../model/values/text.ts'

/** HTML that is written. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand between tags: absent and true or false, it is nothing. */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[]

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

const escapes: Readonly<Record<string, string>> = { '"': '&quot;', '&': '&amp;', '<': '&lt;' }
const escape = (text: string): string => text.replace(/["&<]/g, (character) => escapes[character] as string)

function textOf(content: Content): string {
  if (typeof content === 'string' || typeof content === 'number') return escape(String(content))
  if (typeof content !== 'object' || content === null) return ''
  return content instanceof Html ? content.text : content.map(textOf).join('')
}

/** Elements without an end. */
const VOID: ReadonlySet<string> = new Set(['base', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source'])
/** Attributes that say whether something is so in words; others are there, or not. */
const IN_WORDS = /^(?:aria-|data-|spellcheck$)/

function startOf(tag: string, attributes: Attributes | null): string {
  let text = `<${tag}`
  for (const name in attributes) {
    const given = attributes[name]
    const value = typeof given === 'boolean' && IN_WORDS.test(name) ? String(given) : given
    if (value === undefined || value === false) continue
    text += value === true || value === '' ? ` ${name}` : ` ${name}="${escape(String(value))}"`
  }
  return text
}

/** An element around HTML, which has to come from a writer that escapes what it is given. */
export const rawHtml = (tag: string, attributes: Attributes | null, html: string): Html =>
  new Html(startOf(tag, attributes) + (html === '' && VOID.has(tag) ? '/>' : `>${html}</${tag}>`))

/** An element. */
export const h = (tag: string, attributes: Attributes | null, ...children: Content[]): Html =>
  rawHtml(tag, attributes, textOf(children))

/** JSON for programs. What HTML could read in it is written as JSON escapes. */
export const data = (type: string, json: string): Content =>
  rawHtml(
    'script',
    { type },
    json.replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

/** An element as text. */
export const renderText = ({ text }: Html): string => text

/** A whole document. @param head what it has in its head beside what all have */
export function writeDocument(language: string, head: Content, body: Html): string {
  const meta = [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
  ]
  return `<!doctype html>\n${h('html', { lang: language }, h('head', null, meta, head), body).text}\n`
}

/** A link to another site, or the text alone where the address cannot be one. */
export const external = (address: string, text: Content, attributes: Attributes = {}): Content =>
  isLinkable(address) ? h('a', { href: address, rel: 'noopener nofollow', ...attributes }, text) : text

/** Contents with something between them. */
export const between = (contents: readonly Content[], separator: Content): Content[] =>
  contents.flatMap((content, i) => (i === 0 ? [content] : [separator, content]))
