/** How browsers and feed readers search here: OpenSearch 1.1. */

import { wordsCondition } from '../../filter/condition.ts'
import { bare, mediaTypes } from '../../config/media.ts'
import { defaultConditions, listUrl } from '../../api/request/list-url.ts'
import { SEARCH_PATH } from '../../api/request/paths.ts'
import { element, text } from '../../record/xml.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'

const TERMS = '{searchTerms}'

/** Characters that the names of OpenSearch have at most. */
const MAX_SHORT_NAME = 16
const MAX_LONG_NAME = 48
const MAX_DESCRIPTION = 1024

const cut = (value: string, most: number): string =>
  value.length > most ? `${value.slice(0, most - 1).toWellFormed()}…` : value

export function openSearch({ context }: RouteRequest): Answer {
  const { about, graph, model, urls, hasPages } = context
  const words = 'searchTerms'
  const feeds = model.types
    .filter((type) => hasPages && graph.count(type) > 0)
    .slice(0, 1)
    .map((type) => {
      const conditions = [...defaultConditions(context, type), wordsCondition(model, type, words)]
      return `${listUrl(urls, type, conditions).replace(words, TERMS)}&format=atom`
    })
  const url = (type: string, template: string): string => element('Url', { type, template })
  const body = element(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    element('ShortName', {}, text(cut(about.title, MAX_SHORT_NAME))),
    element('LongName', {}, text(cut(about.title, MAX_LONG_NAME))),
    element('Description', {}, text(cut(about.description, MAX_DESCRIPTION))),
    url(hasPages ? 'text/html' : 'application/json', `${urls.root}${SEARCH_PATH}?q=${TERMS}`),
    feeds.map((feed) => url(bare(mediaTypes.atom.type), feed)),
    element('InputEncoding', {}, 'UTF-8'),
  )
  return answerAs('opensearch', `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`)
}
