/**
 * What becomes a term of SPARQL: whatever is taken is an IRI as Oxigraph has them, whether it looked at it or
 * not.
 */

import { expect } from 'chai'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { iriText, isIriText, literalText } from '../../src/sparql/terms.ts'
import { runs } from '../support/effort.ts'

const isIri = (text: string): boolean => {
  try {
    oxigraph.namedNode(text)
    return true
  } catch {
    return false
  }
}

const isAccepted = (text: string): boolean => {
  try {
    return iriText(text) === `<${text}>`
  } catch {
    return false
  }
}

const texts: readonly [text: string, isValid: boolean][] = [
  ['https://example.org', true],
  ['http://example.org/', true],
  ['HTTPS://EXAMPLE.ORG/a//b/../c', true],
  ["https://example.org/a-b_c~d.e!f$g&h'i(j)k*l+m,n;o=p:q@r", true],
  ['https://example.org/%C3%A9', true],
  ['https://example.org/é', true],
  ['https://example.org:8080/a?b=c#d', true],
  ['urn:isbn:0451450523', true],
  ['https://example.org/%', false],
  ['https://example.org/%zz', false],
  ['https://example.org/a b', false],
  ['https://example.org/a>b', false],
  ['https://example.org/<', false],
  ['https://example.org/"', false],
  ['https://example.org/{a}', false],
  ['https://example.org/a\\u003E', false],
  ['https://example.org/a\n', false],
  ['https://example.org/\0', false],
  ['a/b', false],
  ['', false],
]

describe('terms', () => {
  for (const [text, isValid] of texts) {
    it(`${JSON.stringify(text)} is ${isValid ? 'an' : 'no'} IRI`, () => {
      expect(isAccepted(text)).to.equal(isValid)
      expect(isIri(text)).to.equal(isValid)
    })
  }

  it('of literals are quoted as Oxigraph quotes them', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ09_ .,:;/()\'-"\\\n\r\t\0\u007fé☃\u2028') })
    fc.assert(
      fc.property(text, (one) => literalText(one) === oxigraph.literal(one).toString()),
      { numRuns: runs(1000) },
    )
    expect(literalText('a'.repeat(20_000_000))).to.have.length(20_000_002)
  })

  it('of IRIs are characters that there are', () => {
    expect(isIriText('https://example.org/\ud800')).to.equal(false)
    expect(isIriText('https://example.org/#a')).to.equal(true)
  })

  it('may be of any length', () => {
    expect(isAccepted(`https://example.org/${'a'.repeat(20_000_000)}`)).to.equal(true)
    expect(isAccepted(`https://example.org/${'a'.repeat(20_000_000)}>`)).to.equal(false)
  })

  it('are taken as Oxigraph takes them, whatever their characters', () => {
    const piece = fc.constantFrom(
      ...'aZ09-._~!$&\'()*+,;=:@%/?#[]<>"{}|^`\\ \t\n\r\0é☃',
      '%41',
      '%c3',
      '%G1',
      '//',
      '..',
      ':80',
      '@',
      '\u2028',
      '\ufffe',
    )
    const text = fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'HTTP://', 'https:/', 'urn:', '', ' https://', 'ftp://'),
        fc.array(piece, { maxLength: 12 }),
      )
      .map(([start, rest]) => start + rest.join(''))
    fc.assert(
      fc.property(text, (some) => {
        expect(isAccepted(some)).to.equal(isIri(some))
      }),
      { numRuns: runs(20_000) },
    )
  })
})
