/** The pages of problems, and of a server that has no graph yet. */

import type { InterfaceLanguage } from '../../config/about.ts'
import type { Problem, ProblemDocument } from '../../config/errors.ts'
import { h, writeDocument } from '../../pages/shared/html.ts'
import { texts } from '../../pages/texts/locale.ts'
import { problemPage } from '../../pages/problem.ts'
import type { LocalContext } from '../../api/graph-context.ts'
import { inLanguage } from './shared/site-of.ts'

export const writeProblem = (document: ProblemDocument, problem: Problem, context: LocalContext): string =>
  problemPage(document, problem, inLanguage(context))

/** There is no graph yet. */
export function startingPage(language: InterfaceLanguage): string {
  const { starting } = texts[language]
  return writeDocument(
    h(
      'html',
      { lang: language },
      h(
        'head',
        null,
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('title', null, starting.title),
      ),
      h('body', null, h('main', null, h('h1', null, starting.heading), h('p', null, starting.help))),
    ),
  )
}
