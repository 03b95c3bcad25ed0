/** docs/stores.md says what is true of the settings and engines. */

import { expect } from 'chai'
import { graphFiles } from '../../src/load/prepared/manifest.ts'
import { engines } from '../../src/store/client/engines.ts'
import { pageOf } from '../support/markdown.ts'

const { text } = pageOf('docs/stores.md')

describe('docs/stores.md', () => {
  for (const { name, union } of engines)
    it(`says how ${name} is loaded, and what its switch is`, () => {
      const row =
        new RegExp(`^\\| ${name.replace('Fuseki', '(?:Jena )?Fuseki')}.* \\|$`, 'm').exec(text)?.[0] ?? ''
      expect(row).to.include('http://localhost:').and.include('quads-')
      if (union === undefined) expect(row).to.include('is the union of all')
      else
        expect(row).to.include(name === 'Oxigraph' ? '--union-default-graph' : 'tdb2:unionDefaultGraph=true')
    })

  it('names the files of a prepared graph, and where the credentials are given', () => {
    for (const file of ['quads', 'dataset'] as const) expect(text).to.include(`${file}-…${graphFiles[file]}`)
    expect(text).to.include('SKEG_STORE_CREDENTIALS')
  })
})
