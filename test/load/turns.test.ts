/** Reading and merging leave turns to the event loop, so that a signal is heard in their midst. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../src/load/build.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { createReport } from '../../src/load/validate/report.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const NAMES = ['Ada', 'Bea', 'Cleo']

const inputs: readonly [name: string, text: string][] = [
  [
    'persons.jsonl',
    NAMES.map((name) => JSON.stringify({ local_identifier: name, entity_type: 'person', name })).join('\n'),
  ],
  [
    'persons.nt',
    NAMES.map((name) => {
      const foaf = 'http://xmlns.com/foaf/0.1/'
      const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
      const iri = `https://example.org/${name}`
      return `<${iri}> <${type}> <${foaf}Person> .\n<${iri}> <${foaf}name> "${name}" .\n`
    }).join(''),
  ],
  [
    'works.bib',
    NAMES.map(
      (name) => `@article{${name}, title = {On ${name}}, doi = {10.1234/${name}}, year = {2001}}`,
    ).join('\n'),
  ],
]

/** Work that takes long when it is called: gives for each call whether a turn was since the one before. */
function createSlowWork(): { work(): void; readonly turns: readonly boolean[] } {
  const turns: boolean[] = []
  let hasTurn = true
  return {
    turns,
    work() {
      turns.push(hasTurn)
      hasTurn = false
      setImmediate(() => {
        hasTurn = true
      })
      for (const end = performance.now() + 200; performance.now() < end;);
    },
  }
}

describe('long work on inputs', () => {
  const folder = temporaryFolder()

  for (const [name, text] of inputs)
    it(`leaves turns to the event loop, in reading and in merging: ${name}`, async () => {
      const path = join(folder, name)
      writeFileSync(path, text)
      const [reading, merging] = [createSlowWork(), createSlowWork()]
      await build(await findInputs([path]), {
        model,
        base: 'https://example.org/',
        report: createReport(),
        folder,
        sink: async () => {},
        examiner: { record: reading.work },
        onEntity: merging.work,
      })
      for (const { turns } of [reading, merging]) {
        expect(turns.length).to.be.at.least(NAMES.length)
        expect(turns).to.not.include(false)
      }
    })

  it('leaves them in the writing of the index', async () => {
    const COUNT = 600
    const path = join(folder, 'many.jsonl')
    const record = (i: number): string =>
      JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: `P ${i}` })
    writeFileSync(path, Array.from({ length: COUNT }, (_, i) => record(i)).join('\n'))
    let turns = 0
    let turn = setImmediate(function count() {
      turns++
      turn = setImmediate(count)
    })
    const atShares: number[] = []
    const { now } = performance
    // Each look at the clock is a second later: all work takes long.
    let seconds = 0
    performance.now = () => ++seconds * 1000
    try {
      await prepareGraph([path], {
        model,
        base: 'https://example.org/',
        out: join(folder, 'graph'),
        progress: {
          watch: (all) => [...all],
          tick() {},
          stage(what) {
            if (what === 'writing the index') atShares.push(turns)
          },
          end() {},
        },
      })
    } finally {
      performance.now = now
      clearImmediate(turn)
    }
    expect(atShares[1]! - atShares[0]!).to.be.at.least(COUNT)
  })
})
