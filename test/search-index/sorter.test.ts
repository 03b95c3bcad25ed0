// Sorting in files gives what sorting in memory gives.

import { expect } from 'chai'
import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { createSorter, keyBytes, textOfKey } from '../../src/search-index/tables/sorter.ts'
import { compareCodePoints } from '../../src/model/values/sorting.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a sorter', () => {
  const folder = temporaryFolder()

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1d4d0}', '\uffee', '\0'), maxLength: 5 })
  const entry = fc.tuple(text, fc.option(fc.string({ maxLength: 200 }), { nil: undefined }))

  for (const maxBytes of [0, 300, 1e9]) {
    it(`orders by code point, and keeps the order of equal keys, with ${maxBytes} bytes in memory`, () => {
      fc.assert(
        fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
          const sorter = createSorter(folder, 'some', maxBytes)
          for (const [key, value] of entries)
            sorter.add(keyBytes(key), value === undefined ? undefined : Buffer.from(value))
          const found = [...sorter.sorted()].map(([key, value]) => [textOfKey(key), value.toString()])
          sorter.close()
          const expected = entries
            .map(([key, value]) => [key, value ?? ''] as const)
            .sort(([a], [b]) => compareCodePoints(a, b))
          expect(found).to.deep.equal(expected)
          expect(readdirSync(folder)).to.deep.equal([])
        }),
        { numRuns: 60, seed: 2 },
      )
    })
  }

  it('does not write over the files of another one with its name', () => {
    const [one, other] = [createSorter(folder, 'same', 0), createSorter(folder, 'same', 0)]
    const add = (sorter: typeof one): void => {
      for (const key of ['a', 'b', 'c']) sorter.add(keyBytes(key))
    }
    add(one)
    expect(() => add(other)).to.throw(/EEXIST/)
    one.close()
  })
})
