// The official library of Croissant reads the page of the data set.

import { expect } from 'chai'
import { join } from 'node:path'
import { readAbout } from '../../src/config/about.ts'
import { dataOf, getPage } from '../support/html.ts'
import { openGraphOf, serve } from '../support/server.ts'
import { installPython, run } from '../support/tools.ts'
import { DEMO } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

/** Prints what the library reads, and what it finds wrong; an error of the library ends it. */
const PROGRAM = `import json, sys, mlcroissant
metadata = mlcroissant.Dataset(jsonld=json.loads(sys.argv[1])).metadata
print(json.dumps({
  "name": metadata.name,
  "files": [[file.uuid, file.content_url] for file in metadata.distribution],
  "errors": list(metadata.ctx.issues.errors),
  "warnings": list(metadata.ctx.issues.warnings),
}))`

describe('the page of the data set', function () {
  this.timeout(600_000)
  const about = readAbout(join(DEMO, 'about.json'))
  const tools = throughout(() => installPython('mlcroissant==1.1.1'))
  const server = serve(() => openGraphOf([DEMO]), {
    about: { ...about, identifier: 'https://doi.org/10.1234/data', version: '1.0', issued: '2026-01-01' },
  })
  it('opens in mlcroissant, without an error or a warning', async () => {
    const [described] = dataOf((await getPage(`${server.root}/`)).html)
    const { code, output } = await run(`${tools.bin}/python`, ['-c', PROGRAM, JSON.stringify(described)], {
      cwd: tools.bin,
      timeoutMs: 120_000,
    })
    expect(code, output.slice(-2000)).to.equal(0)
    const read = JSON.parse(output.trim().split('\n').at(-1) as string) as object
    expect(read).to.deep.equal({
      name: described!['name'],
      files: [['dump', `${server.root}/dump?format=gzip`]],
      errors: [],
      warnings: [],
    })
  })
})
