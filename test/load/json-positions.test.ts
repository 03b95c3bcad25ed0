// Lines of values in JSON: what the scan says is what a parser with positions says.

import { expect } from 'chai'
import fc from 'fast-check'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { createLines, describeJsonFault, lineAt } from '../../src/load/text/json-positions.ts'
import { runs } from '../support/effort.ts'

/** All paths of at most three steps below a value. */
function* pathsOf(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  yield path
  if (path.length === 3 || typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

const same = (text: string): void => {
  const tree = parseTree(text)
  const lineOf = createLines(text)
  for (const path of pathsOf(JSON.parse(text))) {
    if (path.some((step) => String(step).includes('/'))) continue
    expect(lineOf(path), JSON.stringify(path)).to.equal(
      lineAt(text, findNodeAtLocation(tree as never, path)?.offset as number),
    )
  }
}

const rows: [title: string, text: string][] = [
  ['an empty list', '[]'],
  ['a text', '"a\\"\\\\"'],
  ['nothing', '\n\nnull\n'],
  ['lists in lists', '[\n[\n1\n,[\n2],\n"x"\n],{\n}\n,true]'],
  ['an object', '{\n"a"\n:\n{\n"b": [1,\n2,{"c":\n-1e3}]},"@graph":\n[{"}":"{[\\\\\\""},\n"]"]}'],
  ['line ends of other systems', '{\r\n"a": [\r\n1,\r\n2]}'],
]

describe('lines in JSON', () => {
  for (const [title, text] of rows) it(`are those of ${title}`, () => same(text))
  it('are those of any JSON', () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', '  ', '\t'), (json, indent) => {
        fc.pre(!json.includes('__proto__'))
        same(JSON.stringify(JSON.parse(json), null, indent))
      }),
      { numRuns: runs(300) },
    ))
  it('are found however deep it is', () => {
    const deep = `[\n${'['.repeat(100_000)}${']'.repeat(100_000)},\n{}]`
    expect(createLines(deep)([1])).to.equal(3)
  })
  it('of faults are those of the first', () => {
    const describe = (text: string): unknown => describeJsonFault(text, new Error('broken'))
    expect(describe('{\n"a": 1,\n}')).to.deep.equal({
      line: 3,
      message: 'is not valid JSON: after «{ "a": 1,» there is «}» (property name expected)',
    })
    expect(describe('{"a": 1} x')).to.deep.equal({
      line: 1,
      message: 'is not valid JSON: after «{"a": 1}» there is «x» (invalid symbol)',
    })
    expect(describe(`${' '.repeat(50)}["${'a'.repeat(50)}\u0000"`)).to.deep.equal({
      line: 1,
      message: `is not valid JSON: after «[» there is «"${'a'.repeat(29)}» (invalid character)`,
    })
    expect(describe('['.repeat(100_000))).to.deep.equal({ line: 1, message: 'is not valid JSON: broken' })
  })
})
