/** The page of an error, and the page that explains all error types. */

import {
  problems,
  PROBLEMS_PATH,
  type Choices,
  type Problem,
  type ProblemDocument,
} from '../config/errors.ts'
import { between, external, h, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { code, fact, factList, linkTo, paragraph } from './shared/components.ts'
import type { PageSite } from './shared/site.ts'

/** Sentences of a title are for readers, its words in capitals for programs. */
const readable = (title: string): string =>
  /^[A-Z_]+$/.test(title) ? title.charAt(0) + title.slice(1).toLowerCase().replaceAll('_', ' ') : title

const choiceList = ({ intro, names }: Choices): Content => [
  h('p', { id: 'choices' }, `${intro}:`),
  h(
    'ul',
    { class: 'choices', 'aria-labelledby': 'choices' },
    names.map((name) => h('li', null, code(between(name.split(/(?<=[.])/), h('wbr', null))))),
  ),
]

/** The page of one error. */
export function problemPage(
  { type = '', status = '', detail = '', instance = '' }: ProblemDocument,
  { code, explanation, choices }: Problem,
  site: PageSite,
): string {
  const { language, texts } = site.locale
  const { problem: says } = texts
  const { title, help } = says.kinds[code]
  const isEnglish = language === 'en'
  const reason = choices ? explanation : detail
  return layout(
    site,
    { title: readable(title) },
    h(
      'div',
      { class: 'problem' },
      h('p', { class: 'kind' }, says.error(status)),
      h('h1', null, readable(title)),
      !isEnglish && h('p', { class: 'says' }, help),
      // What was wrong with the request is said in English, to people and programs alike.
      (isEnglish || reason !== problems[code].help) &&
        h(
          'div',
          isEnglish ? null : { lang: 'en' },
          h('p', { class: isEnglish ? 'says' : undefined, dir: 'auto' }, reason),
          choices && choiceList(choices),
        ),
      factList([fact(says.request, instance), fact(says.type, external(type, type))]),
      paragraph(linkTo(site, '/', says.home), ' · ', linkTo(site, PROBLEMS_PATH, says.allTypes)),
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
