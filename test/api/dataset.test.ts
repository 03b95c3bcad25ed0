// The description of the graph: its counts are those of a dump, its links lead somewhere, and it is the same
// in every form.

import { expect } from 'chai'
import { dumpOf } from '../support/dump.ts'
import jsonld from 'jsonld'
import { Parser, type Quad } from 'n3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import rdfCanonize from 'rdf-canonize'
import { readAbout, software, type About } from '../../src/config/about.ts'
import { offersOf } from '../../src/config/media.ts'
import { openGraph, type OpenGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const VOID = 'http://rdfs.org/ns/void#'
const DCAT = 'http://www.w3.org/ns/dcat#'
const DCTERMS = 'http://purl.org/dc/terms/'
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** What no row maps: properties, a class and subjects without identity. */
const strange = `@prefix x: <https://vocabulary.example/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
<https://w3id.org/skg-if/sandbox/skeg/strange> a foaf:Person, x:Stranger ; foaf:name "Stranger" ;
x:knows [ x:since "2020" ; x:of [ x:more 1 ] ] .`

const parse = (text: string): Quad[] => new Parser().parse(text)

/** Counts of a dump, counted here. */
function countsOf(quads: readonly Quad[]): {
  triples: number
  subjects: number
  classes: Record<string, number>
  properties: Record<string, number>
} {
  const triples = new Map(
    quads.map(({ subject, predicate, object }) => [
      `${subject.id} ${predicate.id} ${object.id}`,
      { subject, predicate, object },
    ]),
  )
  const classes: Record<string, number> = {}
  const properties: Record<string, number> = {}
  for (const { predicate, object } of triples.values()) {
    properties[predicate.value] = (properties[predicate.value] ?? 0) + 1
    if (predicate.value === RDF_TYPE && object.termType === 'NamedNode')
      classes[object.value] = (classes[object.value] ?? 0) + 1
  }
  return {
    triples: triples.size,
    subjects: new Set(quads.map(({ subject }) => subject.id)).size,
    classes,
    properties,
  }
}

describe('the description of the graph', () => {
  let opened: OpenGraph
  let server: TestServer
  let quads: Quad[]
  const about: About = readAbout(join(DEMO, 'about.json'))
  const url = (): string => `${server.root}/.well-known/void`
  const valuesOf = (subject: string, property: string): string[] =>
    quads
      .filter((quad) => quad.subject.id === subject && quad.predicate.value === property)
      .map(({ object }) => object.id)
  const set = (): string => `${url()}#dataset`
  const textsOf = (property: string): string[] =>
    quads
      .filter((quad) => quad.subject.id === set() && quad.predicate.value === property)
      .map(({ object }) => object.value)

  before(async () => {
    const folder = folderOf({ 'strange.ttl': strange })
    opened = await openGraph([DEMO, folder], { model })
    rmSync(folder, { recursive: true })
    server = await startServer(opened.graph, { about })
    const response = await fetch(url())
    expect(response.headers.get('content-type')).to.equal('text/turtle; charset=utf-8')
    quads = parse(await response.text())
  })
  after(async () => {
    await server.close()
    await opened.graph.close()
  })

  it('counts what a dump holds', async () => {
    const counts = countsOf(parse(await dumpOf(opened.store)))
    expect(counts.properties).to.have.property('https://vocabulary.example/more', 1)
    const partitions = (kind: 'class' | 'property', counted: string): Record<string, number> =>
      Object.fromEntries(
        valuesOf(set(), `${VOID}${kind}Partition`).map((node) => [
          valuesOf(node, VOID + kind)[0] as string,
          Number(
            quads.find((quad) => quad.subject.id === node && quad.predicate.value === VOID + counted)?.object
              .value,
          ),
        ]),
      )
    expect(textsOf(`${VOID}triples`)).to.deep.equal([String(counts.triples)])
    expect(textsOf(`${VOID}distinctSubjects`)).to.deep.equal([String(counts.subjects)])
    expect(textsOf(`${VOID}classes`)).to.deep.equal([String(Object.keys(counts.classes).length)])
    expect(textsOf(`${VOID}properties`)).to.deep.equal([String(Object.keys(counts.properties).length)])
    expect(partitions('class', 'entities')).to.deep.equal(counts.classes)
    expect(partitions('property', 'triples')).to.deep.equal(counts.properties)
  })

  it('counts the properties of each class, and what their values are', async () => {
    const dump = parse(await dumpOf(opened.store))
    const unique = [
      ...new Map(
        dump.map((quad) => [JSON.stringify([quad.subject.id, quad.predicate.id, quad.object.id]), quad]),
      ).values(),
    ]
    const types = new Map<string, string[]>()
    for (const { subject, predicate, object } of unique)
      if (predicate.value === RDF_TYPE)
        types.set(subject.id, [...(types.get(subject.id) ?? []), object.value])
    const expected: Record<string, number> = {}
    const datatypes: Record<string, number> = {}
    for (const { subject, predicate, object } of unique)
      for (const one of predicate.value === RDF_TYPE ? [] : (types.get(subject.id) ?? [])) {
        const key = `${one} ${predicate.value}`
        expected[key] = (expected[key] ?? 0) + 1
        if (object.termType !== 'Literal') continue
        const typed = `${key} ${object.datatype.value}`
        datatypes[typed] = (datatypes[typed] ?? 0) + 1
      }
    const of = (node: string, property: string): string => valuesOf(node, property)[0] ?? ''
    const numberOf = (node: string): number =>
      Number(
        quads.find((one) => one.subject.id === node && one.predicate.value === `${VOID}triples`)?.object
          .value,
      )
    const found: Record<string, number> = {}
    const foundDatatypes: Record<string, number> = {}
    const classes: string[] = []
    for (const partition of valuesOf(set(), `${VOID}classPartition`))
      for (const node of valuesOf(partition, `${VOID}propertyPartition`)) {
        const key = `${of(partition, `${VOID}class`)} ${of(node, `${VOID}property`)}`
        found[key] = numberOf(node)
        for (const part of valuesOf(node, 'http://ldf.fi/void-ext#datatypePartition'))
          foundDatatypes[`${key} ${of(part, 'http://ldf.fi/void-ext#datatype')}`] = numberOf(part)
        for (const part of valuesOf(node, `${VOID}classPartition`))
          classes.push(`${key.replace(/\S*[/#]/g, '')} ${of(part, `${VOID}class`).replace(/.*[/#]/, '')}`)
      }
    expect(found).to.deep.equal(expected)
    expect(foundDatatypes).to.deep.equal(datatypes)
    // Nodes of the same graph, and entities with records of their own.
    expect(classes).to.include.members([
      'Work realization JournalArticle',
      'Work isFundedBy Grant',
      'Work cites Work',
    ])
  })

  it('counts the links to the registries of identifiers', async () => {
    const orcids = parse(await dumpOf(opened.store)).filter(
      ({ object }) => object.value === 'http://purl.org/spar/datacite/orcid',
    )
    const linkset = `${url()}#links-orcid`
    expect(textsOf(`${VOID}subset`)).to.include(linkset)
    const of = (property: string): string[] =>
      quads
        .filter(({ subject, predicate }) => subject.id === linkset && predicate.value === VOID + property)
        .map(({ object }) => object.value)
    expect(of('triples')).to.deep.equal([String(orcids.length)])
    expect(of('subjectsTarget')).to.deep.equal([set()])
    expect(of('objectsTarget')).to.deep.equal([`${url()}#orcid`])
    expect(valuesOf(`${url()}#orcid`, `${VOID}uriSpace`)).to.deep.equal(['"https://orcid.org/"'])
  })

  it('says what was loaded, and not where it lies', () => {
    const used = quads.filter(({ predicate }) => predicate.value === 'http://www.w3.org/ns/prov#used')
    const labels = used.flatMap(({ object }) =>
      valuesOf(object.id, 'http://www.w3.org/2000/01/rdf-schema#label'),
    )
    expect(labels).to.include('"data"')
    for (const { object } of quads) expect(object.value).not.to.include(DEMO)
    const [agent] = quads.filter(({ predicate }) => predicate.value.endsWith('wasAssociatedWith'))
    expect(valuesOf((agent as Quad).object.id, 'http://www.w3.org/2000/01/rdf-schema#label')).to.deep.equal([
      `"${software.name} ${software.version}"`,
    ])
  })

  it('says what is said of the graph', () => {
    expect(textsOf(`${DCTERMS}title`)).to.deep.equal([about.title])
    expect(textsOf(`${DCTERMS}description`)).to.deep.equal([about.description])
    expect(textsOf(`${DCTERMS}license`)).to.deep.equal([about.licence])
    expect(textsOf(`${VOID}uriSpace`)).to.deep.equal([opened.graph.base])
    expect(valuesOf(set(), 'http://www.w3.org/ns/dcat#version')).to.deep.equal([`"${about.version}"`])
    expect(valuesOf(set(), `${DCTERMS}created`)).to.deep.equal([
      `"${about.created}"^^http://www.w3.org/2001/XMLSchema#date`,
    ])
    const [publisher = ''] = valuesOf(set(), `${DCTERMS}publisher`)
    expect(valuesOf(publisher, 'http://xmlns.com/foaf/0.1/name')).to.deep.equal([
      `"${about.publisher?.name}"`,
    ])
    const [contact = ''] = valuesOf(set(), `${DCAT}contactPoint`)
    expect(valuesOf(contact, 'http://www.w3.org/2006/vcard/ns#hasEmail')).to.deep.equal([about.contact])
  })

  it('says of which list of the EU each value is', () => {
    const lists = 'http://publications.europa.eu/resource/authority/'
    const values = quads.map(({ object }) => object.id).filter((id) => id.startsWith(lists))
    const ofLists = values.filter((id) => id.slice(lists.length).includes('/'))
    expect(new Set(ofLists).size).to.be.at.least(5)
    for (const value of ofLists)
      expect(valuesOf(value, 'http://www.w3.org/2004/02/skos/core#inScheme'), value).to.deep.equal([
        value.replace(/\/[^/]*$/, ''),
      ])
  })

  it('gives as examples records of every type', () => {
    const examples = textsOf(`${VOID}exampleResource`)
    expect(new Set(examples.flatMap((iri) => opened.graph.typesOf(iri)))).to.have.property(
      'size',
      model.types.length,
    )
  })

  it('names the vocabularies that are used, and no other', async () => {
    const { classes, properties } = countsOf(parse(await dumpOf(opened.store)))
    const used = [...Object.keys(classes), ...Object.keys(properties)]
    const named = textsOf(`${VOID}vocabulary`)
    for (const namespace of named)
      expect(
        used.some((iri) => iri.startsWith(namespace)),
        namespace,
      ).to.equal(true)
    expect(named).to.include.members([
      'http://purl.org/dc/terms/',
      'http://xmlns.com/foaf/0.1/',
      'http://purl.org/spar/fabio/',
    ])
  })

  it('links to what there is', async () => {
    const links = [
      `${DCAT}endpointURL`,
      `${DCAT}endpointDescription`,
      `${DCAT}landingPage`,
      `${DCAT}downloadURL`,
      `${VOID}sparqlEndpoint`,
      `${VOID}dataDump`,
    ]
    const found = quads
      .filter(({ predicate }) => links.includes(predicate.value))
      .map(({ object }) => object.value)
    const doors = ['/changes', '/oai'].map((path) => server.root + path)
    expect(found).to.include.members([server.api, ...doors, `${server.root}/openapi.json`, `${server.root}/`])
    for (const link of found)
      expect((await fetch(link, { method: 'HEAD' })).status, link)
        .to.be.lessThan(500)
        .and.not.equal(404)
  })

  it('is the same in every form', async () => {
    const expected = await rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0' })
    const { documentLoader } = {
      documentLoader: () => {
        throw new Error('nothing is fetched')
      },
    }
    const readers: Readonly<Record<string, (text: string) => Promise<unknown> | unknown>> = {
      turtle: parse,
      ntriples: parse,
      jsonld: (text) => jsonld.toRDF(JSON.parse(text) as never, { documentLoader } as never),
    }
    for (const offer of offersOf('dataset')) {
      const reader = readers[offer.name]
      if (!reader) continue
      const response = await fetch(url(), { headers: { Accept: offer.type.split(';')[0] as string } })
      expect(response.headers.get('content-type')).to.equal(offer.type)
      expect(
        await rdfCanonize.canonize((await reader(await response.text())) as never, { algorithm: 'RDFC-1.0' }),
        offer.name,
      ).to.equal(expected)
      expect((await fetch(`${url()}?format=${offer.name}`)).headers.get('content-type')).to.equal(offer.type)
    }
    expect((await fetch(url(), { headers: { Accept: 'image/png' } })).status).to.equal(406)
  })

  it('takes what people write that is no IRI as text', async () => {
    const other = await startServer(opened.graph, {
      about: {
        title: 'A "title"\n',
        description: 'x',
        licence: 'all yours',
        contact: 'the desk <over there>',
        publisher: { name: 'N', url: 'no url' },
        created: 'lately',
      },
    })
    const found = parse(await (await fetch(`${other.root}/.well-known/void`)).text())
    await other.close()
    const literals = found
      .filter(({ object }) => object.termType === 'Literal')
      .map(({ object }) => object.value)
    expect(literals).to.include.members([
      'A "title"\n',
      'all yours',
      'the desk <over there>',
      'no url',
      'lately',
    ])
  })
})

describe('descriptions', () => {
  it('are written once for a graph', async () => {
    await using graph = (await openGraph([DEMO], { model })).graph
    let reads = 0
    const counted = {
      ...graph,
      get statistics() {
        reads++
        return graph.statistics
      },
      get stamps() {
        reads++
        return graph.stamps
      },
    }
    await using server = await startServer(counted, { threads: undefined, settings: { cache: 0 } })
    const targets = ['/.well-known/void?format=turtle', '/openapi.json', '/skg-if-openapi.yaml']
    for (const target of targets) {
      const first = await (await fetch(server.root + target)).text()
      const before = reads
      expect(await (await fetch(server.root + target)).text()).to.equal(first)
      expect(reads, target).to.equal(before)
    }
  })
})
