// Sitemaps list the URL of every record once; robots.txt leads to them.

import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { prepareGraph } from '../../src/load/prepare.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { BASE } from '../support/records.ts'
import { getRaw, openSmallGraph, startServer, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => unescape(url as string))

describe('sitemaps', () => {
  const server = serve(() => openSmallGraph(), { settings: { publicUrl: 'https://graphs.example/a&b' } })
  const path = (url: string): string => url.slice('https://graphs.example/a&b'.length)

  it('list every record once', async () => {
    const index = await getRaw(server.port, '/sitemap.xml')
    expect(index.headers['content-type']).to.equal('application/xml; charset=utf-8')
    expect(index.body.split('\n').slice(0, 2)).to.deep.equal([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ])
    const urls: string[] = []
    for (const part of locations(index.body)) {
      const { status, headers, body } = await getRaw(server.port, path(part))
      expect([status, headers['content-type']]).to.deep.equal([200, 'application/xml; charset=utf-8'])
      urls.push(...locations(body))
    }
    expect(new Set(urls).size).to.equal(urls.length)
    expect(urls.length).to.equal(
      server.graph.model.types.reduce((sum, type) => sum + server.graph.count(type), 0),
    )
    for (const url of urls) expect((await getRaw(server.port, path(url))).status, url).to.equal(200)
  })

  for (const name of [
    'products-0',
    'products-2',
    'products-01',
    'products',
    'none-1',
    '-1',
    'products-1.5',
    'products-99999999999999999999',
  ]) {
    it(`have no part ${name}`, async () => {
      expect((await getRaw(server.port, `/sitemaps/${name}.xml`)).status).to.equal(404)
    })
  }

  it('give a record that a load did not change the same time as before', async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'graph')
    const timesOf = async (names: readonly string[]): Promise<Map<string, string>> => {
      const topics = names.map((name, i) => ({
        local_identifier: `topic-${i}`,
        entity_type: 'topic',
        labels: { en: name },
      }))
      writeFileSync(join(folder, 'topics.jsonl'), topics.map((one) => JSON.stringify(one)).join('\n'))
      await prepareGraph([join(folder, 'topics.jsonl')], { model, base: BASE, out, examine: false })
      const { graph: loaded } = await openGraph([out], { model })
      const other = await startServer(loaded)
      const { body } = await getRaw(other.port, '/sitemaps/topics-1.xml')
      const { body: index } = await getRaw(other.port, '/sitemap.xml')
      await other.close()
      await loaded.close()
      return new Map(
        [...(index + body).matchAll(/<loc>[^<]*\/([^<]*)<\/loc><lastmod>([^<]*)</g)].map(([, name, time]) => [
          name as string,
          time as string,
        ]),
      )
    }
    const first = await timesOf(['a', 'b', 'c'])
    await setTimeout(1100)
    const same = await timesOf(['a', 'b', 'c'])
    await setTimeout(1100)
    const changed = await timesOf(['a', 'B', 'c'])
    rmSync(folder, { recursive: true })
    expect([...first.keys()]).to.deep.equal(['topics-1.xml', 'topic-0', 'topic-1', 'topic-2'])
    expect(same).to.deep.equal(first)
    const differing = [...changed].filter(([name, time]) => first.get(name) !== time).map(([name]) => name)
    expect(differing).to.deep.equal(['topics-1.xml', 'topic-1'])
  })

  it('are named by robots.txt, which keeps crawlers from what is costly', async () => {
    const { headers, body } = await getRaw(server.port, '/robots.txt')
    expect(headers['content-type']).to.equal('text/plain; charset=utf-8')
    expect(body)
      .to.include('Sitemap: https://graphs.example/a&b/sitemap.xml\n')
      .and.include('User-agent: *\n')
    for (const path of ['/*?*filter', '/*?*format', '/*?*skeg_', '/search', '/resolve', '/mcp', '/download/'])
      expect(body).to.include(`Disallow: /a&b${path}\n`)
    for (const [, disallowed = ''] of body.matchAll(/^Disallow: (\/[^*\n]*)$/gm)) {
      const path = disallowed.slice('/a&b'.length).replace(/\/$/, '/products')
      expect((await getRaw(server.port, path)).status, path).not.to.equal(404)
    }
  })

  const addresses: readonly [target: string, isShown: boolean][] = [
    ['/', true],
    ['/skg-if/api/products', true],
    ['/skg-if/api/products?page=1', true],
    ['/skg-if/api/products/prod-1', true],
    ['/docs', true],
    ['/skg-if/api/products?filter=product_type:literature', false],
    ['/skg-if/api/products?page=1&skeg_sort=title', false],
    ['/skg-if/api/products/prod-1?format=turtle', false],
    ['/search?q=one', false],
    ['/suggest?q=one', false],
  ]
  for (const [target, isShown] of addresses)
    it(`${isShown ? 'let' : 'do not let'} search engines show ${target}`, async () => {
      const { headers } = await getRaw(server.port, target, 'GET', 'Host: localhost\r\nAccept: text/html')
      expect(headers['x-robots-tag']).to.equal(isShown ? undefined : 'noindex')
    })

  it('find in the head of a page the forms alone that search engines read', async () => {
    const target = '/skg-if/api/products'
    const { body } = await getRaw(server.port, target, 'GET', 'Host: localhost\r\nAccept: text/html')
    const types = [...body.matchAll(/<link rel="alternate"[^>]* type="([^"]+)"/g)].map(([, type]) => type)
    expect(types).to.include('application/ld+json').and.have.length.within(1, 6)
  })
})
