/** The page of an error, and the page that explains all error types. */

import {
  problems,
  PROBLEMS_PATH,
  type Choices,
  type Problem,
  type ProblemDocument,
} from '../../config/errors.ts'
import { WORDS_KEY } from '../../model/rows/word-filter.ts'
import { tryDecodeQuery } from '../../model/values/text.ts'
import { between, external, h, type Content } from '../shared/html.ts'
import { layout, searchForm } from './shared/page-layout.ts'
import { wholeListUrl } from '../../api/request/list-url.ts'
import { code, fact, factList, linkTo, noRecordNote, paragraph } from './shared/components.ts'
import { inLanguage, type PageSite } from './shared/site.ts'
import type { LocalContext } from '../../api/graph-context.ts'

const choiceList = ({ intro, names }: Choices): Content => [
  h('p', { id: 'choices' }, `${intro}:`),
  h(
    'ul',
    { class: 'choices', 'aria-labelledby': 'choices' },
    names.map((name) => h('li', null, code(between(name.split(/(?<=[.])/), h('wbr', null))))),
  ),
]

/** The words of a search in a URL. */
const WORDS = new RegExp(`(?:${WORDS_KEY}[:=]|[?&]q=)([^,&]*)`)

/** The page of one error: what happened and what to do, in the reader's language; then what programs are told. */
export function problemPage(
  { type = '', status = '', detail = '', instance = '' }: ProblemDocument,
  { code, explanation, choices, identifier }: Problem,
  context: LocalContext,
): string {
  const site = inLanguage(context)
  const { texts, translate } = site.locale
  const { problem: says } = texts
  const { title, help } = says.kinds[identifier === undefined ? code : 'no-record']
  const isExact = code === 'invalid-filter' || code === 'invalid-parameter'
  const isReasonFirst = isExact && site.locale.language === 'en'
  // What was wrong with the request is said in English, to people and programs alike.
  const reason =
    isExact && h('p', { class: isReasonFirst ? 'says' : 'note', lang: 'en', dir: 'auto' }, explanation)
  const [, words = ''] = WORDS.exec(instance) ?? []
  const listed = site.model.types.find((one) => instance.startsWith(site.urls.list(one)))
  return layout(
    site,
    { title, hasOwnSearch: true },
    h(
      'div',
      { class: 'problem' },
      h('h1', null, title),
      isReasonFirst && reason,
      identifier === undefined
        ? h('p', { class: isReasonFirst ? undefined : 'says' }, help)
        : noRecordNote(identifier, site),
      !isReasonFirst && reason,
      searchForm(site, { searchText: tryDecodeQuery(words) }, true),
      paragraph(
        listed && [linkTo(site, wholeListUrl(site, listed), texts.list.all(translate(listed.plural))), ' · '],
        linkTo(site, '/', says.home),
      ),
      h(
        'details',
        null,
        h('summary', null, says.details),
        h('div', { lang: 'en' }, !isExact && h('p', { dir: 'auto' }, detail), choices && choiceList(choices)),
        factList([
          fact(says.error(status), problems[code].title),
          fact(says.request, instance),
          fact(says.type, external(type, type)),
        ]),
        paragraph(linkTo(site, PROBLEMS_PATH, says.allTypes)),
      ),
    ),
  )
}

/** The page to which the types of problem documents link. */
export const problemsPage = (site: PageSite): string =>
  layout(
    site,
    { title: 'Errors', canonical: `${site.urls.root}${PROBLEMS_PATH}`, language: 'en' },
    h('h1', null, 'Errors'),
    h(
      'p',
      { class: 'says' },
      'Errors that the server can return. Programs get problem documents (RFC 9457) whose type links to this page.',
    ),
    h(
      'dl',
      { class: 'facts wide' },
      Object.entries(problems).map(([code, { status, title, help }]) =>
        h('div', { id: code }, h('dt', null, `${status} ${title}`), h('dd', null, help)),
      ),
    ),
  )
