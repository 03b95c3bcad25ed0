// What N-Quads cannot hold is never written: no record says anything of another one, and what is in a graph
// can be read.

import { expect } from 'chai'
import { quote } from '../../src/record/rdf/triples.ts'
import { iriTerm, languageTerm, readSubject, typedTerm } from '../../src/record/rdf/write-terms.ts'
import { load, BASE } from './files.ts'

const VICTIM = {
  local_identifier: 'victim',
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: ['True title'] },
}
const title = (language: string): string =>
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/terms/">' +
  `<rdf:Description rdf:about="${BASE}a"><rdf:type rdf:resource="http://purl.org/spar/fabio/Work"/>` +
  `<d:title xml:lang='${language}'>Other</d:title></rdf:Description></rdf:RDF>`

describe('a term that N-Quads cannot hold', () => {
  const languages: readonly [says: string, language: string][] = [
    ['a quotation mark', 'en"'],
    ['what would end the quad', `en &lt;${BASE}a> .`],
    [
      'a quad of another record',
      `en &lt;${BASE}a> .&#10;&lt;${BASE}victim> &lt;http://purl.org/dc/terms/title> "injected" &lt;${BASE}victim> .&#10;#`,
    ],
    ['a blank', 'en gb'],
    ['a letter beyond ASCII', 'fran\u00e7ais'],
  ]
  for (const [says, language] of languages)
    it(`is no language tag with ${says}: the text has none, with a finding, and other records stay`, async () => {
      const { answers, findings, dump } = await load({
        'v.jsonl': JSON.stringify(VICTIM),
        'a.rdf': title(language),
      })
      expect(answers['product victim']).to.deep.include({ titles: { en: ['True title'] } })
      expect(answers['product a']).to.deep.include({ titles: { none: ['Other'] } })
      expect(dump).not.to.include('injected')
      expect(findings.filter((finding) => finding.includes('as language of a text'))).to.have.length(1)
    })

  it('is no predicate and no datatype: what IRIs cannot hold is percent-encoded there too', async () => {
    const turtle = `<${BASE}t> a <http://purl.org/spar/fabio/SubjectTerm> ;
      <http://www.w3.org/2004/02/skos/core#prefLabel> "T"@en ; <http://x.example/a%zz> "1"^^<http://x.example/c%d> .`
    const { dump, findings } = await load({ 't.ttl': turtle })
    expect(dump).to.include('<http://x.example/a%25zz> "1"^^<http://x.example/c%25d>')
    expect(findings).to.deep.equal([])
  })

  it('is the one subject, spelled in two ways: both spellings are one record', async () => {
    const label = (iri: string, predicate: string): string =>
      `<${iri}> a <http://purl.org/spar/fabio/SubjectTerm> ; <http://www.w3.org/2004/02/skos/core#${predicate}> "T"@en .\n`
    const { dump } = await load({
      't.ttl': label(`${BASE}a%zz`, 'prefLabel') + label(`${BASE}a%25zz`, 'altLabel'),
    })
    expect(dump).to.include('core#prefLabel>')
    expect(dump).to.include('core#altLabel>')
  })

  it('leaves no triples in the graph where its record is refused', async () => {
    const { dump, findings } = await load({
      't.nt': `<https:///x.example/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://purl.org/spar/fabio/Work> .\n`,
      'v.jsonl': JSON.stringify(VICTIM),
    })
    expect(findings.join()).to.include('has a local_identifier that is not an IRI')
    expect(dump).not.to.include('x.example')
  })

  const throwing: readonly [says: string, write: () => string][] = [
    ['an IRI that ends early', () => iriTerm('http://x.example/a> <b:c> .')],
    ['an IRI with a line end', () => iriTerm('http://x.example/\n')],
    ['a relative IRI', () => iriTerm('a')],
    ['a language with a quotation mark', () => languageTerm('x', 'en"')],
    ['an empty language', () => languageTerm('x', '')],
    ['a datatype that is no IRI', () => typedTerm('x', 'http://x.example/"')],
  ]
  for (const [says, write] of throwing)
    it(`throws where it is ${says}`, () => {
      expect(write).to.throw(/is no (?:absolute IRI|language tag)$/)
    })
})

describe('the reader of what was written', () => {
  const g = '<a:s>'
  const good: readonly string[] = [
    `<a:s> <a:p> <a:o> ${g} .\n`,
    `<a:s> <a:p> _:b1 ${g} .\n_:b1 <a:p> "x" ${g} .\n`,
    `<a:s> <a:p> ${quote('a "b" \\ \n\r\t\u0000 \u{1F600}')}@en-gb ${g} .\n`,
    `<a:s> <a:p> ${quote('\\"')}^^<a:t> ${g} .\n<a:s> <a:q> "" ${g} .\n`,
    `<a:s> <a:p> ${quote('\n'.repeat(1_000_000))} ${g} .\n`,
  ]
  good.forEach((nquads, i) =>
    it(`takes quads of one subject (${i + 1})`, () => {
      expect(() => readSubject(nquads)).not.to.throw()
    }),
  )
  it('gives the quads as they are stored: each once, and literals in their one text', () => {
    const [one, two] = ['<a:p> "1"', '<a:q> "2"'].map((rest) => `<a:s> ${rest} ${g} .\n`) as [string, string]
    const stored = (nquads: string) => readSubject(nquads, (term) => term.replace('01', '1'))
    expect(stored(one + two)).to.include({ nquads: one + two, count: 2 })
    expect(stored(one + two + one)).to.include({ nquads: one + two, count: 2 })
    expect(stored(`<a:s> <a:p> "01" ${g} .\n${two}${one}`)).to.include({ nquads: one + two, count: 2 })
  })
  const bad: readonly [says: string, nquads: string][] = [
    ['nothing', ''],
    ['no line end', `<a:s> <a:p> <a:o> ${g} .`],
    ['a quad of another subject', `<a:s> <a:p> <a:o> ${g} .\n<a:x> <a:p> <a:o> ${g} .\n`],
    ['a quad in another graph', `<a:s> <a:p> <a:o> <a:x> .\n<a:s> <a:p> <a:o> ${g} .\n`],
    ['an open literal', `<a:s> <a:p> "x ${g} .\n<a:s> <a:p> <a:o> ${g} .\n`],
    ['a quotation mark in a literal', `<a:s> <a:p> "x"y" ${g} .\n`],
    ['a language that is none', `<a:s> <a:p> "x"@en" ${g} .\n`],
    ['an escape that is none', `<a:s> <a:p> "\\x" ${g} .\n`],
    ['an escape in an IRI', `<a:s\\t> <a:p> "x" ${g} .\n`],
    ['an escape behind a literal', `<a:s> <a:p> "x"^^<a:\\t> ${g} .\n`],
    ['a relative IRI', `<a:s> <p> <a:o> ${g} .\n`],
    ['a comment', `<a:s> <a:p> <a:o> ${g} .\n# ${g} .\n`],
    ['no object', `<a:s> <a:p> ${g} .\n`],
  ]
  for (const [says, nquads] of bad)
    it(`refuses ${says}`, () => {
      expect(() => readSubject(nquads)).to.throw(/^a line was written that is no quad of its subject: /)
    })
})
