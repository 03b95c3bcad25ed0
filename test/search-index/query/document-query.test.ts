/** The query of a document gives the document. */

import { fileURLToPath } from 'node:url'
import { checkQueries } from '../../support/document-queries.ts'
import { isFullEffort } from '../../support/effort.ts'
import { openGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'

const DATA = fileURLToPath(new URL('../../../data/', import.meta.url))

describe('the query of a document', () => {
  it(`gives the document of ${isFullEffort ? 'every record' : 'records of each type'} of the demo graph`, async () =>
    checkQueries(await openGraph([DATA], { model }), isFullEffort ? Infinity : 3))
})
