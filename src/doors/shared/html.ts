/** HTML as values: the only import of preact, which escapes all text and attributes. */

import { h as element, type ComponentChildren, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { isLinkable } from '../../model/values/text.ts'

/** What may stand between tags. */
export type Content = ComponentChildren

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element. */
export const h = (tag: string, attributes: Attributes | null, ...children: Content[]): VNode =>
  element(tag, attributes, ...children)

/** JSON for programs. What HTML could read in it is written as JSON escapes. */
export const data = (type: string, json: string): Content =>
  element('script', {
    type,
    dangerouslySetInnerHTML: {
      __html: json.replace(
        /[<>&\u2028\u2029]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    },
  })

/** An element around HTML, which has to come from a writer that escapes what it is given. */
export const rawHtml = (tag: string, attributes: Attributes, html: string): VNode =>
  element(tag, { ...attributes, dangerouslySetInnerHTML: { __html: html } })

/** An element as text. */
export const renderText = (root: VNode): string => render(root)

/** A whole document. */
export const writeDocument = (root: VNode): string => `<!doctype html>\n${render(root)}\n`

/** A link to another site, or the text alone where the address cannot be one. */
export const external = (address: string, text: Content, attributes: Attributes = {}): Content =>
  isLinkable(address) ? h('a', { href: address, rel: 'noopener nofollow', ...attributes }, text) : text

/** Contents with something between them. */
export const between = (contents: readonly Content[], separator: Content): Content[] =>
  contents.flatMap((content, i) => (i === 0 ? [content] : [separator, content]))
