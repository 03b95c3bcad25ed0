/**
 * Each route takes time in proportion to the length of what is sent to it: four times as long, about four times as
 * much time. The routes and their parameters are those of the OpenAPI document, so none is left out.
 */

import { expect } from 'chai'
import { startSparql } from '../support/endpoint.ts'
import { fetchDocument, urlOf, type Document } from '../support/openapi.ts'
import { sendRaw } from '../support/server.ts'
import { throughout } from '../support/closing.ts'

const LONG = 30_000
const SHORT = LONG / 4
/** Linear work takes four times as much for the long text, quadratic work sixteen times. */
const MOST = 8
/** Processor time that is not told apart from none. */
const RESOLUTION_MS = 5
const TRIES = 3

/** As they stand in a URL: raw, encoded, and encodings that are broken. */
const UNITS = [
  ...['/', ':', ',', '.', '-', '_', '~', '|', '*', '(', "'", '+', '%', '&', '=', ';', '@', 'a', '0', 'X'],
  ...['%20', '%22', '%25', '%2F', '%2C', '%3A', '%7C', '%5C', '%5B', '%7B', '%3C', '%0A', '%00', '%C3%A9'],
  ...['%EF%B7%BA', '%E2%80%9C', '%CC%81', '%ff', 'a%20', 'a,', 'a:', 'a.', 'https:/', '10.1/', '%22a%22%20'],
]
/** What a pattern for the end of a text may begin to match again and again, in front of these. */
const ENDS = ['x', 'x/']
/** Of keys of filters, of which there are many. */
const FEW_UNITS = ['/', ',', '%22', '%20', 'a%20', '%EF%B7%BA', '%25', '0', '-']

/** A request, by the text that it holds. */
interface Place {
  readonly name: string
  readonly units: readonly string[]
  request(text: string): string
}

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`

const post = (path: string, type: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

/** The places of the document in which text may stand; of what all collections have, those of the first one. */
function placesOf(document: Document): Place[] {
  const places = Object.entries(document.paths).flatMap(([path, { get: operation }]) => {
    const parameters = (operation?.parameters ?? []).map(
      (one) => document.components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one,
    ) as readonly { name: string; in: string; required?: true; 'x-filters'?: readonly { key: string }[] }[]
    const url = pathOf(urlOf(document, path))
    const required = parameters.filter((one) => one.in === 'query' && one.required)
    const target = (name: string, text: string): string =>
      `${url.replace(/\{(\w+)\}/g, (_, key: string) => (key === name ? text : 'products'))}?` +
      required.flatMap((one) => (one.name === name ? [] : [`${one.name}=a`])).join('&')
    return parameters.flatMap((one): Place[] =>
      one.in === 'path'
        ? [{ name: `${path} ${one.name}`, units: UNITS, request: (text) => get(target(one.name, text)) }]
        : [
            {
              name: `${path}?${one.name}`,
              units: UNITS,
              request: (text) => get(`${target(one.name, '')}&${one.name}=${text}`),
            },
            ...(one['x-filters'] ?? []).map(({ key }) => ({
              name: `${path}?filter=${key}`,
              units: FEW_UNITS,
              request: (text: string) => get(`${target(one.name, '')}&filter=${key}:${text}`),
            })),
          ],
    )
  })
  const kindOf = ({ name }: Place): string =>
    name.replace(/^\/\w+(?=[?/]\{local_identifier\}|\?(?:filter|page|skeg_|format))/, '')
  return [...new Map(places.map((place) => [kindOf(place), place])).values()]
}

const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
]

const otherPlaces: readonly Place[] = [
  { name: 'any path', units: UNITS, request: (text) => get(`/${text}`) },
  { name: 'any query', units: UNITS, request: (text) => get(`/skg-if/api/products?${text}`) },
  ...HEADERS.map((name) => ({
    name: `header ${name}`,
    units: UNITS,
    request: (text: string) => get('/skg-if/api/products', `${name}: ${text}\r\n`),
  })),
  ...(['query', 'properties'] as const).map((key) => ({
    name: `POST /reconcile ${key}`,
    units: UNITS,
    request(text: string) {
      const value = decodeURIComponent(text.replace(/%(?![0-9A-F]{2})|%ff/g, ' '))
      const one =
        key === 'query' ? { query: value } : { query: '', properties: [{ pid: 'titles', v: value }] }
      const body = new URLSearchParams({ queries: JSON.stringify({ q: one }) }).toString()
      return post('/reconcile', 'application/x-www-form-urlencoded', body)
    },
  })),
]

describe('the time that a request takes', function () {
  this.timeout(1_200_000)
  const server = throughout(startSparql)
  let places: readonly Place[]
  before(async () => {
    places = [...placesOf(await fetchDocument(server.root)), ...otherPlaces]
  })

  /** Milliseconds of processor time for a request. */
  async function costOf(request: string): Promise<number> {
    const start = process.cpuUsage()
    const answer = await sendRaw(server.port, request)
    const { user, system } = process.cpuUsage(start)
    expect(answer, request.slice(0, 100)).to.match(/^HTTP\/1\.1 [234]/)
    return (user + system) / 1000
  }

  const textOf = (unit: string, length: number, end: string): string =>
    `a${unit.repeat(length / unit.length)}${end}`

  /** Undefined where the time is in proportion. */
  async function excessOf({ name, request }: Place, unit: string, end: string): Promise<string | undefined> {
    let [short, long] = [Infinity, Infinity]
    for (let i = 0; i < TRIES; i++) {
      long = Math.min(long, await costOf(request(textOf(unit, LONG, end))))
      if (long <= MOST * RESOLUTION_MS) return undefined
      short = Math.min(short, await costOf(request(textOf(unit, SHORT, end))))
      if (long <= MOST * Math.max(short, RESOLUTION_MS)) return undefined
    }
    return `${name} with a, ${unit} and ${end}: ${Math.round(short)} ms, then ${Math.round(long)} ms`
  }

  it(`is at most ${MOST} times as much for a text that is four times as long, wherever it stands`, async () => {
    const found: string[] = []
    let requests = 0
    for (const place of places)
      for (const unit of place.units)
        for (const end of place.units === UNITS ? ENDS : ['x']) {
          const excess = await excessOf(place, unit, end)
          if (excess !== undefined) found.push(excess)
          requests++
        }
    console.log(`      ${requests} texts in ${places.length} places`)
    expect(places.length).to.be.above(100)
    expect(found).to.deep.equal([])
  })

  it('is hardly more for misspelt words that are repeated than for each of them once', async () => {
    const words = 'qlxi zzah blayh wosalam '
    for (const path of ['/search?q=', '/search?types=persons&q=', '/suggest?q=']) {
      let [once, often] = [Infinity, Infinity]
      for (let i = 0; i < TRIES; i++) {
        once = Math.min(once, await costOf(get(path + encodeURIComponent(words))))
        often = Math.min(often, await costOf(get(path + encodeURIComponent(words.repeat(160)))))
      }
      expect(often, path).to.be.below(MOST * Math.max(once, RESOLUTION_MS))
    }
  })
})
