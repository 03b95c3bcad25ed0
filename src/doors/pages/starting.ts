/** The page of a server that has no graph yet. */

import type { InterfaceLanguage } from '../../config/about.ts'
import { h, writeDocument } from '../shared/html.ts'
import { texts } from './texts/locale.ts'

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
