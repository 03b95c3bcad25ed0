/** The one place where a failure becomes an answer. */

import { asProblem, describeProblem, docsOf, hasFailed, PROBLEM_TYPE } from '../../config/errors.ts'
import { mediaTypes } from '../../config/media.ts'
import type { Answer } from '../../api/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { inLanguageOf, type GetContext } from '../../api/graph-context.ts'
import { pageHeaders } from '../../api/representation/answer.ts'
import { prefersPage } from '../../api/negotiate.ts'
import type { Pages } from '../../api/request/pages.ts'
import type { Log } from '../http/log.ts'
import { MAX_URL_LENGTH } from '../http/normalize-url.ts'

/** The answer to a request that failed: for browsers a page; the cause of a 5xx is logged, and no client sees it. */
export type AnswerProblem = (fault: unknown, exchange: Exchange) => Promise<Answer>

export const createAnswerProblem = (
  root: string,
  log: Log,
  getContext: GetContext,
  pages: Pages | undefined,
): AnswerProblem =>
  async function answerProblem(fault, exchange) {
    const problem = asProblem(fault)
    const { headers, method } = exchange.request
    const url = root + (exchange.url.startsWith('/') ? exchange.url.slice(0, MAX_URL_LENGTH) : '')
    if (hasFailed(problem)) log.error({ err: problem.cause ?? problem, method, url }, problem.message)
    const document = describeProblem(problem, url, docsOf(root))
    const page = prefersPage(headers.accept)
      ? await pages
          ?.problem(document, problem, inLanguageOf(getContext(), exchange))
          .catch((cause: unknown) => {
            log.error({ err: cause }, 'The page of a problem cannot be made.')
          })
      : undefined
    return {
      status: problem.status,
      isNegotiated: true,
      headers: {
        ...(page ? pageHeaders : {}),
        'Content-Type': page ? mediaTypes.html.type : PROBLEM_TYPE,
        ...problem.headers,
      },
      body: page ?? JSON.stringify(document),
    }
  }
