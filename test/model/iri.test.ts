// IRIs: resolved as RFC 3986 says, percent-encoded only where RFC 3987 forbids, and then fit for any store.

import { expect } from 'chai'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { invalidBaseReason, encodeIri, isAbsolute, resolveIri } from '../../src/model/context/iri.ts'
import { runs } from '../support/effort.ts'

/** RFC 3986 section 5.4, against http://a/b/c/d;p?q. */
const rfc: [reference: string, expected: string][] = [
  ['g:h', 'g:h'],
  ['g', 'http://a/b/c/g'],
  ['./g', 'http://a/b/c/g'],
  ['g/', 'http://a/b/c/g/'],
  ['/g', 'http://a/g'],
  ['//g', 'http://g'],
  ['?y', 'http://a/b/c/d;p?y'],
  ['g?y', 'http://a/b/c/g?y'],
  ['#s', 'http://a/b/c/d;p?q#s'],
  ['g#s', 'http://a/b/c/g#s'],
  ['g?y#s', 'http://a/b/c/g?y#s'],
  [';x', 'http://a/b/c/;x'],
  ['g;x', 'http://a/b/c/g;x'],
  ['g;x?y#s', 'http://a/b/c/g;x?y#s'],
  ['', 'http://a/b/c/d;p?q'],
  ['.', 'http://a/b/c/'],
  ['./', 'http://a/b/c/'],
  ['..', 'http://a/b/'],
  ['../', 'http://a/b/'],
  ['../g', 'http://a/b/g'],
  ['../..', 'http://a/'],
  ['../../', 'http://a/'],
  ['../../g', 'http://a/g'],
  ['../../../g', 'http://a/g'],
  ['../../../../g', 'http://a/g'],
  ['/./g', 'http://a/g'],
  ['/../g', 'http://a/g'],
  ['g.', 'http://a/b/c/g.'],
  ['.g', 'http://a/b/c/.g'],
  ['g..', 'http://a/b/c/g..'],
  ['..g', 'http://a/b/c/..g'],
  ['./../g', 'http://a/b/g'],
  ['./g/.', 'http://a/b/c/g/'],
  ['g/./h', 'http://a/b/c/g/h'],
  ['g/../h', 'http://a/b/c/h'],
  ['g;x=1/./y', 'http://a/b/c/g;x=1/y'],
  ['g;x=1/../y', 'http://a/b/c/y'],
  ['g?y/./x', 'http://a/b/c/g?y/./x'],
  ['g?y/../x', 'http://a/b/c/g?y/../x'],
  ['g#s/./x', 'http://a/b/c/g#s/./x'],
  ['g#s/../x', 'http://a/b/c/g#s/../x'],
  ['http:g', 'http:g'],
]

const encoded: [given: string, expected: string][] = [
  ['http://a/b c', 'http://a/b%20c'],
  ['http://a/"b"', 'http://a/%22b%22'],
  ['http://a/43:4<338::AID>3', 'http://a/43:4%3C338::AID%3E3'],
  ['http://a/b|c', 'http://a/b%7Cc'],
  ['http://a/\\^`{}', 'http://a/%5C%5E%60%7B%7D'],
  ['http://a/\u0000\t\n\u007f\u009f', 'http://a/%00%09%0A%7F%C2%9F'],
  ['http://a/100%/%g0/%4', 'http://a/100%25/%25g0/%254'],
  ['http://a/%2f%C3%A9', 'http://a/%2f%C3%A9'],
  ['http://a/#b#c#d', 'http://a/#b%23c%23d'],
  ['http://[::1]/[a]?[b]#[c]', 'http://[::1]/%5Ba%5D?%5Bb%5D#%5Bc%5D'],
  ['urn:x:[a]', 'urn:x:%5Ba%5D'],
  ['http://münchen.example/ä/日本/\u{1f600}', 'http://münchen.example/ä/日本/\u{1f600}'],
  ['http://a/\ue000\uffff\u{1fffe}\u{f0000}', 'http://a/%EE%80%80%EF%BF%BF%F0%9F%BF%BE%F3%B0%80%80'],
  ['http://a/\ud800', 'http://a/%EF%BF%BD'],
  ["http://a/~!$&'()*+,;=:@-._?/?", "http://a/~!$&'()*+,;=:@-._?/?"],
]

const inBase: [base: string, reference: string, expected: string][] = [
  ['http://a/b/', 'x y', 'http://a/b/x%20y'],
  ['http://a/b#', 'x', 'http://a/b#x'],
  ['http://a/b#', 'x#y', 'http://a/b#x%23y'],
  ['http://a/ü/', 'é', 'http://a/ü/é'],
  ['http://a/', 'b/c:d', 'http://a/b/c:d'],
  ['http://a/', 'b//c', 'http://a/b//c'],
]

const faults: [base: string, fault: RegExp | undefined][] = [
  ['http://a/', undefined],
  ['https://a.example/b#', undefined],
  ['https://a/b/', undefined],
  ['http://a', /lacks the final/],
  ['http://a/b', /lacks the final/],
  ['a/', /absolute/],
  ['', /absolute/],
  ['urn:x:', /absolute/],
  ['http://a/b c/', /cannot hold/],
  ['http:///', /absolute/],
]

/** Anything that may stand where an IRI is expected, hosts and ports of all kinds with it. */
const wild = fc.oneof(
  fc.webUrl(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.stringMatching(/^[:/?#[\]@%a0.{|}<"\\ -]{0,12}$/),
)
const schemes = fc.constantFrom(
  'http://',
  'https://h',
  'http://h/',
  'urn:',
  'x:',
  'http://[::1]',
  'http://u@h:80/',
  'file:///',
)

describe('resolving', () => {
  for (const [reference, expected] of rfc)
    it(`RFC 3986: ${reference === '' ? 'nothing' : reference}`, () =>
      expect(resolveIri(reference, 'http://a/b/c/d;p?q')).to.equal(expected))
  for (const [base, reference, expected] of inBase)
    it(`${reference} in ${base}`, () => expect(resolveIri(reference, base)).to.equal(expected))
})

describe('encoding', () => {
  for (const [raw, expected] of encoded)
    it(`encodes ${JSON.stringify(raw)}`, () => expect(encodeIri(raw)).to.equal(expected))
  it('changes nothing the second time', () =>
    fc.assert(
      fc.property(schemes, wild, (scheme, rest) => {
        expect(encodeIri(encodeIri(scheme + rest))).to.equal(encodeIri(scheme + rest))
      }),
      { numRuns: runs(500) },
    ))
  it('makes IRIs that Oxigraph accepts', () =>
    fc.assert(
      fc.property(schemes, wild, (scheme, rest) => {
        oxigraph.namedNode(encodeIri(scheme + rest))
      }),
      { numRuns: runs(2000) },
    ))
  it('of references resolved makes IRIs that Oxigraph accepts', () =>
    fc.assert(
      fc.property(fc.constantFrom('http://a/b/', 'http://a/b#'), wild, (base, reference) => {
        oxigraph.namedNode(resolveIri(reference, base))
      }),
      { numRuns: runs(2000) },
    ))
})

describe('a base', () => {
  for (const [base, fault] of faults)
    it(`${base} ${fault ? 'cannot be one' : 'can be one'}`, () =>
      fault
        ? expect(invalidBaseReason(base)).to.match(fault)
        : expect(invalidBaseReason(base)).to.equal(undefined))
  it('is not needed where there is a scheme', () => {
    for (const [text, absolute] of [
      ['http:x', true],
      ['x-y+z.1:a', true],
      ['1a:b', false],
      ['é:b', false],
      ['a/b:c', false],
      [':a', false],
    ] as const)
      expect(isAbsolute(text), text).to.equal(absolute)
  })
})
