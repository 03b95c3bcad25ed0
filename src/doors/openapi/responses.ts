/** Responses of an OpenAPI document that are problems. */

import { problems, PROBLEM_TYPE, type ProblemCode } from '../../config/errors.ts'
import { groupBy } from '../../model/values/collections.ts'
import { refTo, type Schema } from './json-schema.ts'

/** By status. */
export type Responses = Readonly<Record<string, Schema>>

/** What may happen to any request. */
const everywhere: readonly ProblemCode[] = [
  'bad-request',
  'request-timeout',
  'uri-too-long',
  'header-too-large',
  'internal-error',
  'store-failed',
  'not-available',
  'store-unavailable',
  'store-timeout',
]

/** Problems that say more than others. */
const schemas: { readonly [C in ProblemCode]?: string } = { 'no-record': 'UnknownEntity' }

const [TYPE = ''] = PROBLEM_TYPE.split(';')

/** Content that is a problem: for programs, and as a page for those who like HTML better. */
const contentOf = (schema: string): Schema => ({
  [TYPE]: { schema: refTo(schema) },
  'text/html': { schema: { type: 'string' } },
})
export const PROBLEM = contentOf('Problem')

/** The responses for these problems and for those of any request. */
export function problemResponses(codes: readonly ProblemCode[]): Responses {
  const byStatus = groupBy([...codes, ...everywhere], (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => problems[code].help).join(' '),
        'x-problems': of,
        content: contentOf(of.map((code) => schemas[code]).find(Boolean) ?? 'Problem'),
      },
    ]),
  )
}
