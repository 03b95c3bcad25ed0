// Any record of any type, made from the rows, comes back the same from write → index → frame; uniting is
// order-free.

import { expect } from 'chai'
import fc from 'fast-check'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ownTask } from '../../src/admission/task.ts'
import { openIndex } from '../../src/search-index/open-index.ts'
import { collectContent } from '../../src/search-index/content/content.ts'
import { quadsIn } from '../../src/search-index/content/graphs.ts'
import { planContent } from '../../src/search-index/content/plan.ts'
import { addGraphs } from '../support/content-hash.ts'
import { writeIndex } from '../../src/search-index/write-index.ts'
import { createSubjectMerger } from '../../src/load/merge/merge-subject.ts'
import { createOwnIdentifiers } from '../../src/load/merge/own-identifiers.ts'
import { createShuffle } from '../../src/load/merge/shuffle.ts'
import { createTemporaryDirectory } from '../../src/load/prepared/staging-directory.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { createNormaliser } from '../../src/record/json/normalise.ts'
import { mergeFragments, type SubjectFragment } from '../../src/record/rdf/stored.ts'
import { isFullEffort, runs } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { drafts, resolve, shuffled, type Json } from './records.ts'

const BASE = 'https://example.org/graph/'
const draftOf = drafts(model, BASE)
const frame = createFramer(model, BASE)

interface Trip {
  readonly part: SubjectFragment
  readonly answer: Json
  /** The answer as the index has it. */
  readonly indexed: Json
  readonly again: SubjectFragment
}

const silent = { base: BASE, warn: () => {}, onFragment: () => {}, onReference: () => {}, count: () => {} }

/** What each record is as a part, as an answer, in the index, and what the answer is as a part again. */
async function roundTrip(records: readonly Json[]): Promise<Trip[]> {
  const directory = createTemporaryDirectory()
  try {
    const { folder } = directory
    const shuffle = createShuffle(model, folder)
    const normalise = createNormaliser(model, BASE)
    const parts = records.map((record) =>
      normalise(record, {
        ...silent,
        onFragment: (part) =>
          shuffle.add(part.iri, { kind: 'embedded', fragment: part, origin: { file: '' } }),
        onReference: (iri, expected) =>
          shuffle.add(iri, { kind: 'reference', expected, origin: { file: '' } }),
      }),
    )
    for (const part of parts) shuffle.add(part.iri, { kind: 'record', fragment: part, origin: { file: '' } })
    const merge = createSubjectMerger({
      model,
      base: BASE,
      own: createOwnIdentifiers(model, BASE),
      warn: () => {},
      onMisplaced: () => {},
    })
    const content = collectContent(planContent(model, folder))
    for (const [iri, all] of shuffle.subjects()) {
      const { nquads, mask } = merge(iri, all)
      addGraphs(content, nquads, mask)
    }
    const path = join(folder, 'index')
    await writeIndex(path, { model, base: BASE, content, folder })
    const { reads, close } = openIndex({ file: path, quads: quadsIn(folder) }, { model, base: BASE })
    const documents = reads.documents(
      parts.map(({ iri }) => iri),
      ownTask,
    )
    const trips = documents.map((document, i) => {
      const { subjectType, iri } = parts[i] as SubjectFragment
      const answer = frame(document, subjectType as EntityType)
      return {
        part: parts[i] as SubjectFragment,
        answer,
        indexed: reads.answer(subjectType as EntityType, iri)?.json as Json,
        again: createNormaliser(model, BASE)(answer, silent),
      }
    })
    await close()
    return trips
  } finally {
    directory.close()
  }
}

/** @throws Error that shows the first record that did not come back as it was */
function check(expected: readonly Json[], trips: readonly Trip[]): void {
  for (const [i, { answer, indexed }] of trips.entries()) {
    // To the letter: keys stand in the order of the rows.
    if (JSON.stringify(indexed) !== JSON.stringify(answer))
      throw new Error(`in the index ${JSON.stringify(indexed)}\n   framed ${JSON.stringify(answer)}`)
    if (!isDeepStrictEqual(answer, expected[i]))
      throw new Error(`expected ${JSON.stringify(expected[i])}\n     got ${JSON.stringify(answer)}`)
  }
}

const batch = (types: readonly EntityType[], each: number): fc.Arbitrary<Json[]> =>
  fc
    .tuple(...types.map((type) => fc.array(draftOf(type), { minLength: each, maxLength: each, size: 'max' })))
    .map((lists) => lists.flat())

/** Fewer runs than were asked for are a failure, which shows the seed. */
const limit = { interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true }

/** Records that one run has at most. */
const MOST = isFullEffort ? 120 : 30

describe('any record', () => {
  for (const type of model.types) {
    it(`of type ${type.name} comes back as it was`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(draftOf(type), { minLength: 1, maxLength: MOST, size: 'max' }),
          fc.integer(),
          async (drafts, seed) => {
            const expected = resolve(drafts, model, BASE)
            const random = randomOf(seed)
            const trips = await roundTrip(expected.map((record) => shuffled(record, random)))
            check(expected, trips)
          },
        ),
        { numRuns: runs(3), ...limit },
      ))
  }

  it('of all types together comes back as it was, and reading the answer gives the same part', () =>
    fc.assert(
      fc.asyncProperty(batch(model.types, MOST / 3), async (drafts) => {
        const expected = resolve(drafts, model, BASE)
        const trips = await roundTrip(expected)
        check(expected, trips)
        expect(trips.map(({ again }) => again.fields)).to.deep.equal(trips.map(({ part }) => part.fields))
      }),
      { numRuns: runs(2), ...limit },
    ))
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
  type Fields = SubjectFragment['fields']
  const normalise = createNormaliser(model, BASE)
  for (const type of model.types) {
    const copy = draftOf(type).map((draft) => normalise(resolve([draft], model, BASE)[0], silent).fields)
    const join = (a: Fields, b: Fields): Fields => mergeFragments(type.fields, a, b)
    const itHolds = (title: string, check: (a: Fields, b: Fields, c: Fields) => void): void => {
      it(`of type ${type.name} ${title}`, () =>
        fc.assert(fc.property(copy, copy, copy, check), { numRuns: runs(100) }))
    }
    itHolds('does not depend on which comes first', (a, b) => {
      expect(join(a, b)).to.deep.equal(join(b, a))
    })
    itHolds('does not depend on which are united first', (a, b, c) => {
      expect(join(join(a, b), c)).to.deep.equal(join(a, join(b, c)))
    })
    itHolds('changes nothing the second time', (a, b) => {
      expect(join(a, a)).to.deep.equal(a)
      expect(join(join(a, b), b)).to.deep.equal(join(a, b))
    })
  }
})
