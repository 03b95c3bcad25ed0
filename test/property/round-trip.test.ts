// Any record of any type, made from the rows, comes back the same from write → Oxigraph → frame; uniting is order-free.

import { expect } from 'chai'
import fc from 'fast-check'
import { createAssembler } from '../../src/load/assemble.ts'
import type { EntityType } from '../../src/model/row.ts'
import { createFramer } from '../../src/record/frame.ts'
import { createNormaliser } from '../../src/record/normalise.ts'
import { unite, type Part } from '../../src/record/stored.ts'
import { openEmbeddedStore } from '../../src/store/embedded.ts'
import { createGraph } from '../../src/store/graph.ts'
import { createIndex } from '../../src/store/index.ts'
import { model } from '../support/model.ts'
import { drafts, settle, shuffled, type Json } from './records.ts'

const BASE = 'https://example.org/graph/'
const draftOf = drafts(model, BASE)
const frame = createFramer(model, BASE)
const typeOf = ({ entity_type }: Json): EntityType => model.typeNamed(entity_type as string) as EntityType

interface Trip { readonly part: Part; readonly answer: Json; readonly again: Part }

const silent = { base: BASE, warn: () => {}, part: () => {}, refer: () => {}, count: () => {} }

/** What each record is as a part, as an answer, and what the answer is as a part again. */
async function roundTrip(records: readonly Json[]): Promise<Trip[]> {
  const store = openEmbeddedStore()
  try {
    const quads: string[] = []
    const assembler = createAssembler({ model, write: (nquads) => quads.push(nquads), warn: () => {}, count: () => {} })
    const normalise = createNormaliser(model, BASE)
    const parts = records.map((record) => normalise(record, { ...silent, part: (part) => assembler.part(part, { file: '' }), refer: assembler.refer }))
    for (const part of parts) assembler.record(part, { file: '' })
    assembler.finish()
    await store.add(new TextEncoder().encode(quads.join('')))
    const graph = createGraph({ model, base: BASE, store, index: createIndex(model, assembler.masks) })
    const documents = await graph.documents(parts.map(({ iri }) => iri))
    return documents.map((document, i) => {
      const answer = frame(document, parts[i]?.of as EntityType)
      return { part: parts[i] as Part, answer, again: createNormaliser(model, BASE)(answer, silent) }
    })
  } finally {
    await store.close()
  }
}

const batch = (types: readonly EntityType[], each: number): fc.Arbitrary<Json[]> =>
  fc.tuple(...types.map((type) => fc.array(draftOf(type), { minLength: each, maxLength: each, size: 'max' }))).map((lists) => lists.flat())

describe('any record', function () {
  this.timeout(60_000)
  for (const type of model.types) {
    it(`of type ${type.name} comes back as it was`, () => fc.assert(fc.asyncProperty(fc.array(draftOf(type), { minLength: 1, maxLength: 120, size: 'max' }), fc.integer(), async (made, seed) => {
      const expected = settle(made, model, BASE)
      const random = randomOf(seed)
      const trips = await roundTrip(expected.map((record) => shuffled(record, random)))
      expect(trips.map(({ answer }) => answer)).to.deep.equal(expected)
    }), { numRuns: 3, interruptAfterTimeLimit: 20_000 }))
  }

  it('of all types together comes back as it was, and reading the answer gives the same part', () => fc.assert(fc.asyncProperty(batch(model.types, 40), async (made) => {
    const expected = settle(made, model, BASE)
    const trips = await roundTrip(expected)
    expect(trips.map(({ answer }) => answer)).to.deep.equal(expected)
    expect(trips.map(({ again }) => again.fields)).to.deep.equal(trips.map(({ part }) => part.fields))
  }), { numRuns: 2, interruptAfterTimeLimit: 20_000 }))
})

/** A small generator of numbers in [0, 1): the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 4_294_967_296
  }
}

describe('uniting copies of a record', () => {
  const normalise = createNormaliser(model, BASE)
  const stored = (type: EntityType): fc.Arbitrary<Part['fields']> => draftOf(type).map((made) => normalise(settle([made], model, BASE)[0], silent).fields)
  for (const type of model.types) {
    const property = (check: (...copies: Part['fields'][]) => void) => () => fc.assert(fc.property(stored(type), stored(type), stored(type), check), { numRuns: 40 })
    const join = (a: Part['fields'], b: Part['fields']): Part['fields'] => unite(type.fields, a, b)
    it(`of type ${type.name} is commutative`, property((a, b) => expect(join(a as never, b as never)).to.deep.equal(join(b as never, a as never))))
    it(`of type ${type.name} is associative`, property((a, b, c) => expect(join(join(a as never, b as never), c as never)).to.deep.equal(join(a as never, join(b as never, c as never)))))
    it(`of type ${type.name} is idempotent`, property((a, b) => {
      const both = join(a as never, b as never)
      expect(join(a as never, a as never)).to.deep.equal(a)
      expect(join(both, a as never)).to.deep.equal(both)
    }))
  }
  it('knows every type', () => expect(model.types.map((type) => typeOf({ entity_type: type.name }))).to.deep.equal(model.types))
})
