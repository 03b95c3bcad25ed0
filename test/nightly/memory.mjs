/**
 * Prepares a generated graph of N products, each with persons of its own and organisations shared by some;
 * with a second
 * argument from its lines in reverse. Prints as JSON the entities, the largest bytes of heap, external memory
 * and arrays
 * after a collection, the peak of the process, and the content hash.
 */

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensions } from '../../dist/extensions/index.js'
import { prepareGraph } from '../../dist/load/prepare.js'
import { buildModel } from '../../dist/model/model.js'

const works = Number(process.argv[2])
const reversed = process.argv[3] !== undefined
const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
const line = JSON.stringify

/**
 * A product with two persons who stand in it alone, one who has a record, an organisation, a venue with a
 * record in the end.
 */
const product = (i) =>
  line({
    local_identifier: `w${i}`,
    entity_type: 'product',
    titles: { en: [`Title ${i} of a work that says something`] },
    identifiers: [{ scheme: 'doi', value: `10.1234/w${i}` }],
    contributions: [0, 1, 2].map((n) => ({
      rank: n + 1,
      by: {
        local_identifier: `https://people.example/person/${n < 2 ? `${i}-${n}` : `r${i}`}`,
        entity_type: 'person',
        name: `Name ${i} ${n}`,
      },
      declared_affiliations: [
        {
          local_identifier: `o${i % (works / 4)}`,
          entity_type: 'organisation',
          name: `House ${i % (works / 4)}`,
        },
      ],
    })),
    related_products: { cites: [`w${(i * 7) % works}`, `https://other.example/work/${i}`] },
  })
const person = (i) =>
  line({
    local_identifier: `https://people.example/person/r${i}`,
    entity_type: 'person',
    name: `Name ${i} 2`,
    identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }],
  })

/** One in ten records comes a second time. */
function* lines() {
  for (let i = 0; i < works; i++) yield product(i)
  for (let i = 0; i < works; i++) yield person(i)
  for (let i = 0; i < works; i += 10) yield person(i)
}

const file = createWriteStream(join(folder, 'records.jsonl'))
for (const text of reversed ? [...lines()].reverse() : lines())
  if (!file.write(`${text}\n`)) await once(file, 'drain')
file.end()
await once(file, 'finish')

let bytes = 0
let ticks = 0
const look = () => {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  bytes = Math.max(bytes, heapUsed + external)
}
// Looks while reading, as often whatever the size, and after it.
const every = Math.floor(works / 10)
const progress = {
  watch: (inputs) => [...inputs],
  tick: () => {
    if (++ticks % every === 0) look()
  },
  stage: look,
  end: () => {},
}
const { manifest } = await prepareGraph([join(folder, 'records.jsonl')], {
  model: buildModel(extensions),
  base: 'https://example.org/graph/',
  out: join(folder, 'graph'),
  progress,
})
rmSync(folder, { recursive: true })
const records = Object.values(manifest.records).reduce((sum, count) => sum + count, 0)
console.log(
  line({
    entities: records + manifest.mentions,
    bytes,
    peak: process.resourceUsage().maxRSS * 1024,
    hash: manifest.hash,
  }),
)
