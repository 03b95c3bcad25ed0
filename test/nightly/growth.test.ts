// What costs more than its length would stop a load: many records and copies of one id, and lines without
// end.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareGraph } from '../../src/load/prepare.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const line = JSON.stringify
const some = (count: number, one: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => one(i)).join('\n')

/** How many times as much there is of it in the larger input; squared it would be 64. */
const TIMES = 8
const MOST = 24

describe('the time of a load', function () {
  this.timeout(600_000)
  const folder = temporaryFolder()

  const rows: readonly [title: string, small: number, input: (size: number) => string][] = [
    [
      'records of one id',
      2_500,
      (size) =>
        some(size, (i) =>
          line({
            local_identifier: 'p',
            entity_type: 'product',
            titles: { en: [`Title ${i}`] },
            identifiers: [{ scheme: 'x', value: `v${i}` }],
          }),
        ),
    ],
    [
      'copies of one entity',
      2_500,
      (size) =>
        some(size, (i) =>
          line({
            local_identifier: `p${i}`,
            entity_type: 'product',
            titles: { en: ['T'] },
            contributions: [
              {
                by: {
                  local_identifier: 'a',
                  entity_type: 'person',
                  name: `N ${i}`,
                  identifiers: [{ scheme: 'x', value: `v${i}` }],
                },
              },
            ],
          }),
        ),
    ],
    [
      'bytes of one line',
      8_000_000,
      (size) => line({ local_identifier: 'p', entity_type: 'product', titles: { en: ['x'.repeat(size)] } }),
    ],
  ]
  for (const [title, small, input] of rows) {
    it(`grows no faster than the number of ${title}`, async () => {
      const time = async (size: number): Promise<number> => {
        const path = join(folder, 'input.jsonl')
        writeFileSync(path, input(size))
        const start = process.cpuUsage()
        await prepareGraph([path], { model, base: 'https://example.org/', out: join(folder, 'graph') })
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      }
      await time(small)
      const [less, more] = [await time(small), await time(TIMES * small)]
      console.log(
        `      ${small.toLocaleString('en')} → ${(TIMES * small).toLocaleString('en')}: ` +
          `${less.toFixed(0)} → ${more.toFixed(0)} ms of processor time`,
      )
      expect(more / less).to.be.below(MOST)
    })
  }
})
