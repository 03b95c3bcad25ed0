/**
 * All RDF forms of records and lists are one graph: the demo, all-field records and the corpus, as jsonld.js reads
 * their JSON-LD and as rdflib reads seven forms and the compact one.
 */

import { expect } from 'chai'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaName } from '../../src/config/media.ts'
import { openGraph } from '../support/graphs.ts'
import {
  canonicalJsonLd,
  canonicalTriples,
  createDocumentLoader,
  fetchForm,
  rdfForms,
  urlsOf,
} from '../support/linked-data.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'
import { installPython, run, type Tools } from '../support/tools.ts'
import { temporaryFolder } from '../support/folders.ts'

const RDFLIB = 'rdflib==7.6.0'
const RECORDS_FOR_RDFLIB = 90
const BASE = 'https://w3id.org/skg-if/sandbox/test/'
const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const sets: readonly [title: string, path: string, base: string | undefined, atLeast: number][] = [
  ['the demo graph', pathOf('data/'), undefined, 88],
  ['the corpus', pathOf('../shared/corpus/'), BASE, 400],
]

const entityClasses = new Set(model.types.map((type) => `<${model.classOf(type)}>`))

/**
 * Whether an IRI of the document is of two kinds: JSON shows an entity as one of them, and of software the first
 * of its classes.
 */
function hasTwoKinds(ntriples: string): boolean {
  const lines = ntriples.split('\n').map((line) => line.split(' '))
  const deployed = new Set(
    lines.filter(([, p]) => p === `<${model.vocabulary.iri('srv_deployment_of')}>`).map(([, , o]) => o),
  )
  const kinds = new Map<string, number>()
  for (const [s = '', p, o = ''] of lines)
    if (p?.endsWith('#type>') && (entityClasses.has(o) || deployed.has(s)))
      kinds.set(s, (kinds.get(s) ?? 0) + 1)
  return [...kinds.values()].some((count) => count > 1)
}

for (const [title, path, base, atLeast] of sets)
  describe(`the forms of ${title}`, function () {
    this.timeout(600_000)
    let urls: string[]
    const server = serve(async function () {
      if (!existsSync(path)) this.skip()
      return (await openGraph([path], { model, base })).graph
    })
    before(async () => {
      urls = []
      for (const url of urlsOf(server.graph, server))
        if (!hasTwoKinds(await fetchForm(url, 'ntriples', server))) urls.push(url)
      expect(urls.length).to.be.at.least(atLeast)
    })

    it('are one graph for jsonld.js', async () => {
      const documentLoader = createDocumentLoader(server)
      const different: string[] = []
      for (const url of urls) {
        const ntriples = await fetchForm(url, 'ntriples', server)
        const expected = await canonicalTriples(ntriples)
        for (const form of ['jsonld', 'skgif', 'expanded'])
          if (
            (await canonicalJsonLd(await fetchForm(url, form as MediaName, server), documentLoader)) !==
            expected
          )
            different.push(`${url} ${form}`)
      }
      expect(different).to.deep.equal([])
    })

    it('are one graph for rdflib', async function () {
      const tools: Tools | undefined = await installPython(RDFLIB)
      if (!tools) return this.skip()
      const folder = temporaryFolder()
      try {
        // It takes a second for the forms of a record, and minutes for those of a list.
        const records = urls.filter((url) => !url.includes('?'))
        const some = records.filter((_, i) => i % Math.ceil(records.length / RECORDS_FOR_RDFLIB) === 0)
        for (const [i, url] of some.entries()) {
          mkdirSync(join(folder, String(i)))
          const write = async (form: MediaName, name: string): Promise<void> =>
            writeFileSync(join(folder, String(i), name), await fetchForm(url, form, server))
          await write('ntriples', 'document.nt')
          for (const [form, parser] of Object.entries({ ...rdfForms, jsonld: 'json-ld' }))
            await write(form as MediaName, `${form}.${parser}`)
        }
        const { code, output } = await run(
          join(tools.bin, 'python'),
          [pathOf('test/support/isomorphic.py'), folder],
          { cwd: folder, timeoutMs: 500_000 },
        )
        expect(output.trim()).to.equal(`${some.length} records`)
        expect(code).to.equal(0)
      } finally {
        tools.close()
      }
    })
  })
