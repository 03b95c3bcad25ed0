/** The pages for readers: their code blocks with the remarks before them, links, headings and code spans. */

import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

export interface Block {
  readonly language: string
  readonly text: string
  /** What HTML comments just before the block say of it: `not run`, `status`, `exit`, `in`, `file`. */
  readonly remarks: Readonly<Record<string, string>>
  /** Nothing but remarks stands between the block before and this one. */
  readonly follows: boolean
}

export interface Page {
  /** Path from the root of the repository. */
  readonly name: string
  readonly text: string
  readonly blocks: readonly Block[]
}

const remarksIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<!-- ([\w ]+): (.+?) -->/g)].map(([, name, value]) => [
      name as string,
      value as string,
    ]),
  )

const BLOCK = /((?:^<!-- .+ -->\n)*)^```(\w+)\n([^]*?)^```$/gm

function blocksOf(text: string): Block[] {
  let end = -1
  return [...text.matchAll(BLOCK)].map((match) => {
    const [all, remarks = '', language = '', body = ''] = match
    const follows = end >= 0 && text.slice(end, match.index).trim() === ''
    end = match.index + all.length
    return { language, text: body, remarks: remarksIn(remarks), follows }
  })
}

export function pageOf(name: string): Page {
  const text = readFileSync(new URL(name, root), 'utf8')
  return { name, text, blocks: blocksOf(text) }
}

export const docsPages = readdirSync(new URL('docs/', root))
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => pageOf(`docs/${name}`))

const withoutBlocks = (text: string): string => text.replace(/^```\w*\n[^]*?^```$/gm, '')

/** Targets of links and images. */
export const linksIn = ({ text }: Page): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target as string)

export const codeSpansIn = ({ text }: Page): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, span]) => span as string)

/** The fragments by which GitHub links to headings. */
export const anchorsIn = ({ text }: Page): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
