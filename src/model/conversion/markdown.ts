/** Markdown: the one door to markdown-it. Tags in it are shown as text, and no script, style or picture is left. */

import markdownIt from 'markdown-it'
import { isLinkable } from '../values/text.ts'

const parser = markdownIt({ html: false, linkify: true }).disable('image')

/** A path, an anchor, or the name of a page beside this one. */
const LOCAL = /^(?:[/#](?!\/)|[\w-][\w./-]*(?:[?#]|$))/

// Web and mail addresses, and what is on this server.
parser.validateLink = (address) => isLinkable(address) || LOCAL.test(address)

// Cells are aligned by style sheets alone.
parser.core.ruler.push('without-styles', ({ tokens }) => {
  for (const token of tokens) token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
})

// As other links to other sites.
parser.core.ruler.push('outward', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? []))
    if (token.type === 'link_open' && isLinkable(String(token.attrGet('href'))))
      token.attrSet('rel', 'noopener')
})

/** The HTML of a text: paragraphs, lists, tables, headings and links. */
export const htmlOfMarkdown = (text: string): string => parser.render(text)

/** The words of a text without its marks, for what shows no Markdown. */
export const textOfMarkdown = (text: string): string =>
  parser
    .parse(text, {})
    .flatMap(({ type, content, children }) =>
      children
        ? [children.map((one) => (one.type.endsWith('break') ? ' ' : one.content)).join('')]
        : ['fence', 'code_block'].includes(type)
          ? [content.trim()]
          : [],
    )
    .join('\n\n')
