// What skeg itself gives by OAI-PMH, of the records of all sources, is harvested and loaded again: what products are
// called, who made them, when, under which DOI and licence stays.

import { expect } from 'chai'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportGraph } from '../../src/tools/export/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { runProcess } from '../support/command.ts'
import { model } from '../support/model.ts'
import { run } from '../support/tools.ts'

const sources = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const BASE = 'https://graph.example.org/'
const MAX_MS = 110_000

/** Shares of what products say that must be the same. */
const LEAST = 0.99

type Json = Record<string, any>

const linesOf = (file: string): Json[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json)

/** The products of a prepared graph by their ids. */
async function productsOf(graph: string, file: string): Promise<Map<string, Json>> {
  const { graph: opened, ...rest } = await openGraph([graph], { model })
  try {
    await exportGraph({ graph: opened, ...rest }, file)
  } finally {
    await opened.close()
  }
  const products = linesOf(file).filter((one) => one['entity_type'] === 'product')
  return new Map(products.map((one) => [new URL(one['local_identifier'], BASE).href, one]))
}

/** A name, whether its family name stands first or last. */
const letters = (name = ''): string =>
  [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
    .sort()
    .join('')

const itemsOf = (value: unknown): Json[] => (value === undefined ? [] : ([value].flat() as Json[]))

/** Each once, as the formats name them: by its id, or by its name at one rank, where sources made ids of their own. */
const creatorsOf = (product: Json): Json[] =>
  itemsOf(product['contributions'])
    .filter(({ role }) => role === 'author')
    .sort((a, b) => a['rank'] - b['rank'])
    .filter(
      ({ by, rank }, i, all) =>
        all.findIndex(
          (one) =>
            one['by'].local_identifier === by.local_identifier ||
            (one['rank'] === rank && one['by'].name !== undefined && one['by'].name === by.name),
        ) === i,
    )
    .map(({ by }) => by as Json)
const identifiersOf = (scheme: string, entity: Json): string[] =>
  itemsOf(entity['identifiers']).flatMap((one) => (one['scheme'] === scheme ? [one['value']] : []))
const manifestationsOf = (product: Json): Json[] => itemsOf(product['manifestations'])

type Facts = Readonly<Record<string, (product: Json) => string>>

const namesOf = (product: Json): string[] =>
  creatorsOf(product).map(({ name, given_name, family_name }) =>
    letters(name ?? `${given_name}${family_name}`),
  )

/** What is compared, as text: in order where order matters. */
const common: Facts = {
  titles: ({ titles = {} }) => [...new Set(Object.values(titles).flat())].sort().join('\n'),
  years: (product) => {
    const [date] = manifestationsOf(product).flatMap(({ dates }) => dates?.publication ?? [])
    return String(date ?? '').slice(0, 4)
  },
  licences: (product) => String(manifestationsOf(product).find(({ licence }) => licence)?.['licence'] ?? ''),
}

/** What each format carries. Dublin Core has each name once, and no identifiers of persons and of copies. */
const factsOf: Readonly<Record<string, Facts>> = {
  oai_datacite: {
    ...common,
    creators: (product) => namesOf(product).join(),
    ORCIDs: (product) => {
      const all = creatorsOf(product).map((one) => identifiersOf('orcid', one).join())
      return all.some(Boolean) ? all.join() : ''
    },
    // An identifier of a copy is one of the product, for DataCite.
    DOIs: (product) =>
      [...new Set([product, ...manifestationsOf(product)].flatMap((one) => identifiersOf('doi', one)))]
        .sort()
        .join(),
  },
  oai_dc: {
    ...common,
    creators: (product) => [...new Set(namesOf(product))].join(),
    DOIs: (product) => identifiersOf('doi', product).sort().join(),
  },
}

describe('a graph that is harvested by OAI-PMH and loaded', function () {
  this.timeout(MAX_MS * 3)
  let folder: string
  let originals: Map<string, Json>
  let graph: string
  before(async function (this: Mocha.Context) {
    if (!existsSync(sources)) return this.skip()
    folder = mkdtempSync(join(tmpdir(), 'skeg-oai-'))
    graph = join(folder, 'graph')
    await prepareGraph([sources], {
      model,
      base: BASE,
      out: graph,
      maxRefused: { value: 100, unit: 'percent' },
    })
    originals = await productsOf(graph, join(folder, 'before.jsonl'))
  })
  after(() => folder && rmSync(folder, { recursive: true }))

  /** Of each fact, how many products say it, and how many say the same when they are loaded again. */
  async function countsOf(format: string): Promise<Map<string, { all: number; equal: number }>> {
    const out = join(folder, `${format}.jsonl`)
    await runProcess(['serve', graph, '--port', '0', '--sparql', 'off', '--log', 'off'], async (url) => {
      const args = [main, 'harvest', `${url}/oai`, '--format', format, '--set', 'type:product', '--out', out]
      const { code, output } = await run(process.execPath, [...args, '--fetch-delay', '0'], {
        cwd: folder,
        timeoutMs: MAX_MS,
      })
      expect(code, output).to.equal(0)
    })
    const again = join(folder, format)
    await prepareGraph([out], { model, base: BASE, out: again })
    const after = await productsOf(again, join(folder, `${format}-after.jsonl`))
    const facts = Object.entries(factsOf[format] ?? {})
    const counts = new Map(facts.map(([name]) => [name, { all: 0, equal: 0 }]))
    for (const { oai } of linesOf(out)) {
      const local = decodeURIComponent(oai.identifier.replace(/^oai:[^:]*:/, ''))
      const original = originals.get(new URL(local, BASE).href)
      if (!original || !manifestationsOf(original).some(({ dates }) => dates?.publication)) continue
      const dois = identifiersOf('doi', original).map((doi) => `https://doi.org/${doi}`)
      const ids = [original['local_identifier'], ...dois, oai.identifier]
      const copy = ids.map((id) => after.get(new URL(id, BASE).href)).find(Boolean) ?? {}
      for (const [name, factOf] of facts) {
        const [fact, count] = [factOf(original), counts.get(name)]
        // Of what it does not say, another record of the same DOI may say something.
        if (!count || fact === '') continue
        count.all++
        if (fact === factOf(copy)) count.equal++
      }
    }
    console.log(
      `      ${format}: ${[...counts].map(([name, { equal, all }]) => `${name} ${equal}/${all}`).join(', ')}`,
    )
    return counts
  }

  for (const format of Object.keys(factsOf))
    it(`has what ${format} carries`, async () => {
      for (const [name, { equal, all }] of await countsOf(format)) {
        expect(all, name).to.be.greaterThan(100)
        expect(equal / all, name).to.be.at.least(LEAST)
      }
    })
})
