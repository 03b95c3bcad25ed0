// The graph that loading makes: each triple in the graph of its subject alone, the same whatever the order of
// the input, nothing lost.

import { expect } from 'chai'
import { dumpOf } from '../support/dump.ts'
import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { openGraph, type Opened } from '../../src/load/open/open.ts'
import { contentHash } from '../support/content-hash.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { createRandom, type Random } from '../support/random.ts'
import { temporaryFolder } from '../support/folders.ts'

const shared = new URL('../../../shared/', import.meta.url)
const corpus = fileURLToPath(new URL('corpus/', shared))
const snapshot = fileURLToPath(new URL('data/conferences-19k.zip', shared))
const CORPUS_BASE = 'https://w3id.org/skg-if/sandbox/test/'
const SNAPSHOT_BASE = 'https://w3id.org/skg-if/sandbox/confs/'

/** Records of the snapshot by path of their list. */
const COUNTS = {
  products: 18_877,
  persons: 45_669,
  organisations: 4_611,
  agents: 0,
  grants: 0,
  venues: 246,
  topics: 2_278,
  datasources: 5,
  services: 0,
}

/**
 * Lines of N-Quads that stand in another graph than their subject's, and blank nodes that stand in several;
 * ten at most.
 */
function misplaced(nquads: string): string[] {
  const found: string[] = []
  const ownerOf = new Map<string, string>()
  for (
    let start = 0, end = nquads.indexOf('\n');
    end !== -1 && found.length < 10;
    start = end + 1, end = nquads.indexOf('\n', start)
  ) {
    if (end === start) continue
    const subject = nquads.slice(start, nquads.indexOf(' ', start))
    const graph = nquads.slice(nquads.lastIndexOf(' ', end - 3) + 1, end - 2)
    const owner = subject.startsWith('<') ? subject : (ownerOf.get(subject) ?? graph)
    if (subject.startsWith('_:')) ownerOf.set(subject, graph)
    if (!/^<[^<> ]+>$/.test(graph) || owner !== graph) found.push(nquads.slice(start, end))
  }
  return found
}

/** Loads, looks and closes. */
async function withGraph<T>(
  paths: readonly string[],
  base: string,
  look: (opened: Opened, dump: string) => T,
): Promise<T> {
  const opened = await openGraph(paths, { model, base })
  try {
    return look(opened, await dumpOf(opened.store))
  } finally {
    await opened.graph.close()
  }
}

const countsOf = ({ graph }: Opened): Record<string, number> =>
  Object.fromEntries(model.types.map((type) => [type.path, graph.count(type)]))

/** The corpus with documents in another order, and the records of each too. */
function shuffledCorpus(folder: string, random: Random): void {
  for (const [i, name] of random.shuffled(readdirSync(corpus)).entries()) {
    const document = JSON.parse(readFileSync(join(corpus, name), 'utf8')) as { '@graph'?: unknown[] }
    const mixed = Array.isArray(document['@graph'])
      ? { ...document, '@graph': random.shuffled(document['@graph']) }
      : document
    writeFileSync(join(folder, `${String(i).padStart(3, '0')}.json`), JSON.stringify(mixed))
  }
}

/** The lines of the snapshot in one file, in another order. */
async function shuffledSnapshot(folder: string, random: Random): Promise<void> {
  const texts: string[] = []
  for (const input of await findInputs([snapshot])) texts.push(await text(await input.open()))
  const out = createWriteStream(join(folder, 'all.jsonl'))
  for (const line of random.shuffled(texts.flatMap((one) => one.split('\n').filter(Boolean)))) {
    if (!out.write(`${line}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

describe('the graph of the corpus', function () {
  let folder = ''
  before(function () {
    if (!existsSync(corpus)) this.skip()
    folder = temporaryFolder()
  })

  it('has each triple in the graph named by its subject', async () => {
    expect(await withGraph([corpus], CORPUS_BASE, (_opened, dump) => misplaced(dump))).to.deep.equal([])
  })

  it('is the same whatever the order of documents and records', async () => {
    const ordered = await withGraph([corpus], CORPUS_BASE, (opened, dump) => ({
      hash: contentHash(dump),
      counts: countsOf(opened),
    }))
    for (const seed of isFullEffort ? [1, 2, 3] : [1]) {
      shuffledCorpus(folder, createRandom(seed))
      expect(
        await withGraph([folder], CORPUS_BASE, (opened, dump) => ({
          hash: contentHash(dump),
          counts: countsOf(opened),
        })),
        `seed ${seed}`,
      ).to.deep.equal(ordered)
    }
  })
})

describe('the graph of the snapshot', function () {
  this.timeout(240_000)
  let folder = ''
  before(function () {
    if (!isFullEffort || !existsSync(snapshot)) this.skip()
    folder = temporaryFolder()
  })

  it(
    'has every record once, each triple in the graph named by its subject, and is the same from ' +
      'shuffled lines',
    async () => {
      const ordered = await withGraph([snapshot], SNAPSHOT_BASE, (opened, dump) => {
        expect(opened.report.refused).to.equal(0)
        expect(countsOf(opened)).to.deep.equal(COUNTS)
        expect(misplaced(dump)).to.deep.equal([])
        return contentHash(dump)
      })
      await shuffledSnapshot(folder, createRandom(1))
      const mixed = await withGraph([folder], SNAPSHOT_BASE, (opened, dump) => {
        expect(countsOf(opened)).to.deep.equal(COUNTS)
        return contentHash(dump)
      })
      expect(mixed).to.equal(ordered)
    },
  )
})
