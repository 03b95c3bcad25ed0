/** The page of an error, and the page that explains all error types. */

import { problems, PROBLEMS_PATH, type Choices, type Problem, type ProblemDocument } from '../errors.ts'
import { external, h, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { code, fact, factList, linkTo, paragraph } from './shared/components.ts'
import type { Site } from './shared/site.ts'

/** Sentences of a title are for readers, its words in capitals for programs. */
const readable = (title: string): string =>
  /^[A-Z_]+$/.test(title) ? title.charAt(0) + title.slice(1).toLowerCase().replaceAll('_', ' ') : title

const choiceList = ({ intro, names }: Choices): Content => [
  h('p', { id: 'choices' }, `${intro}:`),
  h(
    'ul',
    { class: 'choices', 'aria-labelledby': 'choices' },
    names.map((name) => h('li', null, code(name))),
  ),
]

/** The page of one error. */
export const problemPage = (
  { type = '', title = '', status = '', detail = '', instance = '' }: ProblemDocument,
  { explanation, choices }: Problem,
  site: Site,
): string =>
  layout(
    site,
    { title: readable(title) },
    h(
      'div',
      { class: 'problem' },
      h('p', { class: 'kind' }, `Error ${status}`),
      h('h1', null, readable(title)),
      h('p', { class: 'says', dir: 'auto' }, choices ? explanation : detail),
      choices && choiceList(choices),
      factList([fact('Request', instance), fact('Error type', external(type, type))]),
      paragraph(linkTo(site, '/', 'Home'), ' · ', linkTo(site, PROBLEMS_PATH, 'All error types')),
    ),
  )

/** The page to which the types of problem documents link. */
export const problemsPage = (site: Site): string =>
  layout(
    site,
    { title: 'Errors', canonical: `${site.urls.root}${PROBLEMS_PATH}` },
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
