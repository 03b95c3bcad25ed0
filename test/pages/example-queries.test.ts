/** The example queries of a graph are those that have rows there. */

import { expect } from 'chai'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exampleQueries } from '../../src/api/dataset/example-queries.ts'
import { isFullEffort } from '../support/effort.ts'
import { DEMO, startSparql } from '../support/endpoint.ts'
import { getPage } from '../support/html.ts'
import { temporaryFolder } from '../support/folders.ts'

const sources = fileURLToPath(new URL('../../../shared/data/sources', import.meta.url))

const folder = temporaryFolder()
const paper = join(folder, 'paper.json')
const person = (name: string): object => ({
  by: { local_identifier: name, entity_type: 'person' },
  role: 'author',
})
writeFileSync(
  paper,
  JSON.stringify({
    local_identifier: 'paper',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['A paper of two'] },
    contributions: [person('ada'), person('grace')],
  }),
)

const graphs: Readonly<Record<string, string>> = {
  'the demo graph': DEMO,
  'a graph of one paper without a date': paper,
  ...(isFullEffort && existsSync(sources)
    ? {
        'works of Crossref': join(sources, 'crossref/works.jsonl'),
        'data sets of DataCite': join(sources, 'datacite/dois.jsonl'),
        'organisations of ROR': join(sources, 'ror'),
        'people of ORCID': join(sources, 'orcid'),
        'works of OpenAlex': join(sources, 'openalex'),
        'citations of OpenCitations': join(sources, 'opencitations'),
      }
    : {}),
}

describe('the example queries', () => {
  for (const [name, path] of Object.entries(graphs))
    it(`of ${name} are those that have rows`, async () => {
      await using server = await startSparql({
        path,
        base: path === DEMO ? undefined : 'https://graph.example/',
      })
      const { html } = await getPage(server.url)
      for (const { title, text } of exampleQueries()) {
        const isShown = html.all('a').some((link) => link.text === title)
        expect((await server.select(text)).length > 0, title).to.equal(isShown)
      }
    })
})
