/** What ends the writing of an index is what the error says. */

import { expect } from 'chai'
import { collectContent } from '../../src/search-index/content/content.ts'
import { planContent } from '../../src/search-index/content/plan.ts'
import { writeIndex } from '../../src/search-index/write-index.ts'
import { createTemporaryDirectory } from '../../src/load/prepared/staging-directory.ts'
import { bitOf, RECORD } from '../../src/search-index/query/entity-index.ts'
import { addGraphs } from '../support/content-hash.ts'
import { model } from '../support/model.ts'

const BASE = 'https://example.org/'

describe('writing an index', () => {
  it('fails for the reason for which the tables cannot be collected, while records are framed', async () => {
    const directory = createTemporaryDirectory()
    const { folder } = directory
    const person = model.types.find(({ name }) => name === 'person')!
    const content = collectContent(planContent(model, folder))
    for (const name of ['Ada', 'Bea', 'Cleo']) {
      const graph = `<${BASE}${name}>`
      const nquads =
        `${graph} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${model.classOf(person)}> ${graph} .\n` +
        `${graph} <http://xmlns.com/foaf/0.1/name> "${name}" ${graph} .\n`
      addGraphs(content, nquads, bitOf(model, person) | RECORD)
    }
    const broken = { ...content, tables: () => Promise.reject(new Error('no room for the tables')) }
    const failure = await writeIndex(`${folder}/index`, {
      model,
      base: BASE,
      content: broken,
      folder,
    }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    directory.close()
    expect(failure).to.equal('no room for the tables')
  })
})
