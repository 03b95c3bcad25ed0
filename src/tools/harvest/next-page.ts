/** Where a list goes on: by the link of a page, put right where it is wrong, or by counting. */

import { withParameters } from '../shared/find-lists.ts'
import type { ListPage } from '../shared/list-page.ts'
import type { ListState, Position } from './output.ts'
import type { Trouble } from './finding-kinds.ts'

/** Pages found by counting that may hold nothing new before a list counts as finished. */
const MAX_EMPTY_PAGES = 2

type ReportTrouble = (kind: Trouble, message: string) => void

/** The page of a number, whatever the links say. */
export const countedPage = (
  list: ListState,
  number: number,
  { emptyPages = 0, isCountedOn = false }: Partial<Position> = {},
): Position => ({
  url: withParameters(list.url, {
    page: number,
    ...(list.pageSize !== undefined && { page_size: list.pageSize }),
  }),
  number,
  isCounted: true,
  emptyPages,
  isCountedOn,
})

/** Parameters that a link to the next page must not lose. */
const LASTING = ['filter', 'page_size']

/** The URL of a link, at the host of the request and with what it has lost; undefined if it is no URL. */
function followLink(link: string, from: string, report: ReportTrouble): string | undefined {
  if (!URL.canParse(link, from)) return undefined
  if (!URL.canParse(link)) report('relative-link', `has the link ${link}`)
  let target = new URL(link, from)
  const requested = new URL(from)
  if (target.origin !== requested.origin) {
    report('other-host', `has the link ${link}`)
    requested.search = target.search
    target = requested
  }
  const original = new URL(from)
  for (const part of original.search.slice(1).split('&')) {
    const name = part.split('=', 1)[0] as string
    if (!LASTING.includes(name) || target.searchParams.has(name)) continue
    report('lost-parameter', `has the link ${link}, without ${name}`)
    target.search = [target.search.slice(1), part].filter(Boolean).join('&')
  }
  return target.href
}

export interface PageRead {
  readonly list: ListState
  readonly position: Position
  readonly page: ListPage
  readonly url: string
  /** Records of the page that were on none before. */
  readonly newRecords: number
  /** URLs that were read by links. */
  readonly visited: ReadonlySet<string>
}

/** The page behind one that was read; undefined at the end of the list. */
export function nextPage(read: PageRead, report: ReportTrouble): Position | undefined {
  const { list, position, page, url, newRecords, visited } = read
  const { number, isCounted } = position
  if (isCounted) {
    const emptyPages = newRecords > 0 ? 0 : position.emptyPages + 1
    return emptyPages < MAX_EMPTY_PAGES
      ? countedPage(list, number + 1, { ...position, emptyPages })
      : undefined
  }
  const isComplete = list.total !== undefined && list.records >= list.total
  const target = page.next === undefined ? undefined : followLink(page.next, url, report)
  const isLoop = target !== undefined && (newRecords === 0 || visited.has(target))
  if (target !== undefined && !isLoop)
    return { url: target, number: number + 1, isCounted: false, emptyPages: 0 }
  if (isLoop) report('page-loop', `has the link ${page.next ?? ''}`)
  const isFull = page.records.length >= (list.pageSize ?? Number.POSITIVE_INFINITY)
  // The number of this page is tried first: of a server that counts from 0 it is the next page.
  return isComplete && !isFull ? undefined : countedPage(list, number, { isCountedOn: !isLoop })
}
