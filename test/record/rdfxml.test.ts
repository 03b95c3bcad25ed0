// RDF/XML: blank nodes that are named twice have node ids that XML allows, each its own.

import { expect } from 'chai'
import { Readable } from 'node:stream'
import type { Quad } from 'n3'
import { rdfXmlParser } from '../../src/load/rdf/rdfxml.ts'
import { writeRdfXml } from '../../src/record/serializers/rdfxml.ts'
import { addTriple, type TripleIndex } from '../../src/record/rdf/triples.ts'

describe('RDF/XML', () => {
  it('has node ids that are XML names, whatever the labels of blank nodes are', async () => {
    const labels = ['b0', '0a1', '_0a1', 'a:b', '_a_cb', '__a_cb', '9', 'a-b.c', 'é', '_']
    const nodes: TripleIndex = new Map()
    for (const [i, label] of labels.entries())
      for (const subject of ['s', 't'])
        addTriple(nodes, `<https://x.example/${subject}>`, `https://x.example/p${i}x`, `_:${label}`)
    const quads: Quad[] = []
    const parser = Readable.from([writeRdfXml(nodes, new Map())]).pipe(rdfXmlParser('https://x.example/'))
    for await (const quad of parser) quads.push(quad as Quad)
    expect(quads).to.have.length(labels.length * 2)
    const objects = new Map(quads.map(({ predicate, object }) => [predicate.value, object.value]))
    expect(new Set(objects.values()).size).to.equal(labels.length)
  })
})
