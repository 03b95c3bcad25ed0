/**
 * The one place where a failure becomes an answer. Outside all else: Koa's own handler drops the headers set
 * so far.
 */

import type { Middleware } from 'koa'
import { mediaTypes } from '../../media.ts'
import { prefersPage } from '../negotiate.ts'
import { asProblem, describeProblem, docsOf, hasFailed, PROBLEM_TYPE } from '../../errors.ts'
import type { problemPage } from '../../pages/problem.ts'
import { MAX_URL_LENGTH } from '../server/normalize-url.ts'
import { pageHeaders } from '../representation/answer.ts'
import { setLinks } from './header-limit.ts'
import type { Log } from '../server/log.ts'
import type { GetContext } from '../graph-context.ts'

/** Headers that describe a representation which a problem replaces. */
const REPLACED = [
  'Content-Location',
  'Content-Disposition',
  'Content-Length',
  'Content-Encoding',
  'Accept-Ranges',
  'ETag',
  'Last-Modified',
  'Cache-Control',
]

/** The page of a problem, whose code is read when somebody is to see it. */
async function pageOf(...given: Parameters<typeof problemPage>): Promise<string> {
  const { problemPage } = await import('../../pages/problem.ts')
  return problemPage(...given)
}

/** Renders problems, for browsers as pages; logs the cause of a 5xx, which the client does not see. */
export const problems = (root: string, log: Log, getContext: GetContext): Middleware =>
  async function problems(ctx, next) {
    try {
      await next()
    } catch (error) {
      const problem = asProblem(error)
      const url = root + (ctx.url.startsWith('/') ? ctx.url.slice(0, MAX_URL_LENGTH) : '')
      if (hasFailed(problem))
        log.error({ err: problem.cause ?? problem, method: ctx.method, url }, problem.message)
      for (const name of REPLACED) ctx.remove(name)
      setLinks(ctx, [])
      ctx.status = problem.status
      ctx.vary('Accept')
      const document = describeProblem(problem, url, docsOf(root))
      const page = prefersPage(ctx.req.headers.accept)
        ? await pageOf(document, problem, getContext()).catch((cause: unknown) => {
            log.error({ err: cause }, 'The page of a problem cannot be made.')
          })
        : undefined
      ctx.set({
        ...(page
          ? { ...pageHeaders, 'Content-Type': mediaTypes.html.type }
          : { 'Content-Type': PROBLEM_TYPE }),
        ...problem.headers,
      })
      ctx.body = page ?? JSON.stringify(document)
    }
  }
