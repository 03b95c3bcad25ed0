/**
 * Programs by other hands make use of the OpenAPI document of the demo graph: Spectral finds no error in it,
 * and Prism no answer that breaks it.
 */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFilters, openOpinion } from '../support/second-opinion.ts'
import { sources } from '../support/generated.ts'
import { PRISM, startPrism } from '../support/prism.ts'
import { startServer } from '../support/server.ts'
import { installNpm, run } from '../support/tools.ts'
import { throughout } from '../support/closing.ts'

const SPECTRAL = '@stoplight/spectral-cli@6.15.0'
const FILTERS = 200
const SEED = 5

describe('the OpenAPI document of the demo graph', function () {
  this.timeout(600_000)
  const tools = throughout(() => installNpm(PRISM, SPECTRAL))
  const opinion = throughout(() => openOpinion(sources.demo))
  const server = throughout(() => startServer(opinion.graph))
  let document: string
  before(async () => {
    document = join(tools.bin, 'openapi.json')
    writeFileSync(document, await (await fetch(`${server.root}/openapi.json`)).text())
  })

  it('has no error that Spectral finds by its rules for OpenAPI', async () => {
    const { bin } = tools
    writeFileSync(join(bin, 'rules.yaml'), 'extends: ["spectral:oas"]\n')
    const command = [
      'lint',
      document,
      '--ruleset',
      'rules.yaml',
      '--fail-severity',
      'error',
      '--format',
      'text',
    ]
    const { code, output } = await run(join(bin, 'spectral'), command, { cwd: bin, timeoutMs: 120_000 })
    expect(code, output.slice(0, 2000)).to.equal(0)
  })

  describe('through Prism', () => {
    const prism = throughout(() => startPrism(tools, document, server.api))

    /** The violations of all paths, with the first ones spelt out. */
    async function judge(paths: readonly string[]): Promise<void> {
      const found: string[] = []
      for (const path of paths)
        found.push(...(await prism.violations(path)).map((violation) => `${path}: ${violation}`))
      console.log(`      ${paths.length} requests`)
      expect(found.slice(0, 10)).to.deep.equal([])
    }

    it('passes every record, and every page of every collection', async () => {
      const { graph } = opinion
      const paths = graph.model.types.flatMap((type) => {
        const total = graph.count(type)
        return [
          ...Array.from({ length: Math.ceil(total / 10) }, (_, i) => `/${type.path}?page=${i + 1}`),
          `/${type.path}?page_size=100`,
          ...graph.list(type, 0, total).map((iri) => `/${type.path}/${encodeURIComponent(iri)}`),
        ]
      })
      expect(paths.length).to.be.above(100)
      await judge(paths)
    })

    it('passes what is not there, and what is wrong', () =>
      judge([
        '/products/none',
        '/products?page=99',
        '/products?filter=nope:1',
        '/grants?filter=cf.funded_amount.from:much',
        '/venues?filter=cf.search.name:zzz',
      ]))

    it('passes random filters', () =>
      judge(drawFilters(opinion, FILTERS, SEED).map(({ path, filter }) => `/${path}?filter=${filter}`)))

    it('sees an answer that breaks the document', async () => {
      const other = join(tools.bin, 'other.json')
      const spoilt = JSON.parse(await (await fetch(`${server.root}/openapi.json`)).text()) as {
        components: { schemas: Record<string, unknown> }
      }
      spoilt.components.schemas.Topic = { type: 'object', required: ['nothing_has_this'] }
      writeFileSync(other, JSON.stringify(spoilt))
      const strict = await startPrism(tools, other, server.api)
      try {
        expect(await strict.violations('/topics')).not.to.deep.equal([])
      } finally {
        await strict.close()
      }
    })
  })
})
