/** The picture of what surrounds a record: who refers to it above, what it names below, each with a link. */

import { expect } from 'chai'
import { fileURLToPath } from 'node:url'
import type { Graph } from '../../src/store/graph.ts'
import { getPage, type Tag } from '../support/html.ts'
import { openGraphOf, startServer, type TestServer } from '../support/server.ts'

const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

describe('the neighbourhood', () => {
  let graph: Graph
  let server: TestServer
  before(async () => {
    graph = await openGraphOf([DEMO])
    server = await startServer(graph)
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  /** The lines of the picture as `class text`; a title that was cut as a whole. */
  async function linesOf(path: string): Promise<{ lines: string[]; tags: readonly Tag[] }> {
    const { html } = await getPage(`${server.api}/${path}`)
    const texts = html
      .all('text')
      .filter(({ attributes: { class: name } }) =>
        ['label', 'neighbour', 'more', 'self'].includes(name ?? ''),
      )
    return {
      tags: html.all(),
      lines: texts.map(({ text, attributes: { class: name } }) => `${name} ${text.replace(/^.*…(?=.)/, '')}`),
    }
  }

  it('has what cites a product above it, and below what it names, by relation', async () => {
    expect((await linesOf('products/product-fair-principles')).lines).to.deep.equal([
      'label Cited by',
      'neighbour OpenCitations Meta',
      'neighbour Introducing the FAIR Principles for research software',
      'self The FAIR Guiding Principles for scientific data management and stewardship',
      'label Topics',
      'neighbour FAIR data principles',
      'neighbour open science',
      'label Assigned by',
      'neighbour agent-skeg-curators',
      'label Contributors',
      'neighbour Mark D. Wilkinson',
      'label Published in',
      'neighbour Scientific Data',
      'label Hosted by',
      'neighbour PubMed Central',
    ])
  })

  it('says how many more there are', async () => {
    const { lines } = await linesOf('topics/topic-open-science')
    const total = (
      await graph.referring(
        graph
          .list(graph.model.typeNamed('topic')!, 0, 100)
          .find((iri) => iri.endsWith('topic-open-science'))!,
      )
    ).lists[0]!.iris.length
    expect(total).to.be.above(3)
    expect(lines.slice(0, 5).map((line) => line.split(' ')[0])).to.deep.equal([
      'label',
      'neighbour',
      'neighbour',
      'neighbour',
      'more',
    ])
    expect(lines[4]).to.equal(`more and ${total - 3} more`)
  })

  it('counts one relation that is left out as one', async () => {
    expect((await linesOf('services/service-udpipe')).lines.at(-1)).to.equal('more and 1 more relation')
  })

  it('has an edge for each neighbour, within the picture, and no neighbour without its edge', async () => {
    for (const type of graph.model.types) {
      for (const iri of graph.list(type, 0, 100)) {
        const { lines, tags } = await linesOf(`${type.path}/${encodeURIComponent(iri)}`)
        const edges = tags.filter(({ name, attributes }) => name === 'path' && attributes['marker-end'])
        expect(edges, iri).to.have.length(lines.filter((line) => line.startsWith('neighbour')).length)
        if (lines.length === 0) continue
        expect(
          lines.filter((line) => line.startsWith('self')),
          iri,
        ).to.have.length(1)
        const picture = tags.find(({ name, attributes: { role } }) => name === 'svg' && role === 'group')
          ?.attributes.viewBox as string
        const height = Number(picture.split(' ')[3])
        for (const {
          attributes: { d = '' },
        } of edges)
          for (const [, y] of d.matchAll(/[MV](?:[\d.]+ )?([\d.]+)/g))
            expect(Number(y), `${iri} ${d}`).to.be.within(0, height)
      }
    }
  })
})
