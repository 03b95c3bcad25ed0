/** Pages speak to people: none says a word of the data model, in English or German. */

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isFullEffort } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { getPage } from '../support/html.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'
import { hasSnapshot, SNAPSHOT, SNAPSHOT_BASE } from '../support/snapshot.ts'
import { DEMO } from '../support/endpoint.ts'

/** Of each language; fewer in a quick run. */
const PAGES = isFullEffort ? 200 : 80
/** Anywhere in a text, and where they are all of it: records may speak of agents and literature. */
const WORDS = ['Article journal', 'Paper conference', 'publishedVersion', 'Hosted by', 'Untitled (']
const WHOLE = ['Agents', 'literature', 'Literature', 'Persons', 'Venues', 'Data sources']

const sources = ['crossref/works', 'datacite/dois', 'openalex/works', 'openalex/sources', 'openalex/awards']
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../../shared/data/sources/${name}.jsonl`, import.meta.url))

const graphs: readonly [title: string, isThere: boolean, paths: readonly string[], base?: string][] = [
  ['the demo graph', true, [DEMO]],
  [
    'records of Crossref, DataCite and OpenAlex',
    existsSync(pathOf('crossref/works')),
    sources.map(pathOf),
    'https://example.org/words/',
  ],
  ['the snapshot', hasSnapshot(), [SNAPSHOT], SNAPSHOT_BASE],
]

/** The texts that people read, previews among them, without what is code or what their browser does not show. */
const textsIn = (body: string): string[] =>
  body
    .replace(/<(script|style|pre|code|textarea)\b.*?<\/\1>/gs, '')
    .split(/<meta name="description" content="|"\/>|<[^>]*>| · /)
    .map((text) => text.trim())
    .filter(Boolean)

for (const [title, isThere, paths, base] of graphs)
  describe(`pages of ${title} in people's words`, function () {
    this.timeout(600_000)
    const server = serve(
      async function () {
        if (!isThere) return this.skip()
        return (await openGraph(paths, { model, base })).graph
      },
      { about: { title: 'Words', description: '', interfaceLanguages: ['en', 'de'] } },
    )

    /** Navigation, lists with facets, searches, errors, and records of each type in turn. */
    function* pathsOf(): Generator<string> {
      const types = server.graph.model.types.filter((type) => server.graph.count(type) > 0)
      yield* [
        '/',
        '/search?q=data',
        '/search?q=qqqzzz',
        '/search?q=10.1000/none',
        '/skg-if/api/products/none',
      ]
      for (const { path } of types) yield `/skg-if/api/${path}?page_size=20`
      yield '/skg-if/api/products?filter=product_type:literature,cf.only_cited:false'
      for (let i = 0; i < PAGES; i++)
        for (const type of types) {
          const [iri] = server.graph.list(type, i, i + 1)
          if (iri !== undefined) yield `/skg-if/api/${type.path}/${encodeURIComponent(iri)}`
        }
    }

    for (const language of ['en', 'de'])
      it(`in ${language}`, async () => {
        const found = new Set<string>()
        let count = 0
        for (const path of pathsOf()) {
          if (count++ === PAGES) break
          const { body } = await getPage(server.root + path, { 'accept-language': language })
          for (const text of textsIn(body))
            if (WHOLE.includes(text) || WORDS.some((word) => text.includes(word)))
              found.add(`${path}: ${text.slice(0, 80)}`)
        }
        expect([...found].slice(0, 20)).to.deep.equal([])
        expect(count).to.be.above(50)
      })
  })
