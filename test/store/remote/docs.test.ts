/** src/store/remote/README.md says what is true of the settings and engines. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { flagOf, settings } from '../../../src/settings.ts'
import { engines } from '../../../src/store/remote/engines.ts'
import { parts } from '../../../src/load/manifest.ts'

const text = readFileSync(new URL('../../../src/store/remote/README.md', import.meta.url), 'utf8')

describe('src/store/remote/README.md', () => {
  for (const { name, union } of engines) {
    it(`says how ${name} is loaded, and what its switch is`, () => {
      const row =
        new RegExp(`^\\| ${name.replace('Fuseki', '(?:Jena )?Fuseki')}.* \\|$`, 'm').exec(text)?.[0] ?? ''
      expect(row).to.include('http://localhost:').and.include('quads-')
      if (union === undefined) expect(row).to.include('is the union of all')
      else
        expect(row).to.include(name === 'Oxigraph' ? '--union-default-graph' : 'tdb2:unionDefaultGraph=true')
    })
  }
  it('names settings and files that there are, each setting of a store among them', () => {
    const flags = Object.keys(settings).map((name) => flagOf(name as keyof typeof settings))
    const named = [...text.matchAll(/(?:skeg|main\.js) serve [^\n]*?(--[a-z-]+)|`(--[a-z-]+)`/g)].map(
      ([, a, b]) => (a ?? b) as string,
    )
    for (const flag of named.filter((one) => one !== '--union-default-graph'))
      expect([...flags, '--store'], flag).to.include(flag)
    expect(text).to.include('SKEG_STORE_CREDENTIALS')
    for (const flag of ['--store-timeout', '--store-connections']) expect(named).to.include(flag)
    for (const file of ['quads', 'dataset'] as const) expect(text).to.include(`${file}-…${parts[file]}`)
    expect(text)
      .to.include(`\`--store-timeout\` seconds (${settings.storeTimeout.default})`)
      .and.include(`\`--store-connections\` (${settings.storeConnections.default})`)
  })
})
