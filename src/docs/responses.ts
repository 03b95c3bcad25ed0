/** Responses of an OpenAPI document that are problems. */

import { problems, PROBLEM_TYPE, type ProblemCode } from '../errors.ts'
import { grouped } from '../model/grouped.ts'
import { refTo, type Schema } from './schemas.ts'

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
  'store-silent',
  'store-late',
]

/** Problems that say more than others, and in HTML to those who want it. */
const schemas: { readonly [C in ProblemCode]?: string } = { 'no-record': 'UnknownEntity' }

const HTML = { 'text/html': { schema: { type: 'string' } } } as const

const [TYPE = ''] = PROBLEM_TYPE.split(';')

/** Content that is a problem. */
export const PROBLEM: Schema = { [TYPE]: { schema: refTo('Problem') } }

/** The responses for these problems and for those of any request. */
export function problemResponses(codes: readonly ProblemCode[]): Responses {
  const byStatus = grouped([...codes, ...everywhere], (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => problems[code].help).join(' '),
        'x-problems': of,
        content: {
          [TYPE]: { schema: refTo(of.map((code) => schemas[code]).find(Boolean) ?? 'Problem') },
          ...(of.some((code) => schemas[code]) && HTML),
        },
      },
    ]),
  )
}
