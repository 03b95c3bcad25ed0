/** The published SHACL shapes of SKG-IF over graphs of real records of OpenAlex, Crossref and DataCite. */

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkAll } from '../load/checking.ts'
import { openalexFiles, recorded } from '../support/compare.ts'

const published = new URL('../../../shared/spec/shapes.ttl', import.meta.url)

/** What no topic has, so that the shapes are seen to be asked. */
const DEMAND = `
<http://x.example/S> a <http://www.w3.org/ns/shacl#NodeShape> ;
  <http://www.w3.org/ns/shacl#targetClass> <http://purl.org/spar/fabio/SubjectTerm> ;
  <http://www.w3.org/ns/shacl#property> [
    <http://www.w3.org/ns/shacl#path> <http://x.example/path> ; <http://www.w3.org/ns/shacl#minCount> 1 ] .
`

describe('the published shapes', function () {
  this.timeout(300_000)
  before(function () {
    if (!existsSync(published) || !existsSync(recorded)) this.skip()
  })

  it('find nothing in the graph of all records of OpenAlex, and of works in several sources', async () => {
    const paths = [
      ...openalexFiles(),
      ...['crossref', 'datacite'].map((name) => join(recorded, 'pairs', name)),
    ]
    const shapes = `${readFileSync(published, 'utf8')}\n${DEMAND}`
    const { findings, records } = await checkAll(paths, 'https://example.org/graph/', shapes)
    expect(records).to.be.at.least(680)
    const shapeFindings = findings.filter(({ kind }) => kind === 'shape')
    expect(shapeFindings).to.have.length.above(50)
    expect(shapeFindings.filter(({ path }) => path !== 'http://x.example/path')).to.deep.equal([])
  })
})
