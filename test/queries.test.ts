/** The queries of queries/ have a title and a chart, and give rows on the demo graph. */

import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openGraph } from '../src/load/open.ts'
import type { Store } from '../src/store/store.ts'
import { model } from './support/model.ts'

const folder = new URL('../queries/', import.meta.url)
const CHARTS = ['bar', 'column', 'line', 'table']

describe('queries', () => {
  let store: Store
  before(async () => { store = (await openGraph([fileURLToPath(new URL('../data/', import.meta.url))], { model })).store })
  after(() => store.close())

  for (const name of readdirSync(folder).filter((file) => file.endsWith('.rq'))) {
    it(`${name} runs`, async () => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const [, title, chart] = /^# title: (.+)\n# chart: (\w+)\n/.exec(text) ?? []
      expect(title).to.be.a('string')
      expect(CHARTS).to.include(chart)
      expect((await store.select(text)).length).to.be.greaterThan(1)
    })
  }
})
