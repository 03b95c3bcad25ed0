// The memory of the reading side grows with the number of entities by at most 100 bytes each, copies and late
// records included.

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
