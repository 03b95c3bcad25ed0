// How Turtle names things: with which prefixes, and where values stand bare.

import { expect } from 'chai'
import { scanTriples } from '../../src/record/rdf/triples.ts'
import { writeTurtle } from '../../src/record/serializers/turtle.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const prefixes = new Map([
  ['x', 'http://x.example/'],
  ['deep', 'http://x.example/a/'],
  ['start', 'http://x.example/a/b_'],
  ['all', 'http://x.example/whole'],
  ['hash', 'http://x.example/h#'],
  ['xsd', XSD],
])

/** What stands in the place of an object, and the prefixes that are declared for it. */
function written(object: string): readonly [text: string, declared: string[]] {
  const text = writeTurtle(scanTriples(`<urn:s> <urn:p> ${object} .\n`), prefixes)
  const [, value = ''] = /<urn:p> (.*) \.\n$/.exec(text) ?? []
  return [value, [...text.matchAll(/@prefix (\w+):/g)].map(([, name]) => name as string)]
}

const cases: readonly (readonly [says: string, object: string, text: string, ...declared: string[]])[] = [
  ['a prefix', '<http://x.example/c>', 'x:c', 'x'],
  ['the longest of several', '<http://x.example/a/c>', 'deep:c', 'deep'],
  ['one that ends within a name', '<http://x.example/a/b_c>', 'start:c', 'start'],
  ['another where that leaves nothing', '<http://x.example/a/b_>', 'deep:b_', 'deep'],
  ['another where that is too long', '<http://x.example/a/b>', 'deep:b', 'deep'],
  ['one without an end of its own', '<http://x.example/whole-1>', 'x:whole-1', 'x'],
  ['one that ends with #', '<http://x.example/h#c-1_2>', 'hash:c-1_2', 'hash'],
  ['none where nothing is left', '<http://x.example/h#>', '<http://x.example/h#>'],
  ['none where the rest has a slash', '<http://x.example/d/c>', '<http://x.example/d/c>'],
  ['none where the rest has a dot', '<http://x.example/c.d>', '<http://x.example/c.d>'],
  ['none where the rest ends with -', '<http://x.example/c->', '<http://x.example/c->'],
  ['none of another host', '<http://y.example/c>', '<http://y.example/c>'],
  ['text as it is', '"a\\"b"@en', '"a\\"b"@en'],
  ['whole numbers bare', `"12"^^<${XSD}integer>`, '12'],
  ['what is no whole number in quotes', `"1e3"^^<${XSD}integer>`, '"1e3"^^xsd:integer', 'xsd'],
  ['datatypes with a prefix', `"2021"^^<${XSD}gYear>`, '"2021"^^xsd:gYear', 'xsd'],
  ['other datatypes in full', '"1"^^<http://y.example/c>', '"1"^^<http://y.example/c>'],
]

describe('Turtle', () => {
  for (const [says, object, text, ...declared] of cases)
    it(`writes ${says}`, () => {
      expect(written(object)).to.deep.equal([text, declared])
    })
})
