/**
 * The filter examples of the official OpenAPI file: each is understood as its table says. Skipped where
 * ../shared is absent.
 */

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseFilter } from '../../src/filter/parse.ts'
import { model } from '../support/model.ts'

const file = fileURLToPath(new URL('../../../shared/spec/skg-if-openapi-1.0.0.yaml', import.meta.url))

/** The row of cf.duration.start.from shows an example of another filter, with a value that it cannot have. */
const MISTAKES = ['cf.funded_amount.from:2023-01-01']

interface Example {
  readonly path: string
  readonly key: string | undefined
  readonly filter: string
}

/**
 * Rows `| key | … | `example` |` of tables, and example requests `/products?filter=…`, by the list under
 * which they stand.
 */
function examplesOf(text: string): Example[] {
  const examples: Example[] = []
  let path = ''
  for (const line of text.split('\n')) {
    path = /^ {2}'\/([a-z]+)':$/.exec(line)?.[1] ?? path
    const [, key, filter] = /^\s*\|\s*([a-z][\w. ]*?)\s*\|.*`([^`]+)`.*\|?\s*$/.exec(line) ?? []
    if (filter !== undefined) examples.push({ path, key, filter })
    const [, list, request] = /`\/([a-z]+)\?filter=([^`&]+)/.exec(line) ?? []
    if (request !== undefined) examples.push({ path: list as string, key: undefined, filter: request })
  }
  return examples
}

describe('the examples of the official OpenAPI file', () => {
  if (!existsSync(file)) {
    it.skip('need ../shared')
    return
  }
  const examples = examplesOf(readFileSync(file, 'utf8'))

  it('are there', () => expect(examples).to.have.length.above(100))
  for (const { path, key, filter } of examples) {
    const type = model.typeAt(path)
    if (!type || MISTAKES.includes(filter)) continue
    it(`${path}: ${filter}`, () => {
      const conditions = parseFilter([filter], type, model)
      expect(conditions).to.have.length(filter.split(/,(?=[a-z])/).length)
      if (key !== undefined) expect(conditions[0]?.key).to.equal(key.replace(/\. /g, '.'))
    })
  }
})
