/** HTML for people: the pages of routes of the core, and the routes of what only pages use. */

import type { Pages } from '../../api/request/pages.ts'
import type { Route } from '../../api/request/route.ts'
import { OWN_PAGES_PATH } from '../../api/request/paths.ts'

/** The code of each page is read when somebody is to see it. */
export const htmlPages: Pages = {
  record: async (...given) => (await import('./record/write-record.ts')).writeRecord(...given),
  list: async (...given) => (await import('./search/write-list.ts')).writeList(...given),
  search: async (...given) => (await import('./search/write-search.ts')).writeSearch(...given),
  choices: async (...given) => (await import('./resolve.ts')).choicesPage(...given),
  mention: async (...given) => (await import('./resolve.ts')).mentionPage(...given),
  problem: async (...given) => (await import('./problem.ts')).problemPage(...given),
  overview: async (...given) => (await import('./overviews.ts')).writeOverview(...given),
  starting: async (...given) => (await import('./starting.ts')).startingPage(...given),
  sparql: async (...given) => (await import('./sparql/write-result.ts')).writeForm(...given),
  sparqlResult: async (...given) => (await import('./sparql/write-result.ts')).writeResult(...given),
}

export const pageRoutes: readonly Route[] = [
  // The form of a list on its page.
  {
    path: '/search/{collection}',
    noindex: true,
    name: 'search',
    runs: 'thread',
    handler: () => import('./search/form.ts').then(({ searchCollection }) => searchCollection),
    parameters: ['collection'],
  },
  {
    path: `${OWN_PAGES_PATH}/{file}`,
    name: 'own-pages',
    runs: 'thread',
    handler: () => import('./overviews.ts').then(({ ownPage }) => ownPage),
    parameters: ['file'],
  },
  {
    path: '/assets/{file}',
    name: 'assets',
    runs: 'main',
    handler: () => import('./serve-assets.ts').then(({ asset }) => asset),
    parameters: ['file'],
  },
  {
    path: '/favicon.ico',
    name: 'assets',
    runs: 'main',
    handler: () => import('./serve-assets.ts').then(({ favicon }) => favicon),
  },
]
