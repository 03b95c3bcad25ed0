/** Sitemaps of more records than one may list. */

import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { BASE } from '../support/records.ts'
import { getRaw, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url as string)

describe('sitemaps of many records', () => {
  it('stay within the limits of the protocol, and are pointed to', async () => {
    const folder = temporaryFolder()
    const topics = Array.from({ length: 20_005 }, (_, i) =>
      JSON.stringify({ local_identifier: `topic-${i}`, entity_type: 'topic', labels: { en: `Topic ${i}` } }),
    )
    writeFileSync(join(folder, 'many.jsonl'), topics.join('\n'))
    const many = (await openGraph([folder], { model, base: BASE })).graph
    rmSync(folder, { recursive: true })
    await using other = await startServer(many)
    const parts = locations((await getRaw(other.port, '/sitemap.xml')).body)
    const [body = '', last = ''] = await Promise.all(
      parts.map(async (part) => (await getRaw(other.port, part.slice(other.root.length))).body),
    )
    await many.close()
    expect(parts).to.have.length(2)
    expect(new Set([...locations(body), ...locations(last)]).size).to.equal(topics.length)
    expect(locations(body).length).to.be.at.most(50_000)
    expect(Buffer.byteLength(body)).to.be.at.most(50_000_000)
  })
})
