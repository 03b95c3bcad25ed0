/** The context of a request: the graph, its URLs, its framer, and the language of pages. */

import type { Task } from '../admission/task.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { withSuggestion } from '../model/values/closest-match.ts'
import { createUrls, type PublishedGraph } from '../record/urls.ts'
import { createFramer, type Framer } from '../record/json/frame.ts'
import type { Settings } from '../config/settings.ts'
import type { ServedGraph } from '../search-index/query/graph.ts'
import type { About, InterfaceLanguage } from '../config/about.ts'
import { Problem } from '../config/errors.ts'
import { createLocales, recordTexts, type Locale } from '../record/naming/locale.ts'
import type { Json } from '../model/values/json.ts'
import type { FactsByRecord } from '../record/naming/record-summary.ts'
import type { GraphQueries } from '../search-index/query/graph-queries.ts'
import { LANGUAGE } from '../config/parameters.ts'

/** The language of a page, and those that it could have. */
interface LanguageChoice {
  readonly languages: readonly InterfaceLanguage[]
  /** The URL says it, so that links do too. */
  readonly isInUrl: boolean
  /** Path and query of the page, without the language. */
  readonly url: string
}

export interface GraphContext extends PublishedGraph {
  /** Without its query methods: `queries` has them, bound to the request, and ends them with it. */
  readonly graph: Omit<ServedGraph, keyof GraphQueries>
  /** The queries of the graph; they stop when the client of the request disconnects. */
  readonly queries: GraphQueries
  readonly about: About
  /** The language in which records are told of. */
  readonly locale: Locale
  /** How a page came to its language; absent where pages have English alone. */
  readonly languageChoice?: LanguageChoice | undefined
  /** Records to which others refer by id alone. */
  readonly namedRecords?: ReadonlyMap<string, Json>
  /** What is told of the records that an answer names. */
  readonly factsByRecord?: FactsByRecord
  /** Whether the server answers at a path. */
  has(path: string): boolean
  /** When the graph was loaded, as an HTTP date. */
  readonly lastModified: string
  /** Frames a document into its record. */
  readonly frame: Framer
  /** For which the answer is made. */
  readonly task: Task
  /** Seconds that an answer may take. */
  readonly answerTimeout: number
}

/** The context for a task, with queries that end with it. */
export const withTask = (context: GraphContext, task: Task): GraphContext => ({
  ...context,
  task,
  queries: context.graph.forTask(task),
})

/** The language in which a request gets pages. */
export interface RequestLanguage {
  readonly language: InterfaceLanguage
  /** The URL says it. */
  readonly isInUrl: boolean
}

/** A URL with the language in which its page is to be. */
export const withLanguage = (url: string, language: InterfaceLanguage): string =>
  url.replace(/(?=#|$)/, `${url.includes('?') ? '&' : '?'}${LANGUAGE}=${language}`)

/** The context for what people read: programs get English, whatever a request says. */
export interface LocalContext extends GraphContext {
  readonly languageChoice: GraphContext['languageChoice']
}

const localeOf = createLocales(recordTexts)

/** @param url path and query of the request, without the language */
export const inLanguageOf = (
  context: GraphContext,
  { language: chosen, url }: { readonly language?: RequestLanguage | undefined; readonly url: string },
): LocalContext => ({
  ...context,
  about: (chosen && context.about.byLanguage?.[chosen.language]) ?? context.about,
  locale: chosen ? localeOf(context.model, chosen.language) : context.locale,
  languageChoice: chosen && {
    languages: context.about.interfaceLanguages ?? [],
    isInUrl: chosen.isInUrl,
    url,
  },
})

/** Gives one context for each graph, so that a reload brings a new one. */
export type GetContext = () => GraphContext

/** What a graph context needs to know of the server. */
interface SiteOptions<G> extends Pick<GraphContext, 'has' | 'hasPages'> {
  readonly root: string
  about(graph: G): About
}

/**
 * @param graph gives the current graph
 * @param place with the public URL of the server
 */
export function createContextProvider<G extends ServedGraph>(
  graph: () => G,
  place: SiteOptions<G>,
  settings: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
): GetContext {
  const contexts = new WeakMap<G, GraphContext>()
  return () => {
    const now = graph()
    let context = contexts.get(now)
    if (!context) contexts.set(now, (context = createContext(now, place, settings)))
    return context
  }
}

function createContext<G extends ServedGraph>(
  graph: G,
  { root, about, has, hasPages }: SiteOptions<G>,
  { serviceLinks: services, answerTimeout }: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
): GraphContext {
  const { model, base } = graph
  return {
    graph,
    queries: graph,
    task: graph.task,
    answerTimeout,
    about: about(graph),
    locale: localeOf(model, 'en'),
    has,
    hasPages,
    lastModified: graph.loaded.toUTCString(),
    model,
    base,
    services,
    urls: createUrls(root, base),
    typesOf: graph.typesOf,
    frame: createFramer(model, base),
  }
}

/**
 * The entity type of a path segment.
 * @throws Problem not-found, naming the collections
 */
export function requireCollection(model: Model, segment: string): EntityType {
  const type = model.typeAt(segment)
  if (type) return type
  const paths = model.types.map(({ path }) => path)
  throw new Problem(
    'not-found',
    `${withSuggestion('There is no collection of that name', segment, paths)} There are ${paths.join(', ')}.`,
  )
}
