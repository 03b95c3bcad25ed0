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

interface Row {
  readonly scheme: string
  /** Identifiers, all different for different numbers below 50. */
  readonly id: (n: number) => string
  /** In front of the identifier. */
  readonly prefixes: readonly string[]
  /** Other forms. */
  readonly others?: readonly ((id: string) => string)[]
  /** Upper and lower case are one. */
  readonly caseless?: true
  /** What is shown, whatever came in. */
  readonly shown: ((id: string) => string) | typeof AS_IT_CAME
}

const two = (n: number): string => String(n).padStart(2, '0')
const same = (id: string): string => id
const lower = (id: string): string => id.toLowerCase()

/** With the numbers 7 to 9 in front, so that those of no two schemes are equal. */
const issn = (scheme: string, first: number): Row => ({
  scheme,
  id: (n) => `${first}0${two(n)}-123X`,
  prefixes: ['', 'issn:', 'ISSN ', 'urn:issn:', 'https://portal.issn.org/resource/ISSN/'],
  others: [(id) => id.replace('-', '')],
  caseless: true,
  shown: same,
})

const rows: readonly Row[] = [
  {
    scheme: 'doi',
    id: (n) => `10.5555/Ab(${two(n)})<c>;2`,
    prefixes: [
      '',
      'doi:',
      'doi: ',
      'info:doi/',
      'doi.org/',
      'https://doi.org/',
      'http://doi.org/',
      'http://dx.doi.org/',
      'https://www.doi.org/',
    ],
    others: [(id) => `https://doi.org/${encodeURIComponent(id)}`],
    caseless: true,
    shown: lower,
  },
  {
    scheme: 'orcid',
    id: (n) => `0000-0002-18${two(n)}-009X`,
    prefixes: ['', 'orcid:', 'https://orcid.org/', 'http://orcid.org/', 'orcid.org/'],
    others: [(id) => `https://orcid.org/${id}/`],
    caseless: true,
    shown: same,
  },
  {
    scheme: 'ror',
    id: (n) => `05gq029${two(n)}`,
    prefixes: ['', 'ror:', 'https://ror.org/', 'http://ror.org/', 'https://www.ror.org/', 'ror.org/'],
    caseless: true,
    shown: (id) => `https://ror.org/${id}`,
  },
  {
    scheme: 'isni',
    id: (n) => `00000001228195${two(n)}`,
    prefixes: [
      '',
      'isni:',
      'ISNI ',
      'https://isni.org/isni/',
      'http://www.isni.org/isni/',
      'http://isni.org/',
    ],
    others: [(id) => id.replace(/(\d{4})(?!$)/g, '$1 '), (id) => id.replace(/(\d{4})(?!$)/g, '$1-')],
    shown: same,
  },
  issn('issn', 7),
  issn('eissn', 8),
  issn('lissn', 9),
  {
    scheme: 'isbn',
    id: (n) => `97831614841${two(n)}`,
    prefixes: ['', 'isbn:', 'ISBN ', 'urn:isbn:'],
    others: [(id) => id.replace(/^(...)(.)(..)(......)/, '$1-$2-$3-$4-'), (id) => `ISBN 978 ${id.slice(3)}`],
    shown: same,
  },
  {
    scheme: 'handle',
    id: (n) => `11234/1-Ab${two(n)}`,
    prefixes: [
      '',
      'hdl:',
      'info:hdl/',
      'https://hdl.handle.net/',
      'http://hdl.handle.net/',
      'hdl.handle.net/',
    ],
    shown: same,
  },
  {
    scheme: 'pmid',
    id: (n) => `26978${two(n)}`,
    prefixes: [
      '',
      'pmid:',
      'PMID ',
      'https://pubmed.ncbi.nlm.nih.gov/',
      'https://www.ncbi.nlm.nih.gov/pubmed/',
      'http://ncbi.nlm.nih.gov/pubmed/',
    ],
    others: [(id) => `https://pubmed.ncbi.nlm.nih.gov/${id}/`],
    shown: same,
  },
  {
    scheme: 'pmcid',
    id: (n) => `PMC47921${two(n)}`,
    prefixes: [
      '',
      'pmcid:',
      'https://www.ncbi.nlm.nih.gov/pmc/articles/',
      'http://www.ncbi.nlm.nih.gov/pmc/articles/',
      'https://pmc.ncbi.nlm.nih.gov/articles/',
    ],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'arxiv',
    id: (n) => `2401.000${two(n)}v2`,
    prefixes: ['', 'arXiv:', 'https://arxiv.org/abs/', 'http://arxiv.org/abs/', 'https://arxiv.org/pdf/'],
    caseless: true,
    shown: same,
  },
  {
    scheme: 'bibcode',
    id: (n) => `2016A&A...116f11${two(n)}A`,
    prefixes: ['', 'bibcode:', 'https://ui.adsabs.harvard.edu/abs/', 'http://adsabs.harvard.edu/abs/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'openalex',
    id: (n) => `W31349568${two(n)}`,
    prefixes: ['', 'openalex:', 'https://openalex.org/', 'http://openalex.org/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'omid',
    id: (n) => `br/0625017771${two(n)}`,
    prefixes: ['', 'omid:', 'https://w3id.org/oc/meta/', 'https://opencitations.net/meta/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'wikidata',
    id: (n) => `Q5157${two(n)}`,
    prefixes: [
      '',
      'wikidata:',
      'wd:',
      'https://www.wikidata.org/wiki/',
      'http://www.wikidata.org/entity/',
      'https://wikidata.org/wiki/',
    ],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'viaf',
    id: (n) => `1023334${two(n)}`,
    prefixes: ['', 'viaf:', 'https://viaf.org/viaf/', 'http://www.viaf.org/viaf/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'gnd',
    id: (n) => `1185402${two(n)}-X`,
    prefixes: ['', 'gnd:', '(DE-588)', 'https://d-nb.info/gnd/', 'http://d-nb.info/gnd/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'crossref',
    id: (n) => `29${two(n)}`,
    prefixes: ['', 'crossref:', 'https://api.crossref.org/members/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'fundref',
    id: (n) => `5011000007${two(n)}`,
    prefixes: ['', '10.13039/', 'doi:10.13039/', 'https://doi.org/10.13039/', 'http://dx.doi.org/10.13039/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'opendoar',
    id: (n) => `2${two(n)}`,
    prefixes: ['', 'opendoar:', 'https://v2.sherpa.ac.uk/id/repository/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 're3data.org',
    id: (n) => `r3d1000104${two(n)}`,
    prefixes: ['', 're3data:', 'https://www.re3data.org/repository/', 'http://re3data.org/repository/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
  { scheme: 'url', id: (n) => `https://example.org/Page/${two(n)}`, prefixes: [''], shown: AS_IT_CAME },
  { scheme: 'uri', id: (n) => `tag:example.org,2024:Thing/${two(n)}`, prefixes: [''], shown: AS_IT_CAME },
  {
    scheme: 'urn',
    id: (n) => `urn:nbn:fi:fsd:T-FSD34${two(n)}`,
    prefixes: ['', 'https://urn.fi/', 'http://nbn-resolving.org/'],
    shown: same,
  },
  {
    scheme: 'w3id',
    id: (n) => `Some/${two(n)}`,
    prefixes: ['https://w3id.org/', 'http://w3id.org/', 'w3id:'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'ivoid',
    id: (n) => `ivo://CDS.VizieR/J/A+A/${two(n)}`,
    prefixes: [''],
    caseless: true,
    shown: lower,
  },
  {
    scheme: 'spase',
    id: (n) => `CNES/Observatory/CDPP-${two(n)}`,
    prefixes: ['spase://', 'https://hpde.io/', 'http://hpde.io/'],
    shown: AS_IT_CAME,
  },
  {
    scheme: 'ark',
    id: (n) => `12148/btv1b8449691${two(n)}`,
    prefixes: [
      'ark:/',
      'ark:',
      'https://n2t.net/ark:/',
      'http://gallica.bnf.fr/ark:/',
      'https://ark.example.org/ark:',
    ],
    shown: (id) => `ark:/${id}`,
  },
  {
    scheme: 'swhid',
    id: (n) => `swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f${two(n)}`,
    prefixes: ['', 'https://archive.softwareheritage.org/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
  {
    scheme: 'grid',
    id: (n) => `grid.51${two(n)}.5`,
    prefixes: ['', 'grid:', 'https://www.grid.ac/institutes/', 'http://grid.ac/institutes/'],
    caseless: true,
    shown: AS_IT_CAME,
  },
]

type Form = (id: string) => string

const formsOf = ({ prefixes, others = [] }: Row): Form[] => [
  ...prefixes.map(
    (prefix): Form =>
      (id) =>
        prefix + id,
  ),
  ...others,
]

/** A form in which an identifier is asked for, in other letters too where case means nothing. */
const spellingsOf = (form: Form, id: string, { caseless }: Row): string[] => {
  const text = form(id)
  const start = text.indexOf(id)
  const host = text.replace(/^[a-z]+:\/\/[^/]+/, (found) => found.toUpperCase())
  const recased = caseless && start >= 0 ? [text.toUpperCase(), text.toLowerCase()] : []
  return [...new Set([text, host, ...recased])]
}

const suffixOf = (scheme: string, i: number): string => `${scheme.replace('.', '-')}-${i}`

describe('an external identifier', () => {
  const topics = rows.flatMap((row) =>
    formsOf(row).map((form, i) => ({
      local_identifier: suffixOf(row.scheme, i),
      entity_type: 'topic',
      labels: { en: `${row.scheme} ${i}` },
      identifiers: [{ scheme: row.scheme, value: form(row.id(i)) }],
    })),
  )
  const server = serveRecords(topics, BASE)

  it('is tried in every scheme that the model has', () =>
    expect(rows.map(({ scheme }) => scheme).sort()).to.deep.equal(Object.keys(model.identifiers.rows).sort()))

  const topic = model.typeNamed('topic')!

  for (const row of rows) {
    const { scheme, id, shown } = row
    const forms = formsOf(row)
    /** Each stored form with each form that is asked for; in a short run with itself and the next one. */
    const pairs = forms.flatMap((_, i) =>
      (isFullEffort ? forms : [forms[i]!, forms[(i + 1) % forms.length]!]).flatMap((form) =>
        spellingsOf(form, id(i), row).map((text) => ({ text, iri: BASE + suffixOf(scheme, i) })),
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
        expect(body['@graph'][0].identifiers).to.deep.equal([{ scheme, value: (shown ?? form)(id(i)) }])
      }
    })
  }
})
