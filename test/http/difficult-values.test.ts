/** Values that are hard to write: each form gives them back as they are, or says clearly that it cannot. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeIri } from '../../src/model/context/iri.ts'
import type { MediaName } from '../../src/config/media.ts'
import { canonicalText, linesOf, rdfForms, readForm } from '../support/forms.ts'
import { getPage } from '../support/html.ts'
import { openGraphOf, type Json, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://hard.example/graph/'
const XSD = 'http://www.w3.org/2001/XMLSchema#'

const texts: readonly [testTitle: string, text: string, unwritable?: MediaName][] = [
  ['quotes', `"double" 'single' """three""" \`back\``],
  ['backslashes', String.raw`\ \\ \n \u0041 \"`],
  ['line ends', 'one\ntwo\r\nthree\rfour\u0085five\u2028six'],
  ['blanks at both ends', '  \t text \t  '],
  ['markup', '<b>&amp; ]]> <!-- --> <?xml?> </title><script>alert(1)</script>'],
  ['what looks like a prefixed name', 'dcterms:title @prefix a <x> .'],
  ['right to left', 'שלום \u202eעולם\u202c العربية'],
  ['beyond the BMP', '😀 𝒳 👩‍🔬 \u{10fffd}'],
  ['combining letters', 'e\u0301 ﬁ Å'],
  ['DEL', 'a\u007fb'],
  ['a formula and separators', '=1+1|2;3,4\\5'],
  ['control characters', 'a\u0001\b\f\u001fb', 'rdfxml'],
  ['characters that are none', 'a\ufffe\uffffb', 'rdfxml'],
]

/** Triples that no row knows: object, or a whole predicate and object. */
const foreign: readonly [triple: string, unwritable?: MediaName][] = [
  [`<http://x.example/p> "12345678901234567890.125"^^<${XSD}decimal>`],
  [`<http://x.example/p> "42"^^<${XSD}integer>`],
  [`<http://x.example/p> "forty"^^<${XSD}integer>`],
  [`<http://x.example/p> true`],
  // jsonld.js rewrites xsd:double, whatever it is given; another form of the same number.
  [`<http://x.example/p> "1.5E6"^^<${XSD}float>`],
  [`<http://x.example/p> "POINT(1 2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`],
  [`<http://x.example/p> "<b>x</b>"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>`],
  [`<http://x.example/p> "a"@en, "a"@en-gb, "a"@zh-hant-tw, "a"`],
  [`<http://x.example/p> (1 "two" <http://x.example/three> ())`],
  [`<http://x.example/p> (${Array.from({ length: 300 }, (_, i) => i).join(' ')})`],
  [`<http://x.example/p> _:a . <$> <http://x.example/q> _:a . _:a <http://x.example/p> 1`],
  [`<http://x.example/p> _:b . _:b <http://x.example/p> _:c . _:c <http://x.example/p> _:b`],
  [`<http://x.example/p> <https://x.example/straße/日本?q=ü#é>`],
  [`<http://x.example/p> <https://x.example/a(b)'c&d;e=f,g%20h~*!$@:+>`],
  [`<http://x.example/größe> 1`],
  [`<http://x.example/a.b-c> 1`],
  [`<http://purl.org/dc/terms/a%20b/c> 1`],
  [`<urn:x-example:name> 1`],
  [`<http://x.example/4you> 1`],
  [`<http://x.example/12> 1`, 'rdfxml'],
  [`<http://x.example/p/> 1`, 'rdfxml'],
  ['<http://x.example/p%C3%A9> 1'],
  ['<http://www.w3.org/1999/02/22-rdf-syntax-ns#li> 1', 'rdfxml'],
  ['<http://www.w3.org/1999/02/22-rdf-syntax-ns#_1> 1'],
  ['a [ <http://x.example/p> 1 ]'],
  ['<http://www.w3.org/2000/xmlns/a> 1', 'rdfxml'],
]

const textIri = (i: number): string => `${BASE}text-${i}`
const foreignIri = (i: number): string => `${BASE}foreign-${i}`
const odd = encodeIri(`${BASE}a b/ü&'"<x>`)

describe('hard values', () => {
  const server = serve(async () => {
    const folder = temporaryFolder()
    const product = (local_identifier: string, title: string): object => ({
      local_identifier,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [title], none: [title] },
      abstracts: { 'zh-hant': [title] },
    })
    const records = [
      ...texts.map(([, text], i) => product(textIri(i), text)),
      product(odd, 'An odd id'),
      product(`${BASE}cites`, 'Cites the odd'),
    ]
    writeFileSync(
      join(folder, 'texts.json'),
      JSON.stringify({ '@context': [{ '@base': BASE }], '@graph': records }),
    )
    const triples = foreign.map(([triple], i) =>
      `<$> a <http://purl.org/spar/fabio/Work> ; <http://purl.org/dc/terms/title> "Foreign ${i}" .\n<$> ${triple} .\n`
        .replaceAll('$', foreignIri(i))
        .replaceAll('_:', `_:n${i}`),
    )
    writeFileSync(join(folder, 'foreign.ttl'), triples.join(''))
    return openGraphOf([folder])
  })

  const get = (iri: string, name: MediaName): Promise<Response> =>
    fetch(`${server.api}/products/${encodeURIComponent(iri)}?format=${name}`)

  async function check(iri: string, nquad: string, unwritable: MediaName | undefined): Promise<void> {
    const lines = linesOf(await server.graph.documents([iri]))
    expect(lines).to.include(nquad)
    const expected = await canonicalText(lines)
    for (const name of rdfForms) {
      const response = await get(iri, name)
      const text = await response.text()
      if (name !== unwritable) {
        expect(response.status, name).to.equal(200)
        for (const found of await readForm(name, text)) expect(found, name).to.equal(expected)
        continue
      }
      expect(response.status).to.equal(406)
      expect(response.headers.get('content-type')).to.include('application/problem+json')
      expect(JSON.parse(text).detail).to.match(/^RDF\/XML cannot write .*format=turtle/s)
    }
    for (const name of ['json', 'html'] as const) expect((await get(iri, name)).status).to.equal(200)
  }

  texts.forEach(([testTitle, , unwritable], i) =>
    it(`in texts: ${testTitle}`, () => check(textIri(i), '@zh-hant', unwritable)),
  )
  foreign.forEach(([triple, unwritable], i) =>
    it(`in RDF from elsewhere: ${triple.slice(0, 80)}`, () =>
      check(foreignIri(i), `Foreign ${i}`, unwritable)),
  )
  it('in ids', () => check(odd, 'An odd id', undefined))

  it('in texts come back in JSON as they were given, in Normalization Form C', async () => {
    for (const [i, [testTitle, text]] of texts.entries()) {
      const {
        '@graph': [record],
      } = (await (await get(textIri(i), 'json')).json()) as Json
      expect(record.titles.none, testTitle).to.deep.equal([text.normalize('NFC')])
    }
  })

  it('in a list make it a problem where one of them cannot be written', async () => {
    expect((await fetch(`${server.api}/products?page_size=100&format=rdfxml`)).status).to.equal(406)
    expect((await fetch(`${server.api}/products?page_size=100&format=turtle`)).status).to.equal(200)
  })

  it('never become markup', async () => {
    for (const path of [
      'products?page_size=100',
      `products/${encodeURIComponent(textIri(4))}`,
      `products/${encodeURIComponent(odd)}`,
    ]) {
      const { html } = await getPage(`${server.api}/${path}`)
      expect(html.faults, path).to.deep.equal([])
      expect(
        html
          .all()
          .filter(
            ({ name, attributes: { type, src } }) =>
              ['b', 'x'].includes(name) ||
              (name === 'script' &&
                type !== 'application/ld+json' &&
                !/^\/assets\/(?:suggest|copy)-/.test(src ?? '')),
          ),
        path,
      ).to.deep.equal([])
    }
  })
})
