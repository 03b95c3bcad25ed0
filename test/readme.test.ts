/** The README is true: its requests answer, and where it shows an answer, that is the answer. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readAbout } from '../src/about.ts'
import { bareType, offersOf } from '../src/media.ts'
import { openGraph } from '../src/load/open.ts'
import { withDefaults } from '../src/settings.ts'
import type { Graph } from '../src/store/graph.ts'
import { withEndpoint } from '../src/store/with-endpoint.ts'
import { model } from './support/model.ts'
import { startServer, type TestServer } from './support/server.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const data = fileURLToPath(new URL('../data/', import.meta.url))
const ROOT = 'http://localhost:8080'

const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}))
const requests = blocks.flatMap(({ language, text }, i) => {
  if (language !== 'sh') return []
  const urls = [...text.matchAll(/^curl -s "?(http:[^"\s]+)"?$/gm)].map((match) => match[1] as string)
  const next = blocks[i + 1]
  return urls.map((url) => ({
    url,
    answer: urls.length === 1 && next?.language === 'json' ? next.text : undefined,
  }))
})

describe('README', () => {
  let graph: Graph
  let server: TestServer
  before(async () => {
    graph = await withEndpoint(await openGraph([data], { model }), withDefaults({}))
    server = await startServer(graph, {
      settings: { publicUrl: ROOT },
      about: readAbout(`${data}about.json`),
    })
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  it('has a request with its answer in the first 30 lines', () => {
    const lines = readme.split('\n')
    expect(lines.slice(0, 30).filter((line) => line.startsWith('curl '))).to.have.length(1)
    expect(requests.filter(({ answer }) => answer !== undefined).length).to.be.greaterThan(0)
  })

  for (const type of model.types) {
    it(`lists the filters of ${type.path}, and no other`, () => {
      const [, keys = ''] =
        new RegExp('^\\| `' + type.path + '` \\| (.*) \\|$', 'm').exec(
          readme.slice(readme.indexOf('| list | filters |')),
        ) ?? []
      expect([...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key)).to.deep.equal(
        Object.keys(type.filters ?? {}),
      )
    })
  }

  it('names every form and its media type, and no other', () => {
    const passage = /^`Accept` chooses the form[^]*?\n\n/m.exec(readme)?.[0] ?? ''
    const named = [...passage.matchAll(/(\w+)\s`(\w+\/[\w.+-]+)`/g)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    const profiled = /(\w+) and (\w+) \(JSON-LD by `profile`\)/.exec(passage)?.slice(1) ?? []
    expect([...named, ...profiled.map((name) => `${name} application/ld+json`)].sort()).to.deep.equal(
      offersOf('list', 'citation')
        .map((offer) => `${offer.name} ${bareType(offer)}`)
        .sort(),
    )
  })

  for (const { url, answer } of requests) {
    it(`says the truth of ${url}`, async () => {
      const response = await fetch(url.replace(ROOT, `http://127.0.0.1:${server.port}`))
      expect(response.status).to.equal(200)
      const body: unknown = await response.json()
      if (answer !== undefined) expect(body).to.deep.equal(JSON.parse(answer))
    })
  }
})
