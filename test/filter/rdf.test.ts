// What JSON shows of RDF input, filters find: literals with a language or a datatype where the model has
// plain text.

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { folderOf } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const BASE = 'https://base.example/'

const turtle = `@prefix : <${BASE}> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix frapo: <http://purl.org/cerif/frapo/> . @prefix dct: <http://purl.org/dc/terms/> .
@prefix fabio: <http://purl.org/spar/fabio/> .
@prefix srv: <https://w3id.org/skg-if/extension/srv/ontology/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:ada a foaf:Person ; foaf:name "Ada"@en ; foaf:familyName "Lovelace"^^xsd:token .
:house a foaf:Organization ; foaf:name "Haus"@de-AT ; frapo:hasCountry "it"@en .
:grant a frapo:Grant ; frapo:hasGrantNumber 101 ; dct:title "Titel"@de ; frapo:hasCurrency "12.50"^^xsd:string .
:service a srv:Service ; foaf:name "Dienst"@de .`

describe('filters on RDF input', () => {
  const graph = throughout(async () => {
    const folder = folderOf({ 'a.ttl': turtle })
    return (await openGraph([folder], { model, base: BASE })).graph
  })

  const found: readonly [path: string, filter: string, id: string][] = [
    ['persons', 'name:Ada', 'ada'],
    ['persons', 'family_name:Lovelace', 'ada'],
    ['persons', 'cf.search.name:ada', 'ada'],
    ['organisations', 'name:Haus', 'house'],
    ['organisations', 'country:IT', 'house'],
    ['grants', 'grant_number:101', 'grant'],
    ['grants', 'cf.search.title:tit', 'grant'],
    ['services', 'name:Dienst', 'service'],
  ]
  for (const [path, filter, id] of found) {
    it(`find ${path} by ${filter}`, async () => {
      const type = model.typeAt(path)!
      expect((await graph.search(type, parseFilter([filter], type, model))).slice()).to.deep.equal([
        BASE + id,
      ])
    })
  }
  it('leave the language to texts that have one in the model', async () => {
    const [{ nodes }] = (await graph.documents([`${BASE}service`])) as [
      Awaited<ReturnType<Graph['documents']>>[number],
    ]
    expect(nodes.get(`<${BASE}service>`)?.get('http://xmlns.com/foaf/0.1/name')).to.deep.equal([
      '"Dienst"@de',
    ])
  })
})
