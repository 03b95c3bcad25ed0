/** The context of a request: the graph, its URLs, its framer, and the language of pages. */

import type { Task } from '../admission/task.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { withSuggestion } from '../model/values/closest-match.ts'
import type { PageSite, Site } from '../pages/shared/site.ts'
import type { Framer } from '../record/json/frame.ts'
import type { InterfaceLanguage } from '../config/about.ts'
import { Problem } from '../config/errors.ts'
import { localeOf } from '../pages/texts/locale.ts'
import { noTimer, type StageTimer } from './server-timing.ts'

export interface GraphContext extends Site {
  /** When the graph was loaded, as an HTTP date. */
  readonly lastModified: string
  /** Frames a document into its record. */
  readonly frame: Framer
  /** For which the answer is made. */
  readonly task: Task
  /** Times its stages. */
  readonly timer: StageTimer
  /** Seconds that an answer may take. */
  readonly answerTimeout: number
}

/** The context for a task, with queries that end with it. */
export const withTask = (context: GraphContext, task: Task, timer: StageTimer = noTimer): GraphContext => ({
  ...context,
  task,
  timer,
  queries: context.graph.forTask(task),
})

/** The language in which a request gets pages. */
export interface RequestLanguage {
  readonly language: InterfaceLanguage
  /** The URL says it. */
  readonly isInUrl: boolean
}

/** The context for pages that people read: programs get English, whatever a request says. */
export type PageContext = GraphContext & PageSite

/** What is written by the code of pages and is none: a feed. */
export const inEnglish = (context: GraphContext): PageContext => ({ ...context, languageChoice: undefined })

/** @param url path and query of the request, without the language */
export const inLanguageOf = (
  context: GraphContext,
  { language: chosen, url }: { readonly language?: RequestLanguage | undefined; readonly url: string },
): PageContext => ({
  ...context,
  about: (chosen && context.about.byLanguage?.[chosen.language]) ?? context.about,
  locale: chosen ? localeOf(context.model, chosen.language) : context.locale,
  languageChoice: chosen && {
    languages: context.about.interfaceLanguages ?? [],
    isInUrl: chosen.isInUrl,
    url,
  },
})

/** Called once per request, so that a response never mixes two graphs. */
export type GetContext = () => GraphContext

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
