// The memory of the reading side grows with the number of entities by at most 100 bytes each, copies and late
// records included.

import { expect } from 'chai'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recorded } from '../support/compare.ts'
import { temporaryFolder } from '../support/folders.ts'

const script = fileURLToPath(new URL('memory.mjs', import.meta.url))

interface Measured {
  readonly entities: number
  readonly bytes: number
  readonly peak: number
  readonly hash: string
}

/** Prepares a generated graph in a process of its own. */
const measure = (works: number, ...more: string[]): Measured =>
  JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', script, String(works), ...more], { encoding: 'utf8' }),
  ) as Measured

describe('the memory of reading', function () {
  this.timeout(600_000)
  it('grows by at most 100 bytes an entity, what is looked for among references included', () => {
    const [small, large] = [measure(10_000), measure(60_000)] as [Measured, Measured]
    const each = (large.bytes - small.bytes) / (large.entities - small.entities)
    const peak = (large.peak - small.peak) / (large.entities - small.entities)
    console.log(
      `      ${small.entities.toLocaleString('en')} → ${large.entities.toLocaleString('en')} ` +
        `entities: ${each.toFixed(1)} bytes each; peak of the process ` +
        `${(small.peak / 1e6).toFixed(0)} → ${(large.peak / 1e6).toFixed(0)} MB, ${peak.toFixed(0)} ` +
        'bytes each',
    )
    expect(small.bytes, 'what is measured').to.be.above(1e6)
    expect(each).to.be.below(100)
  })
  it('puts so much aside that it goes to files, and the graph is the same in reverse', () => {
    expect(measure(20_000, 'reversed').hash).to.equal(measure(20_000).hash)
  })
})

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Prints the largest memory of a process, in kilobytes, when it ends. */
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.log('peak', process.resourceUsage().maxRSS))",
)}`

describe('the memory of the command load', function () {
  this.timeout(600_000)
  it('is below 450 MB at its largest for 5,000 works of Crossref with all that they cite', function () {
    const file = join(recorded, 'crossref/works.jsonl')
    if (!existsSync(file)) return this.skip()
    const works = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, any>)
      .filter(({ type }) => type !== 'grant')
    const folder = temporaryFolder()
    const many = Array.from({ length: 5000 }, (_, i) => {
      const { author = [], ...work } = works[i % works.length] as Record<string, any>
      const authors = author.map((one: object) => ({
        ...one,
        ORCID: undefined,
        family: `Author ${i % 977}`,
      }))
      const [DOI, title] = [`10.5555/work-${i}`, [`Work ${i}`]]
      return JSON.stringify({ ...work, DOI, title, author: authors, relation: {}, 'update-to': [] })
    })
    writeFileSync(join(folder, 'works.jsonl'), many.join('\n'))
    const inputs = [
      join(folder, 'works.jsonl'),
      '--base',
      'https://example.org/',
      '--out',
      join(folder, 'graph'),
    ]
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', PRINT_PEAK, main, 'load', ...inputs],
      {
        encoding: 'utf8',
      },
    )
    expect(status).to.equal(0)
    const megabytes = (Number(/^peak (\d+)$/m.exec(stdout)?.[1]) * 1024) / 1e6
    console.log(`      ${megabytes.toFixed(0)} MB`)
    expect(megabytes).to.be.within(50, 450)
  })
})
