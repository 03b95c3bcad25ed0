/** From answers to responses. */

import type { Middleware } from 'koa'
import { pipeline, type Transform } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Answer, Pieces } from '../../api/answer.ts'
import { exchangeOf, openTaskFor, REQUEST_ID_HEADER, type Exchange } from '../http/exchange.ts'
import type { GetContext, GraphContext } from '../../api/graph-context.ts'
import type { Settings } from '../../config/settings.ts'
import { addCacheHeaders, addLanguage, addLinks, headersOf, linksIn, type Headers } from './headers.ts'
import { Problem } from '../../config/errors.ts'
import type { AnswerProblem } from './problems.ts'
import { accounts } from '../../admission/accounts.ts'
import { PART_FACTOR } from '../http/server.ts'
import type { Lanes } from '../../admission/lanes.ts'
import {
  isCacheable,
  inParts,
  isOutdated,
  send,
  sendHead,
  validatorsOf,
  type ResponseCache,
} from '../http/response-cache.ts'
import { encodingFor } from '../../api/negotiate.ts'

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024

/** Level of gzip: two thirds of the time of the default, for 5 % more bytes. Most answers are made once. */
const GZIP = { level: 3 }

/** Quality of Brotli: half the time of that, and smaller still; the next takes three times as long for 5 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

type Encoding = Exclude<ReturnType<typeof encodingFor>, 'identity'>

/** What compresses pieces. */
const streamEncoders: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress(BROTLI),
}

/** What compresses a whole. */
const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, GZIP),
  br: (body) => promisify(brotliCompress)(body, BROTLI),
}

/** Everything that skeg writes is text, but for what is packed already. */
const isText = (type: string): boolean =>
  !/^(?:image|audio|video|font)\/|[/+](?:gzip|zip|octet-stream)(?:;|$)/.test(type)

/**
 * The encoding that the body of an answer will have; a part of a file is one of the file as it is.
 * @param length in bytes; absent where it is not known
 */
function encodingOf(
  request: IncomingHttpHeaders,
  headers: Headers,
  length: number | undefined,
): Encoding | undefined {
  const accept = request['accept-encoding']
  if (accept === undefined || (length ?? THRESHOLD) < THRESHOLD) return undefined
  if (!isText(headers['Content-Type'] ?? '')) return undefined
  if (headers['Accept-Ranges'] !== undefined && request.range !== undefined) return undefined
  const encoding = encodingFor(accept)
  return encoding === 'identity' ? undefined : encoding
}

interface ResponseOptions {
  readonly getContext: GetContext
  readonly settings: Pick<Settings, 'maxAge'>
  /** Absent where nothing is stored. */
  readonly cache?: ResponseCache | undefined
  readonly lanes: Lanes
  readonly answerProblem: AnswerProblem
  /** Hears of bodies that could not be sent. */
  readonly onError: (error: unknown) => void
}

/** Bytes that a byte which the client has not taken keeps: in the buffers, and in what is not written. */
const UNSENT_FACTOR = 4

/** Makes a piece, in a task and a time of its own. */
async function nextPiece(
  exchange: Exchange,
  pieces: Pieces,
  { answerTimeout }: GraphContext,
  { downloads }: Lanes,
): ReturnType<Pieces['next']> {
  const task = openTaskFor(exchange, PART_FACTOR * answerTimeout)
  try {
    return await downloads.run(task, () => pieces.next(task))
  } finally {
    task.close()
    exchange.tasks.delete(task)
  }
}

/**
 * The bytes of pieces, each made when the client has taken those before: between two of them nobody
 * holds a place, so that an answer that nobody reads holds up no other.
 */
async function* bytesOf(
  exchange: Exchange,
  pieces: Pieces,
  context: GraphContext,
  lanes: Lanes,
): AsyncGenerator<string | Buffer> {
  for (;;) {
    const piece = await nextPiece(exchange, pieces, context, lanes)
    if (piece === undefined) return
    const release = accounts.add(exchange.client, UNSENT_FACTOR * piece.length)
    try {
      yield piece
    } finally {
      release()
    }
  }
}

/** Sends what the middleware behind it answer, and stores it. */
export function responses({
  getContext,
  settings: { maxAge },
  cache,
  lanes,
  answerProblem,
  onError,
}: ResponseOptions): Middleware {
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`

  async function respond(exchange: Exchange, answer: Answer, context: GraphContext): Promise<void> {
    const { request, response, id, route } = exchange
    const { status, links = [], bytes, uncacheable } = answer
    const whole = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    const headers = headersOf(answer)
    if (exchange.language) addLanguage(headers, exchange.language, context.about)
    const encoding = encodingOf(request.headers, headers, Buffer.isBuffer(whole) ? whole.length : bytes)
    const { lastModified } = context
    addCacheHeaders(headers, status, whole, exchange, { freshness, lastModified, isWeak: Boolean(encoding) })
    const validators = validatorsOf(headers)
    if (isOutdated(request, status, validators)) {
      const problem = new Problem(
        'precondition-failed',
        'There is another version now than the request asks for.',
      )
      return respond(exchange, await answerProblem(problem, exchange), context)
    }
    if (encoding) {
      headers['Content-Encoding'] = encoding
      // Ranges are those of the file as it is.
      delete headers['Accept-Ranges']
    }
    const body = encoding && Buffer.isBuffer(whole) ? await encoders[encoding](whole) : whole
    const length = Buffer.isBuffer(body) ? body.length : encoding ? undefined : bytes
    const later = {
      [REQUEST_ID_HEADER]: id,
      ...(length !== undefined && { 'Content-Length': String(length) }),
    }
    addLinks(headers, linksIn(links, headers['Content-Type'], exchange.language), later)
    const head = { status, headers: Object.entries(headers).flat(), validators }
    if (Buffer.isBuffer(body)) {
      const complete = { ...head, body, route, hasRanges: headers['Accept-Ranges'] !== undefined }
      if (cache && !uncacheable && isCacheable(request, status)) cache.store(request, context, complete)
      if (!response.destroyed) send(complete, exchange)
    } else if (!response.destroyed && sendHead(exchange, head, length)) {
      const source = inParts(bytesOf(exchange, body, context, lanes))
      // A failure of the body on its way cuts the response off.
      if (encoding) pipeline(source, streamEncoders[encoding](), response, onError)
      else pipeline(source, response, onError)
    }
  }

  return async function responses(ctx, next) {
    // The graph may be replaced meanwhile; the older date is the safe one.
    const context = getContext()
    const exchange = exchangeOf(ctx)
    try {
      await next()
    } catch (error) {
      exchange.answer = await answerProblem(error, exchange)
    }
    if (exchange.answer) await respond(exchange, exchange.answer, context)
  }
}
