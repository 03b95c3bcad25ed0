/** Parts of which many pages are made: links, counts, tables of facts, links to the pages of a list, marked words. */

import type { About } from '../../../config/about.ts'
import { LANGUAGE } from '../../../config/parameters.ts'
import { foldToPlainLetters } from '../../../model/values/fold.ts'
import { isShort, type WordQuery } from '../../../model/values/word-query.ts'
import { bareIdentifier, schemeName } from '../../../record/naming/name-of-record.ts'
import { external, h, type Content } from '../../shared/html.ts'
import { hrefOf, relativeHref, type Site } from './site.ts'

/** A link to a page of this server. @param target its URL, or its path below the public URL */
export const linkTo = (site: Site, target: string, ...text: Content[]): Content =>
  h('a', { href: target.startsWith('/') ? hrefOf(site, target) : relativeHref(site, target) }, ...text)

/** A form that is sent by GET has its parameters in fields: those of its action are lost. */
export const formAction = ({ languageChoice: _, ...site }: Site, path: string): string => hrefOf(site, path)

/** The field by which a form leads to a page in the same language, where the URL says it. */
export const languageInput = ({ languageChoice, locale }: Site): Content =>
  languageChoice?.isInUrl && h('input', { type: 'hidden', name: LANGUAGE, value: locale.language })

/** A link among others of a page. @param isHere whether it leads to the page itself */
export const linkItem = (href: string, isHere: boolean, ...text: Content[]): Content =>
  h('li', null, h('a', { href, 'aria-current': isHere ? 'page' : undefined }, ...text))

export const code = (text: Content): Content => h('code', null, text)

export const paragraph = (...content: Content[]): Content => h('p', null, ...content)

/** A heading, and how many there are of what stands below it. */
export const countedHeading = (tag: 'h2' | 'h3', heading: string, count: string): Content =>
  h(tag, null, heading, ' ', counted(count))

/** @param count as it is written */
export const counted = (count: string): Content => h('span', { class: 'count' }, count)

export const fact = (term: Content, ...says: Content[]): Content =>
  h('div', null, h('dt', null, term), h('dd', null, ...says))

/** A table of facts. @param kind a further class: `wide` for long terms */
export const factList = (facts: readonly Content[], kind?: 'wide' | 'references'): Content =>
  h('dl', { class: kind === undefined ? 'facts' : `facts ${kind}` }, facts)

export const publisherLink = ({ name, url }: NonNullable<About['publisher']>): Content =>
  url === undefined ? name : external(url, name)

interface Paging {
  readonly page: number
  readonly last: number
  /** Where the links lead, in their order; one without a target is no link. */
  readonly targets: readonly (readonly [rel: string, text: string, url: string | undefined])[]
}

/** Links to the other pages of a list: those in front of the page, its number, and those behind it. */
export function pagingLinks({ page, last, targets }: Paging, site: Site): Content {
  if (last < 2) return null
  const { texts, number } = site.locale
  const links = targets.map(([rel, text, url]) =>
    url === undefined
      ? h('span', { class: 'off' }, text)
      : h('a', { href: relativeHref(site, url), rel }, text),
  )
  const here = h('span', { class: 'here' }, texts.page.pageOf(number(page), number(last)))
  const half = links.length / 2
  return h(
    'nav',
    { class: 'paging', 'aria-label': texts.page.pages },
    links.slice(0, half),
    here,
    links.slice(half),
  )
}

/** A word with its accents, which may stand behind its letters. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Words of phrases are found whole, others inside of longer ones; short ones would be in nearly all. */
function isMatch(word: string, { words, phrases }: WordQuery): boolean {
  const folded = foldToPlainLetters(word)
  return (
    words.some((one) => (isShort(one) ? folded === one : folded.includes(one))) ||
    phrases.some((phrase) => phrase.split(' ').includes(folded))
  )
}

/** A text in which the words that somebody searched for are marked. @param query absent: none are */
export function markWords(text: string, query: WordQuery | undefined): Content {
  if (!query) return text
  const parts: Content[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isMatch(word, query)) continue
    parts.push(text.slice(end, index), h('mark', null, word))
    end = index + word.length
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)]
}

/** Whether a text has a word that is searched for. */
export const hasMatch = (text: string, query: WordQuery | undefined): boolean =>
  query !== undefined && (text.match(WORD) ?? []).some((word) => isMatch(word, query))

/** `DOI 10.1000/1`, with the page where its register has it; undefined for what is no known identifier. */
function identifierLink(text: string, { model }: Site): Content | undefined {
  const { identifiers } = model
  const found = bareIdentifier(identifiers.entityIris(text)[0] ?? text, model)
  if (!found) return undefined
  const name = `${schemeName(found.scheme)} ${found.value}`
  return external(identifiers.pageOf(found.scheme, found.value) ?? text, h('bdi', null, name))
}

/** That no record has an identifier, and where its register has it. */
export const noRecordNote = (identifier: string, site: Site): Content =>
  h(
    'p',
    { class: 'says' },
    site.locale.texts.problem.noRecord(identifierLink(identifier, site), h('bdi', null, identifier)),
  )
