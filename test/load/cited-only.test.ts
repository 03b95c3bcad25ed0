/** What stands in a graph only because others cite it bears a mark, in every order and form of the input. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { offersOf } from '../../src/config/media.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'
import { BASE, load, type Json, jsonl } from './files.ts'
import { temporaryFolder } from '../support/folders.ts'

const MARK = `<http://purl.org/dc/terms/isReferencedBy> <${BASE}>`

const product = (id: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'product',
  titles: { none: [`Title of ${id}`] },
  ...more,
})
const citing = product('p', { related_products: { cites: [product('q'), 'r'] } })

const marked = ({ dump }: { readonly dump: string }): string[] =>
  dump
    .split('\n')
    .filter((line) => line.includes(MARK))
    .map((line) => line.slice(1 + BASE.length, line.indexOf('>')))

describe('the mark of what is only cited', () => {
  it('is on records that no input has for themselves, and neither on others nor on mentions', async () => {
    expect(marked(await load({ 'a.jsonl': jsonl(citing) }))).to.deep.equal(['q'])
  })
  it('is on no record that an input has, be it before or behind the one that cites it', async () => {
    for (const records of [
      [citing, product('q')],
      [product('q'), citing],
    ])
      expect(marked(await load({ 'a.jsonl': jsonl(...records) }))).to.be.empty
  })
  it('stays where the graph is loaded again as RDF', async () => {
    const first = await load({ 'a.jsonl': jsonl(citing) })
    const again = await load({ 'a.nq': first.dump })
    expect(marked(again)).to.deep.equal(['q'])
    expect(again.hash).to.equal(first.hash)
  })
  it('goes where an input has the record later', async () => {
    const { dump } = await load({ 'a.jsonl': jsonl(citing) })
    const added = await load({ 'a.nq': dump, 'b.jsonl': jsonl(product('q')) })
    expect(marked(added)).to.be.empty
    expect(added.answers['product q']).to.deep.include({ titles: { none: ['Title of q'] } })
  })

  it('stands on what a source says of a reference, which its own record replaces', async () => {
    const work = (DOI: string, more: Json = {}): Json => ({
      DOI,
      type: 'journal-article',
      member: '78',
      ...more,
    })
    const reference = [
      {
        key: 'a',
        DOI: '10.5555/cited',
        author: 'Li',
        year: '1997',
        'article-title': 'Cited',
        'journal-title': 'N',
      },
    ]
    const citer = work('10.5555/citer', { title: ['Citing'], reference })
    const id = 'product https://doi.org/10.5555/cited'
    const alone = await load({ 'a.jsonl': jsonl(citer) })
    expect(alone.answers[id]).to.deep.include({
      titles: { none: ['Li. 1997. Cited. N'] },
      manifestations: [{ dates: { publication: ['1997'] } }],
    })
    expect(alone.dump).to.include(MARK)
    const own = work('10.5555/cited', { title: ['The real title'], issued: { 'date-parts': [[1998]] } })
    for (const records of [
      [citer, own],
      [own, citer],
    ]) {
      const both = await load({ 'a.jsonl': jsonl(...records) })
      expect(JSON.stringify(both.answers[id])).to.include('The real title').and.not.include('Li')
      expect(both.dump).to.not.include(MARK)
      expect(both.findings.filter((one) => one.includes('copies'))).to.deep.equal([])
    }
  })

  it('stands in the dump and the changes, and in no form of a record or list', async () => {
    const folder = temporaryFolder()
    const other = '<q> <http://purl.org/dc/terms/isReferencedBy> <p> .'
    writeFileSync(join(folder, 'a.jsonl'), jsonl(citing))
    writeFileSync(join(folder, 'b.ttl'), `@base <${BASE}> . ${other}`)
    await using graph = (await openGraph([folder], { model, base: BASE })).graph
    await using server = await startServer(graph, { threads: { count: 1 } })
    for (const path of ['/skg-if/api/products/q', '/skg-if/api/products'])
      for (const { name } of offersOf('entity')) {
        const answer = await fetch(`${server.root}${path}?format=${name}`)
        const text = await answer.text()
        expect(text, `${path} ${name}`).to.not.match(
          /isReferencedBy\W{1,80}(?:@id\W+)?https:\/\/example.org\/graph\/\W/,
        )
        if (name === 'ntriples') expect(text).to.include(`isReferencedBy> <${BASE}p> .`)
      }
    const nquads = { accept: 'application/n-quads' }
    expect(await (await fetch(`${server.root}/dump`)).text()).to.include(MARK)
    const root = await (await fetch(`${server.root}/changes`, { headers: nquads })).text()
    const pages = [...root.matchAll(/tree#node> <([^>]+)>/g)].map(([, url]) => url as string)
    const moments = await Promise.all(pages.map((url) => fetch(url, { headers: nquads })))
    const below = (await Promise.all(moments.map((one) => one.text()))).join('')
    const more = [...below.matchAll(/tree#node> <([^>]+)>/g)].map(([, url]) => url as string)
    const texts = await Promise.all(more.map(async (url) => (await fetch(url, { headers: nquads })).text()))
    expect(below + texts.join('')).to.include(MARK)
  })
})
