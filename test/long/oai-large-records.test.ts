// Records of a thousand authors are harvested whole: pages end at a weight, and no thread is lost over one.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../../src/doors/oai/verbs.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'
import { faultsOf, haveSchemas } from '../support/xsd.ts'
import { temporaryFolder } from '../support/folders.ts'

const [WORKS, AUTHORS] = isFullEffort ? [300, 1000] : [30, 1000]

/** Characters of a page: one that has as many takes one more record, and has an envelope. */
const MAX_PAGE = 1_000_000 + AUTHORS * 2000

const author = (i: number): object => ({
  role: 'author',
  rank: i + 1,
  by: {
    local_identifier: `person-${i}`,
    entity_type: 'person',
    name: `Person ${i}`,
    family_name: `Family ${i}`,
    given_name: 'Given',
    identifiers: [{ scheme: 'orcid', value: `0000-0000-0000-${String(i).padStart(4, '0')}` }],
  },
  declared_affiliations: [{ local_identifier: 'org', entity_type: 'organisation', name: 'Organisation' }],
})

const work = (i: number): object => ({
  local_identifier: `work-${i}`,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Work ${i}`] },
  identifiers: [{ scheme: 'doi', value: `10.1234/${i}` }],
  contributions: Array.from({ length: AUTHORS }, (_, n) => author(n)),
})

describe(`OAI-PMH over ${WORKS} works of ${AUTHORS} authors`, function () {
  this.timeout(600_000)
  let folder: string
  const server = serve(
    async () => {
      folder = temporaryFolder()
      const lines = Array.from({ length: WORKS }, (_, i) => `${JSON.stringify(work(i))}\n`)
      writeFileSync(join(folder, 'records.jsonl'), lines.join(''))
      const out = join(folder, 'graph')
      const base = 'https://example.org/'
      await prepareGraph([join(folder, 'records.jsonl')], { model, base, out, examine: false })
      return (await openGraph([out], { model, atOnce: true })).graph
    },
    {
      threads: { count: 1 },
      settings: { publicUrl: 'http://graph.example.org' },
    },
  )
  for (const { prefix } of formats)
    it(`has every work in ${prefix}, in pages of no more than their weight`, async () => {
      const found: string[] = []
      let [query, cursor, pages] = [`metadataPrefix=${prefix}&set=type:product`, 0, 0]
      for (;;) {
        const response = await fetch(`http://127.0.0.1:${server.port}/oai?verb=ListRecords&${query}`)
        const xml = await response.text()
        expect(response.status, xml.slice(0, 500)).to.equal(200)
        expect(xml.length).to.be.below(MAX_PAGE)
        expect(/completeListSize="(\d+)" cursor="(\d+)"/.exec(xml)?.slice(1)).to.deep.equal([
          `${WORKS}`,
          `${cursor}`,
        ])
        if (haveSchemas && pages % 10 === 0)
          expect(await faultsOf([xml], prefix === 'oai_openaire')).to.deep.equal([])
        const ids = [...xml.matchAll(/<header><identifier>[^<]*:(work-\d+)</g)].map(([, id]) => id as string)
        found.push(...ids)
        cursor += ids.length
        pages++
        const token = /<resumptionToken[^>]*>([^<]+)</.exec(xml)?.[1]
        if (token === undefined) break
        query = `resumptionToken=${token}`
      }
      expect(pages).to.be.above(1)
      expect([found.length, new Set(found).size]).to.deep.equal([WORKS, WORKS])
    })
})
