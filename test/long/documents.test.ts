/** The queries of documents over real records. */

import { checkQueries } from '../support/document-queries.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

describe('the query of a document', () => {
  it('gives the documents of records of the snapshot', async function () {
    if (!hasSnapshot()) return this.skip()
    await checkQueries(await openSnapshot(), 50)
  })
})
