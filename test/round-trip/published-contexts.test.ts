// RDF that jsonld.js makes of SKG-IF documents with the published contexts says what the documents say.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '../../src/model/values/json.ts'
import { framedRecords } from '../support/framed.ts'
import { differences } from './oracle-differences.ts'
import { temporaryFolder } from '../support/folders.ts'

const shared = new URL('../../../shared/', import.meta.url)
const FALLBACK = 'https://w3id.org/skg-if/sandbox/test/'

/** The published contexts by what their URLs are like. */
const published: readonly (readonly [url: RegExp, file: string])[] = [
  [/\/extension\/srv\//, 'context-srv-in-data.json'],
  [/\/extension\/ra-skg\//, 'context-ra-skg-1.0.0.json'],
  [/skg-if-api\.json$/, 'context-api-1.0.0.json'],
  [/skg-if\.json$/, 'context-core-1.1.0.json'],
]

/** Comments of the srv context, which no JSON-LD processor takes for terms. */
const isComment = (term: string): boolean => term.startsWith('_comment') || term.startsWith('TODO')

function readContext(url: string): object {
  const [, file] = published.find(([pattern]) => pattern.test(url)) ?? []
  if (file === undefined) throw new Error(`no context ${url}`)
  const { '@context': context } = JSON.parse(readFileSync(new URL(`spec/${file}`, shared), 'utf8')) as {
    '@context': Json
  }
  return { '@context': Object.fromEntries(Object.entries(context).filter(([term]) => !isComment(term))) }
}

const documentLoader = (url: string): Promise<any> =>
  Promise.resolve({ document: readContext(url), documentUrl: url })

const baseOf = (text: string): string => (/"@base":\s*"([^"]+)"/.exec(text) ?? [])[1] ?? FALLBACK

const withoutHashes = (records: ReadonlyMap<string, Json>): Map<string, Json> =>
  new Map(JSON.parse(JSON.stringify([...records]).replace(/otf___[0-9a-f]+/g, 'otf___')) as [string, Json][])

/** What the RDF of a document says otherwise than the document. @throws Error if jsonld.js refuses it */
async function compare(file: string): Promise<string[]> {
  const text = readFileSync(file, 'utf8')
  const base = baseOf(text)
  const nquads = (await jsonld.toRDF(JSON.parse(text) as never, {
    base,
    documentLoader,
    format: 'application/n-quads',
  })) as unknown as string
  const folder = temporaryFolder()
  const rdf = join(folder, 'document.nq')
  writeFileSync(rdf, nquads)
  const [expected, actual] = [
    withoutHashes(await framedRecords([file], base)),
    withoutHashes(await framedRecords([rdf], base)),
  ]
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((key) =>
    differences(expected.get(key), actual.get(key)).map(
      (difference) => `${basename(file)} ${key} ${difference}`,
    ),
  )
}

/** What the RDF cannot say: patterns of differences (`file type id path: …`), each with the reason. */
const lost: readonly (readonly [difference: RegExp, reason: string])[] = [
  [/\.licence: expected .*, got nothing$/, 'the context has license only'],
  [/ grant .*\.roles: expected .*, got nothing$/, 'the context has role only'],
  [
    / service .*\$\.(?:name|other_names): expected \{.*, got nothing$/,
    'no language container: the text is lost',
  ],
  [/ service .*\$\.descriptions: expected .*, got nothing$/, 'the context has srv_descriptions only'],
  [/\$\.srv_audience_byrole: .*, got nothing$/, 'the context has srv_audience_by_role only'],
  [/\$\.srv_audience_byjurisdiction: .*, got nothing$/, 'the context has srv_audience_by_jurisdiction only'],
  [/\$\.is_accessible_for_free: .*, got nothing$/, 'the context does not have srv_is_accessible_for_free'],
  [/\$\.srv_contributions: .*, got nothing$/, 'not in the context'],
  [/\$\.srv_hosting_organisation: .*, got nothing$/, 'the context has srv_has_hosting_organisation only'],
  [
    / organisation https:\/\/ror\.org\/00dd4fz34 \$: .*, got nothing$/,
    'named by srv_hosting_organisation alone',
  ],
  [/\.rank: expected \d+, got nothing$/, 'no rank in JSON, where the position is one; RDF has no order'],
  [
    /^ctxsample\S* datasource .*, got nothing$/,
    'policy, discipline, research_product_type, pid schemes: old names',
  ],
  [/^ctxsample\S* (?:grant|venue|product) .*, got nothing$/, 'title, abstract, contribution: old names'],
  [/^examples__oc_1\.json (?:product|venue) .*name: .*, got nothing$/, 'title of venues: an old name'],
  [
    /^extra__ehri_demo\.json .*"(?:scientific advisor|research infrastructure)"\]?, got nothing$/,
    'a blank in an IRI',
  ],
  [/\.biblio\.number: expected "ch\. 4", got nothing$/, 'a blank in an IRI'],
  [/^octools\S* product \S+ \$: .*, got nothing$/, 'no entity_type, so that RDF has no class'],
  [
    /GrantEx01\S* grant .*\.declared_affiliations: .*, got nothing$/,
    'stands inside of by, so that it is of the person',
  ],
  [
    /^openapi__schema_Product_0\.json .*titles: expected \{"en":"EU grant ZZ"\}, got nothing$/,
    'a list of language maps',
  ],
  [
    /^cessda__api_output\.json .*name: expected "Tampere University\./,
    'two names of one id: RDF is one record, in which the smallest stays; JSON is copies, of which the longest does',
  ],
  [/^raskg__ra-skg_2\.json .*: expected nothing, got /, 'a key of RA-SKG, with the predicate of topics'],
]

/** Documents that jsonld.js refuses. */
const refused: readonly (readonly [file: string, error: RegExp])[] = [
  ['elsst__example_output.json', /colliding keywords/],
]

describe('RDF made with the published contexts', function () {
  this.timeout(600_000)
  it('says what the documents say, but for what the contexts drop', async function () {
    if (!existsSync(shared)) return this.skip()
    const files = [new URL('corpus/', shared), new URL('../../data/', import.meta.url)].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json') && name !== 'about.json')
        .map((name) => fileURLToPath(new URL(name, folder))),
    )
    const found: string[] = []
    for (const file of files) {
      const [, error] = refused.find(([name]) => name === basename(file)) ?? []
      const differing = await compare(file).catch((reason: Error) => reason)
      if (error) expect(String(differing)).to.match(error)
      else if (differing instanceof Error) throw differing
      else found.push(...differing)
    }
    expect(files.length).to.be.greaterThan(80)
    expect(found.filter((difference) => !lost.some(([pattern]) => pattern.test(difference)))).to.deep.equal(
      [],
    )
    const unused = lost.filter(([pattern]) => !found.some((difference) => pattern.test(difference)))
    expect(unused.map(([, reason]) => reason)).to.deep.equal([])
  })
})
