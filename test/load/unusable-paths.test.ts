// What cannot be read or written is said with what it is: pipes, links that lead nowhere, closed directories,
// files that are too large.

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { exportGraph } from '../../src/tools/export/export.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { readRdf } from '../../src/load/rdf/rdf.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'
import { messageOf } from '../support/message.ts'

const base = 'https://example.org/'
const topic = JSON.stringify({ local_identifier: 't', entity_type: 'topic', labels: { en: 'T' } })
describe('a place', () => {
  let folder: string
  const at = (name: string): string => join(folder, name)
  beforeEach(() => {
    folder = temporaryFolder()
    writeFileSync(at('topics.jsonl'), topic)
  })
  afterEach(() => {
    chmodSync(folder, 0o755)
  })

  it('that is a pipe is not read, and not waited for', async () => {
    execFileSync('mkfifo', [at('pipe.json')])
    expect(await messageOf(findInputs([at('pipe.json')]))).to.match(
      /pipe\.json is neither a file nor a directory; write what it gives to a file/,
    )
    expect((await findInputs([folder])).map(({ name }) => name)).to.deep.equal([at('topics.jsonl')])
  })

  it('that is a link which leads nowhere takes no graph', async () => {
    symlinkSync(at('gone'), at('graph'))
    expect(await messageOf(prepareGraph([at('topics.jsonl')], { model, base, out: at('graph') }))).to.match(
      /graph is a link to \S+gone, which is not there; make that directory/,
    )
    mkdirSync(at('gone'))
    expect(await messageOf(prepareGraph([at('topics.jsonl')], { model, base, out: at('graph') }))).to.equal(
      'went well',
    )
  })

  it('that is a directory called like a manifest is no prepared graph, and what stands beside it is read', async () => {
    mkdirSync(at('folder/manifest.json'), { recursive: true })
    // Another is a link to itself.
    mkdirSync(at('other'))
    symlinkSync(at('other/manifest.json'), at('other/manifest.json'))
    const inputs = await findInputs([folder])
    expect(inputs.map(({ name }) => name)).to.deep.equal([at('other/manifest.json'), at('topics.jsonl')])
    expect(await messageOf(inputs[0]?.open() as Promise<unknown>)).to.equal(
      'does not exist or cannot be read',
    )
  })

  it('with a file that is called like one of a graph is no prepared graph', async () => {
    writeFileSync(at('index-0123456789abcdef.js'), 'x')
    expect((await findInputs([folder])).map(({ name }) => name)).to.deep.equal([at('topics.jsonl')])
  })

  it('that may not be read is said, and what stands beside it is read', async () => {
    mkdirSync(at('closed'))
    chmodSync(folder, 0o755)
    chmodSync(at('closed'), 0)
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      expect(await messageOf(findInputs([at('closed')]))).to.match(
        /closed is a directory that may not be read$/,
      )
      const inputs = await findInputs([folder])
      expect(inputs.map(({ name }) => name)).to.deep.equal([at('closed'), at('topics.jsonl')])
      expect(await messageOf(inputs[0]?.open() as Promise<unknown>)).to.equal(
        'is a directory that may not be read',
      )
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(at('closed'), 0o755)
    }
  })

  const many = (line: (i: number) => string): string =>
    Array.from({ length: 20 }, (_, i) => line(i)).join('\n')
  const described = (i: number): string =>
    `<rdf:Description rdf:about="http://a.example/${i}"><a:p>${i}</a:p></rdf:Description>`
  const large = {
    ntriples: many((i) => `<a:${i}> <a:p> "${i}" .`),
    turtle: many((i) => `<a:${i}> <a:p> "${i}" .`),
    rdfxml:
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
      `xmlns:a="http://a.example/">${many(described)}</rdf:RDF>`,
  } as const
  for (const [format, text] of Object.entries(large) as [keyof typeof large, string][]) {
    it(`with more triples than there is memory for is refused as a whole: ${format}`, async () => {
      const read = (most: number): Promise<unknown> =>
        readRdf(Readable.from([Buffer.from(text)]), format, base, () => {}, most)
      expect(await messageOf(read(20))).to.equal('went well')
      expect(await messageOf(read(19))).to.match(
        /^has more than 19 triples, and RDF files are read as a whole; .* NODE_OPTIONS=--max-old-space-size=MB$/,
      )
    })
  }
})

describe('blank nodes', () => {
  it('have the same labels from JSON and from RDF', async () => {
    const folder = temporaryFolder()
    const prepared = async (path: string, out: string): Promise<string[]> => {
      const { manifest } = await prepareGraph([path], {
        model,
        base: sources.demo.base,
        out: join(folder, out),
      })
      return gunzipSync(readFileSync(join(folder, out, manifest.files.quads.file)))
        .toString()
        .split('\n')
        .sort()
    }
    const fromJson = await prepared(sources.demo.path, 'json')
    const opened = await openGraph([join(folder, 'json')], { model })
    await exportGraph(opened, join(folder, 'all.nt'))
    await opened.graph.close()
    const renamed = readFileSync(join(folder, 'all.nt'), 'utf8').replaceAll('_:b', '_:other')
    writeFileSync(join(folder, 'renamed.nt'), renamed)
    expect(renamed).to.include('_:other')
    expect(await prepared(join(folder, 'renamed.nt'), 'rdf')).to.deep.equal(fromJson)
  })
})
