/** `load --from-sparql`: the ready queries on real triples, pages of subjects, and what is wrong with folders. */

import { expect } from 'chai'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Parser } from 'n3'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConstruct } from '../../src/sparql/construct-pages.ts'
import { readConstructs, readEndpoint } from '../../src/load/endpoint/read-endpoint.ts'
import { runProcess } from '../support/command.ts'
import { model } from '../support/model.ts'
import { startOxigraph } from '../support/oxigraph.ts'
import { testConstructExamples } from './construct-examples.ts'

testConstructExamples({
  name: 'Oxigraph',
  isThere: async () => true,
  async start(files) {
    const engine = await startOxigraph()
    engine.load(files)
    return engine
  },
})

describe('load from a SPARQL server', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('renames the blank nodes of answers, and changes no literal that looks like one', async () => {
    const server = await startOxigraph()
    const [queries, files] = [join(folder, 'labels'), join(folder, 'relabelled')]
    mkdirSync(queries)
    const construct = (predicate: string): string =>
      `CONSTRUCT { ?subject a <urn:T> ; <urn:${predicate}> [ <urn:v> ?l ] } WHERE { ?subject <urn:label> ?l }`
    writeFileSync(join(queries, 'topic.rq'), construct('first'))
    writeFileSync(join(queries, 'topic.more.rq'), construct('second'))
    const literals = ['see _:x', 'a _:b .', '_:c', 'line\n_:d .\n_:e <urn:f> "g" .']
    writeFileSync(
      join(folder, 'labels.nq'),
      literals.map((text, i) => `<urn:${i}> <urn:label> ${JSON.stringify(text)} <urn:g> .\n`).join(''),
    )
    try {
      server.load([join(folder, 'labels.nq')])
      await readEndpoint({
        url: server.url,
        constructs: queries,
        model,
        timeout: 10,
        retries: 0,
        folder: files,
      })
    } finally {
      await server.close()
    }
    const text = readFileSync(join(files, 'topic-000000000.nt'), 'utf8')
    const quads = new Parser({ format: 'application/n-triples', blankNodePrefix: '_:' }).parse(text)
    const values = quads.filter(({ predicate }) => predicate.value === 'urn:v')
    expect(values.map(({ object }) => object.value).sort()).to.deep.equal([...literals, ...literals].sort())
    expect(new Set(values.map(({ subject }) => subject.value)).size).to.equal(8)
    const labels = (predicate: string): string[] =>
      quads.flatMap((quad) => (quad.predicate.value === predicate ? quad.object.value.slice(0, 3) : []))
    expect(new Set(labels('urn:first'))).to.deep.equal(new Set(['a0-']))
    expect(new Set(labels('urn:second'))).to.deep.equal(new Set(['a1-']))
  })

  it('reads all subjects, page by page', async () => {
    const server = await startOxigraph()
    const [queries, files] = [join(folder, 'topics'), join(folder, 'pages')]
    mkdirSync(queries)
    writeFileSync(
      join(queries, 'topic.rq'),
      'CONSTRUCT { ?subject a <http://purl.org/spar/fabio/SubjectTerm> ; <urn:l> [ <urn:v> ?l ] } ' +
        'WHERE { ?subject <urn:label> ?l }',
    )
    const numbers = Array.from({ length: 23 }, (_, i) => i)
    writeFileSync(
      join(folder, 'topics.nq'),
      numbers.map((i) => `<https://example.org/${i}> <urn:label> "not _:x ${i}" <urn:g> .\n`).join(''),
    )
    try {
      server.load([join(folder, 'topics.nq')])
      const options = { url: server.url, constructs: queries, model, timeout: 10, retries: 0, pageSize: 5 }
      expect(await readEndpoint({ ...options, folder: files })).to.equal(23)
    } finally {
      await server.close()
    }
    const texts = readdirSync(files).map((name) => readFileSync(join(files, name), 'utf8'))
    expect(texts.length).to.equal(5)
    const subjects = new Set(texts.flatMap((text) => text.match(/^<https:\/\/example\.org\/\d+>/gm) ?? []))
    expect(subjects.size).to.equal(23)
    for (const text of texts)
      expect(new Parser({ format: 'application/n-triples' }).parse(text)).to.not.be.empty
  })

  it('says what is wrong with a folder of queries', () => {
    const wrong = join(folder, 'wrong')
    const messageOf = (): string => {
      try {
        readConstructs(wrong, model)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(messageOf()).to.match(/is no directory; --construct names one/)
    mkdirSync(wrong)
    expect(messageOf()).to.match(/has no query; known are product\.rq, /)
    writeFileSync(join(wrong, 'thing.rq'), '')
    expect(messageOf()).to.match(/thing\.rq is called like no entity type; known are product\.rq/)
    rmSync(join(wrong, 'thing.rq'))
    writeFileSync(join(wrong, 'person.names.rq'), '')
    expect(messageOf()).to.match(/person\.names\.rq needs person\.rq beside it/)
    writeFileSync(join(wrong, 'person.rq'), 'SELECT ?subject WHERE { ?subject a ?c }')
    expect(messageOf()).to.match(/person\.rq is no CONSTRUCT/)
  })

  const refused: readonly [query: string, message: RegExp][] = [
    ['CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }', /has no variable \?subject before the first OPTIONAL/],
    ['CONSTRUCT { ?subject ?p ?o } WHERE { ?subject ?p ?o } LIMIT 5', /has LIMIT, OFFSET or ORDER BY/],
    ['CONSTRUCT {', /Parse error/],
  ]
  for (const [query, message] of refused)
    it(`refuses ${query}`, () => expect(() => readConstruct(query)).to.throw(message))

  it('needs a server, queries and a base', async () => {
    const { code, err } = await runProcess(['load', '--construct', folder, '--out', join(folder, 'none')])
    expect({ code, err: err.trim() }).to.deep.equal({
      code: 2,
      err: 'skeg: load needs --from-sparql URL and --construct DIR together',
    })
  })
})
