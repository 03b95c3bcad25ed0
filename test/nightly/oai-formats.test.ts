/**
 * A thousand answers of /oai in every format, over records of many sources and over hostile ones, judged by the
 * official schemas and by the rules that no schema knows.
 */

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '../../src/doors/oai/verbs.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { makeHostile } from '../support/hostile.ts'
import { model } from '../support/model.ts'
import { cerifFaults, openAireFaults } from '../support/openaire-rules.ts'
import { createRandom } from '../support/random.ts'
import { serve } from '../support/server.ts'
import { faultsOf, haveSchemas } from '../support/xsd.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const corpus = join(shared, 'corpus')
const BASE = 'https://mixed.example.org/'
const SINGLE_RECORDS = 150
/** Documents that are judged at once: each call starts a thread, and holds all of them. */
const BATCH = 40

const recordsIn = (folder: string): object[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const document = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { '@graph'?: object[] }
      return document['@graph'] ?? []
    })

/** Real records three times, each time with other faults. */
function writeHostile(folder: string): string {
  const random = createRandom(40)
  const records = recordsIn(corpus)
  const lines = [0.02, 0.1, 0.4].flatMap((share, i) =>
    records.map((record, n) =>
      JSON.stringify({
        ...(makeHostile(record, random, share) as object),
        ...(random.chance(0.8) && { local_identifier: `r${i}-${n}` }),
      }),
    ),
  )
  const path = join(folder, 'hostile.jsonl')
  writeFileSync(path, lines.join('\n'))
  return path
}

const graphs: readonly [name: string, paths: (folder: string) => string[]][] = [
  ['records of many sources', () => [join(shared, 'data/sources'), corpus]],
  ['hostile records', (folder) => [DEMO, writeHostile(folder)]],
]

for (const [name, paths] of graphs)
  describe(`OAI-PMH over ${name}`, function () {
    this.timeout(1_800_000)
    const server = serve(
      async function () {
        if (!haveSchemas || !existsSync(corpus)) return this.skip()
        const folder = temporaryFolder()
        const out = join(folder, 'graph')
        await prepareGraph(paths(folder), {
          model,
          base: BASE,
          out,
          examine: false,
          maxRefused: { value: 100, unit: 'percent' },
        })
        return (await openGraph([out], { model, atOnce: true })).graph
      },
      { settings: { publicUrl: 'http://graph.example.org' } },
    )
    const ask = async (query: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${server.port}/oai?${query}`)).text()

    const unescape = (text: string): string =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

    /** All pages, and as many single records as are wanted, one out of each page in turn. */
    async function answersIn(prefix: string): Promise<string[]> {
      const pages = [await ask(`verb=ListRecords&metadataPrefix=${prefix}`)]
      for (;;) {
        const token = /<resumptionToken[^>]*>([^<]+)</.exec(pages.at(-1) as string)?.[1]
        if (token === undefined) break
        pages.push(await ask(`verb=ListRecords&resumptionToken=${encodeURIComponent(token)}`))
      }
      const ids = pages.flatMap((page) =>
        [...page.matchAll(/<identifier>(oai:[^<]*)</g)].map(([, id]) => id as string),
      )
      const step = Math.max(1, Math.floor(ids.length / SINGLE_RECORDS))
      const single: string[] = []
      for (let i = 0; i < ids.length; i += step)
        single.push(
          await ask(
            `verb=GetRecord&metadataPrefix=${prefix}&identifier=${encodeURIComponent(unescape(ids[i] as string))}`,
          ),
        )
      for (const one of single) expect(one).not.to.include('<error')
      return [...pages, ...single]
    }

    for (const { prefix } of formats)
      it(`is valid in every answer: ${prefix}`, async () => {
        const answers = await answersIn(prefix)
        expect(answers.length).to.be.above(100)
        const faults: string[] = []
        for (let i = 0; i < answers.length; i += BATCH)
          faults.push(...(await faultsOf(answers.slice(i, i + BATCH), prefix === 'oai_openaire')))
        expect([...new Set(faults)].slice(0, 12).join('\n')).to.equal('')
        const rules =
          prefix === 'oai_openaire'
            ? openAireFaults
            : prefix === 'oai_cerif_openaire'
              ? cerifFaults
              : undefined
        if (rules) expect(rules(answers).slice(0, 12)).to.deep.equal([])
      })
  })
