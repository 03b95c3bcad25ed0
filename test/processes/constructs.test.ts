/** `load --from-sparql`: the ready queries on real triples, pages of subjects, and what is wrong with folders. */

import { expect } from 'chai'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Parser } from 'n3'
import { join } from 'node:path'
import { readConstruct } from '../../src/sparql/construct-pages.ts'
import { readConstructs, readEndpoint } from '../../src/tools/endpoint/read-endpoint.ts'
import { runProcess } from '../support/command.ts'
import { openClient } from '../../src/store/client/open-client.ts'
import { model } from '../support/model.ts'
import { startOxigraph } from '../support/oxigraph.ts'
import { testConstructExamples } from '../load/construct-examples.ts'
import { load } from '../load/files.ts'
import { temporaryFolder } from '../support/folders.ts'

testConstructExamples({
  name: 'Oxigraph',
  isThere: async () => true,
  async start(files) {
    const engine = await startOxigraph()
    engine.load(files)
    return engine
  },
})

testConstructExamples({
  name: 'RDF files',
  isThere: async () => true,
  start: async ([path = '']) => ({ url: path, close: async () => {} }),
})

describe('load from a SPARQL server', () => {
  const folder = temporaryFolder()

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
      const options = { constructs: queries, model, retries: 0, folder: files }
      await readEndpoint(openClient({ url: server.url, timeout: 10, connections: 1 }), options)
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
      const client = openClient({ url: server.url, timeout: 10, connections: 1 })
      const options = { constructs: queries, model, retries: 0, pageSize: 5, folder: files }
      expect(await readEndpoint(client, options)).to.equal(23)
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

  const QUERIES = ['--construct', 'queries/constructs/vivo']
  const faults: readonly [says: string, args: readonly string[], err: RegExp][] = [
    ['queries', ['--from-sparql', 'http://localhost:1/'], /load --from-sparql needs --construct DIR/],
    ['a base', ['a.ttl', ...QUERIES], /load --construct needs --base IRI: RDF states none/],
    ['files or a server', [...QUERIES, '--base', 'urn:b:'], /needs RDF files to read, or --from-sparql URL/],
  ]
  for (const [says, args, message] of faults)
    it(`needs ${says}`, async () => {
      const { code, err } = await runProcess(['load', ...args, '--out', join(folder, 'none')])
      expect({ code, err }).to.deep.equal({ code: 2, err: message.exec(err)?.input })
    })

  it('names a file that is no RDF, or is broken', async () => {
    for (const [name, content, message] of [
      ['bad.ttl', '<urn:a> <urn:b> .', /bad\.ttl cannot be read as RDF: .*line 1/],
      ['a.csv', 'id,name', /a\.csv cannot be read as RDF: Not supported RDF format extension: csv/],
    ] as const) {
      writeFileSync(join(folder, name), content)
      const args = ['load', join(folder, name), ...QUERIES, '--base', 'https://e.org/']
      const { code, err } = await runProcess([...args, '--out', join(folder, 'none')])
      expect({ code, err }).to.deep.equal({ code: 1, err: message.exec(err)?.input })
    }
  })
})

describe('classes of which no record is made', () => {
  const PREFIXES =
    '@prefix bibo: <http://purl.org/ontology/bibo/> . @prefix dcat: <http://www.w3.org/ns/dcat#> .'
  const HEAD = 'warned a.ttl has subjects of which no record is made, as of their classes:'
  const findingsOf = async (turtle: string): Promise<readonly string[]> =>
    (await load({ 'a.ttl': `${PREFIXES} ${turtle}`, 'b.jsonl': RECORD })).findings
  const RECORD = '{"local_identifier":"p","entity_type":"person","name":"A"}'

  it('are one finding a file, with their counts, the most frequent first', async () => {
    const turtle = '<urn:d> a dcat:Dataset . <urn:a> a bibo:Article . <urn:b> a bibo:Article .'
    expect(await findingsOf(turtle)).to.deep.equal([
      `${HEAD} <http://purl.org/ontology/bibo/Article> (2), <http://www.w3.org/ns/dcat#Dataset> (1)`,
    ])
  })
  it('are none where the classes are those of the model, or things have none', async () => {
    const turtle =
      '<urn:a> a <http://purl.org/spar/fabio/Work>, bibo:Article ; <urn:p> "x" . <urn:b> <urn:p> "x" .'
    expect(await findingsOf(turtle)).to.deep.equal([])
  })
  it('are named up to twenty', async () => {
    const turtle = Array.from({ length: 23 }, (_, i) => `<urn:${i}> a bibo:C${i} .`).join(' ')
    const [finding = '', ...others] = await findingsOf(turtle)
    expect(others).to.deep.equal([])
    expect(finding.match(/bibo\/C\d+> \(1\)/g)).to.have.length(20)
    expect(finding).to.match(/ and 3 more classes$/)
  })
})
