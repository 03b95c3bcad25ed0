// Records in which a value was replaced by another, anywhere: each is read, or refused with what would be right.

import { expect } from 'chai'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { convertRecord } from '../../src/load/conversion/convert.ts'
import { isObject } from '../../src/model/values/json.ts'
import { runs } from '../support/effort.ts'
import { model } from '../support/model.ts'
import type { Json } from './reading.ts'

const recordsOf = (name: string): Json[] =>
  readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))]
}

/** A copy in which another value stands at a path. */
function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json
  copy[key] = replaced(copy[key], rest, other)
  return copy
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    ' ',
    'x',
    0,
    -1,
    1e21,
    true,
    [null],
    [[]],
    '\ud800',
    'http://[',
    '2020-13',
  ),
  fc.constantFrom<unknown>(
    { 'date-parts': [[0]] },
    { 'date-parts': null },
    [[2020, 13, 45]],
    '10.5555/ a"<>\\',
    { value: null },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

describe('a record with odd values', () => {
  for (const name of ['crossref', 'datacite', 'ror', 'openaire', 'openalex', 'orcid', 'csl'])
    it(`of ${name} is read, or refused by a sentence`, () => {
      const source = model.sources.find((one) => one.name === name)!
      const records = recordsOf(name)
      const mutated = fc.constantFrom(...records).chain((record) =>
        fc
          .array(fc.tuple(fc.constantFrom(...pathsOf(record)), odd), { minLength: 1, maxLength: 3 })
          // A path may lead into what was replaced.
          .map(([first, ...more]) =>
            [first!, ...more].reduce<unknown>(
              (now, [path, other]) =>
                pathsOf(now).some((one) => one.join('\t') === path.join('\t'))
                  ? replaced(now, path, other)
                  : now,
              record,
            ),
          ),
      )
      fc.assert(
        fc.property(mutated, (record) => {
          const { fault = '' } = convertRecord(source, record)
          expect(fault).not.to.match(/by a fault of it/)
        }),
        { numRuns: runs(1000) },
      )
    })
})
