/** Round trip: each record of each corpus document comes back from the graph as the oracle says it must. */

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFramer } from '../../src/record/json/frame.ts'
import { isFullEffort } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { canonicalRecords, differences } from './oracle.ts'

const corpus = new URL('../../../shared/corpus/', import.meta.url)
const FALLBACK = 'https://w3id.org/skg-if/sandbox/test/'

interface Outcome {
  readonly records: number
  readonly misses: readonly string[]
}

async function roundTrip(name: string): Promise<Outcome> {
  const file = new URL(name, corpus)
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const expected = canonicalRecords(document, FALLBACK)
  const base = (JSON.stringify(document).match(/"@base":"([^"]+)"/) ?? [])[1] ?? FALLBACK
  const { graph } = await openGraph([fileURLToPath(file)], { model, base })
  const frame = createFramer(model, graph.base)
  const misses: string[] = []
  for (const { id, type, record } of expected) {
    const found = graph.typesOf(id).find((candidate) => candidate.name === type)
    const [answer] = found ? await graph.documents([id]) : []
    const wrong =
      found && answer
        ? differences(record, frame(answer, found)).filter((difference) => !isOtherForm(difference))
        : ['is not served']
    if (wrong.length > 0) misses.push(`${name} ${type} ${id}\n      ${wrong.join('\n      ')}`)
  }
  await graph.close()
  return { records: expected.length, misses }
}

/** Identifiers whose form is decided otherwise than the oracle has it: schemes in any case, ISBNs with hyphens. */
function isOtherForm(difference: string): boolean {
  const [, key, expected = '', actual] =
    /\.(scheme|value): expected "(.*)", got "(.*)"$/.exec(difference) ?? []
  return (
    key !== undefined && (key === 'scheme' ? expected.toLowerCase() : expected.replaceAll('-', '')) === actual
  )
}

describe('round trip of the corpus', function () {
  it('gives back the records as the oracle says', async function () {
    if (!existsSync(corpus)) return this.skip()
    const names = readdirSync(corpus).sort()
    const outcomes: Outcome[] = []
    for (const name of isFullEffort ? names : names.filter((_, i) => i % 3 === 0))
      outcomes.push(await roundTrip(name))
    expect(outcomes.flatMap(({ misses }) => misses)).to.deep.equal([])
    const records = outcomes.reduce((sum, outcome) => sum + outcome.records, 0)
    expect(records).to.be.greaterThan(isFullEffort ? 200 : 66)
  })
})
