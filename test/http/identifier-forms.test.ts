/**
 * External identifiers: whichever form of an identifier a record has, every other form finds it, by filter, in
 * the path and by /resolve. The forms stand here as the schemes describe them, not as the code has them.
 */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { getJson, serveRecords } from '../support/server.ts'

const BASE = 'https://example.org/graph/'
const AS_IT_CAME = undefined

type Form = (id: string) => string

/**
 * Scheme; identifiers, `##` being a number; what stands in front of them; what is shown, whatever came in; whether
 * upper and lower case are one; other forms.
 */
type Row = readonly [
  scheme: string,
  ids: string,
  prefixes: string,
  shown: Form | undefined,
  isCaseless?: boolean,
  ...others: readonly Form[],
]

const same: Form = (id) => id
const lower: Form = (id) => id.toLowerCase()

/** With the numbers 7 to 9 in front, so that those of no two schemes are equal. */
const issn = (scheme: string, first: number): Row => {
  const prefixes = '|issn:|ISSN |urn:issn:|https://portal.issn.org/resource/ISSN/'
  return [scheme, `${first}0##-123X`, prefixes, same, true, (id) => id.replace('-', '')]
}
const rows: readonly Row[] = [
  [
    'doi',
    '10.5555/Ab(##)<c>;2',
    '|doi:|doi: |info:doi/|doi.org/|https://doi.org/|http://doi.org/|http://dx.doi.org/|https://www.doi.org/',
    lower,
    true,
    (id) => `https://doi.org/${encodeURIComponent(id)}`,
  ],
  [
    'orcid',
    '0000-0002-18##-009X',
    '|orcid:|https://orcid.org/|http://orcid.org/|orcid.org/',
    same,
    true,
    (id) => `https://orcid.org/${id}/`,
  ],
  [
    'ror',
    '05gq029##',
    '|ror:|https://ror.org/|http://ror.org/|https://www.ror.org/|ror.org/',
    (id) => `https://ror.org/${id}`,
    true,
  ],
  [
    'isni',
    '00000001228195##',
    '|isni:|ISNI |https://isni.org/isni/|http://www.isni.org/isni/|http://isni.org/',
    same,
    false,
    (id) => id.replace(/(\d{4})(?!$)/g, '$1 '),
    (id) => id.replace(/(\d{4})(?!$)/g, '$1-'),
  ],
  issn('issn', 7),
  issn('eissn', 8),
  issn('lissn', 9),
  [
    'isbn',
    '97831614841##',
    '|isbn:|ISBN |urn:isbn:',
    same,
    false,
    (id) => id.replace(/^(...)(.)(..)(......)/, '$1-$2-$3-$4-'),
    (id) => `ISBN 978 ${id.slice(3)}`,
  ],
  [
    'handle',
    '11234/1-Ab##',
    '|hdl:|info:hdl/|https://hdl.handle.net/|http://hdl.handle.net/|hdl.handle.net/',
    same,
  ],
  [
    'pmid',
    '26978##',
    '|pmid:|PMID |https://pubmed.ncbi.nlm.nih.gov/|https://www.ncbi.nlm.nih.gov/pubmed/|' +
      'http://ncbi.nlm.nih.gov/pubmed/',
    same,
    false,
    (id) => `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
  ],
  [
    'pmcid',
    'PMC47921##',
    '|pmcid:|https://www.ncbi.nlm.nih.gov/pmc/articles/|http://www.ncbi.nlm.nih.gov/pmc/articles/|' +
      'https://pmc.ncbi.nlm.nih.gov/articles/',
    AS_IT_CAME,
    true,
  ],
  [
    'arxiv',
    '2401.000##v2',
    '|arXiv:|https://arxiv.org/abs/|http://arxiv.org/abs/|https://arxiv.org/pdf/',
    same,
    true,
  ],
  [
    'bibcode',
    '2016A&A...116f11##A',
    '|bibcode:|https://ui.adsabs.harvard.edu/abs/|http://adsabs.harvard.edu/abs/',
    AS_IT_CAME,
  ],
  ['openalex', 'W31349568##', '|openalex:|https://openalex.org/|http://openalex.org/', AS_IT_CAME, true],
  [
    'omid',
    'br/0625017771##',
    '|omid:|https://w3id.org/oc/meta/|https://opencitations.net/meta/',
    AS_IT_CAME,
    true,
  ],
  [
    'wikidata',
    'Q5157##',
    '|wikidata:|wd:|https://www.wikidata.org/wiki/|http://www.wikidata.org/entity/|https://wikidata.org/wiki/',
    AS_IT_CAME,
    true,
  ],
  ['viaf', '1023334##', '|viaf:|https://viaf.org/viaf/|http://www.viaf.org/viaf/', AS_IT_CAME],
  ['gnd', '1185402##-X', '|gnd:|(DE-588)|https://d-nb.info/gnd/|http://d-nb.info/gnd/', AS_IT_CAME, true],
  ['crossref', '29##', '|crossref:|https://api.crossref.org/members/', AS_IT_CAME],
  [
    'fundref',
    '5011000007##',
    '|10.13039/|doi:10.13039/|https://doi.org/10.13039/|http://dx.doi.org/10.13039/',
    AS_IT_CAME,
  ],
  ['opendoar', '2##', '|opendoar:|https://v2.sherpa.ac.uk/id/repository/', AS_IT_CAME],
  [
    're3data.org',
    'r3d1000104##',
    '|re3data:|https://www.re3data.org/repository/|http://re3data.org/repository/',
    AS_IT_CAME,
    true,
  ],
  ['url', 'https://example.org/Page/##', '', AS_IT_CAME],
  ['uri', 'tag:example.org,2024:Thing/##', '', AS_IT_CAME],
  ['urn', 'urn:nbn:fi:fsd:T-FSD34##', '|https://urn.fi/|http://nbn-resolving.org/', same],
  ['w3id', 'Some/##', 'https://w3id.org/|http://w3id.org/|w3id:', AS_IT_CAME],
  ['ivoid', 'ivo://CDS.VizieR/J/A+A/##', '', lower, true],
  ['spase', 'CNES/Observatory/CDPP-##', 'spase://|https://hpde.io/|http://hpde.io/', AS_IT_CAME],
  [
    'ark',
    '12148/btv1b8449691##',
    'ark:/|ark:|https://n2t.net/ark:/|http://gallica.bnf.fr/ark:/|https://ark.example.org/ark:',
    (id) => `ark:/${id}`,
  ],
  [
    'swhid',
    'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f##',
    '|https://archive.softwareheritage.org/',
    AS_IT_CAME,
    true,
  ],
  [
    'grid',
    'grid.51##.5',
    '|grid:|https://www.grid.ac/institutes/|http://grid.ac/institutes/',
    AS_IT_CAME,
    true,
  ],
]

const formsOf = ([, , prefixes, , , ...others]: Row): Form[] => [
  ...prefixes.split('|').map(
    (prefix): Form =>
      (id) =>
        prefix + id,
  ),
  ...others,
]

/** All different for different numbers below 50. */
const idIn = ([, ids]: Row, n: number): string => ids.replace('##', String(n).padStart(2, '0'))

/** A form in which an identifier is asked for, in other letters too where case means nothing. */
const spellingsOf = (form: Form, id: string, [, , , , isCaseless]: Row): string[] => {
  const text = form(id)
  const start = text.indexOf(id)
  const host = text.replace(/^[a-z]+:\/\/[^/]+/, (found) => found.toUpperCase())
  const recased = isCaseless && start >= 0 ? [text.toUpperCase(), text.toLowerCase()] : []
  return [...new Set([text, host, ...recased])]
}

const suffixOf = (scheme: string, i: number): string => `${scheme.replace('.', '-')}-${i}`

describe('an external identifier', () => {
  const topics = rows.flatMap((row) =>
    formsOf(row).map((form, i) => ({
      local_identifier: suffixOf(row[0], i),
      entity_type: 'topic',
      labels: { en: `${row[0]} ${i}` },
      identifiers: [{ scheme: row[0], value: form(idIn(row, i)) }],
    })),
  )
  const server = serveRecords(topics, BASE)

  it('is tried in every scheme that the model has', () =>
    expect(rows.map(([scheme]) => scheme).sort()).to.deep.equal(Object.keys(model.identifiers.rows).sort()))

  const topic = model.typeNamed('topic')!

  for (const row of rows) {
    const [scheme, , , shown] = row
    const forms = formsOf(row)
    /** Each stored form with each form that is asked for; in a short run with itself and the next one. */
    const pairs = forms.flatMap((_, i) =>
      (isFullEffort ? forms : [forms[i]!, forms[(i + 1) % forms.length]!]).flatMap((form) =>
        spellingsOf(form, idIn(row, i), row).map((text) => ({ text, iri: BASE + suffixOf(scheme, i) })),
      ),
    )

    it(`of ${scheme} is found by filter in every form, whichever is stored`, async () => {
      const wrong: string[] = []
      for (const { text, iri } of pairs) {
        for (const filter of [
          `,identifiers.value:${encodeURIComponent(text)}`,
          `,identifiers.id:${encodeURIComponent(encodeURIComponent(text))}`,
          `,identifiers.scheme:${scheme.toUpperCase()},identifiers.value:${encodeURIComponent(text)}`,
        ]) {
          const found = (await server.graph.search(topic, parseFilter([filter], topic, model))).slice()
          if (found.length !== 1 || found[0] !== iri)
            wrong.push(`${filter} finds ${found.join(' ')}, not ${iri}`)
        }
      }
      expect(wrong).to.deep.equal([])
    })

    it(`of ${scheme} is found in the path and by /resolve in every form, whichever is stored`, async () => {
      const wrong: string[] = []
      for (const { text, iri } of pairs) {
        const paths = [encodeURIComponent(text), ...(/^[\w:/.~-]+$/.test(text) ? [text] : [])]
        for (const path of paths) {
          const response = await fetch(`${server.api}/topics/${path}`)
          const {
            '@graph': [record],
          } = (await response.json()) as {
            '@graph': { local_identifier: string }[]
          }
          if (record?.local_identifier !== iri) wrong.push(`/topics/${path}: ${response.status}, not ${iri}`)
        }
        const { headers, status } = await fetch(`${server.root}/resolve?iri=${encodeURIComponent(text)}`, {
          redirect: 'manual',
        })
        const to = headers.get('location') ?? ''
        if (status !== 303 || !to.endsWith(`/topics/${iri.slice(BASE.length)}`))
          wrong.push(`/resolve?iri=${text}: ${status} ${to}, not ${iri}`)
      }
      expect(wrong).to.deep.equal([])
    })

    it(`of ${scheme} is shown ${shown ? 'in its one form' : 'in the form in which it came'}`, async () => {
      for (const [i, form] of forms.entries()) {
        const { body } = await getJson(`${server.api}/topics/${suffixOf(scheme, i)}`)
        expect(body['@graph'][0].identifiers).to.deep.equal([
          { scheme, value: (shown ?? form)(idIn(row, i)) },
        ])
      }
    })
  }
})
