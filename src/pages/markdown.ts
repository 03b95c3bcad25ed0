/**
 * Markdown as HTML: the one door to markdown-it. Tags in it are shown as text, and no script, style or picture is left.
 */

import markdownIt from 'markdown-it'
import type { OwnPage } from '../config/about.ts'
import { rawHtml, h, isLinkable, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { OWN_PAGES_PATH, type PageSite } from './shared/site.ts'

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

/** Paragraphs, lists, tables, headings and links of a text. */
export const markdown = (text: string): Content => rawHtml('div', { class: 'prose' }, parser.render(text))

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

/** A page that an institution has written itself. @param name by which it is found */
export const ownPage = (name: string, { title, markdown: text }: OwnPage, site: PageSite): string =>
  layout(
    site,
    {
      title,
      canonical: `${site.urls.root}${OWN_PAGES_PATH}/${name}`,
    },
    h('article', { class: 'own' }, markdown(text)),
  )
