/**
 * No test runs on a build that is older than its sources: processes of the built program are tested too. This is
 * checked before mocha loads the tests, because mocha does not show why a module could not be loaded.
 */
import { readdirSync } from 'node:fs'
import { requireCompiled } from './compiled-sources.mjs'

const sources = new URL('../../src/', import.meta.url)

for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && !name.endsWith('.d.ts')) requireCompiled(new URL(name, sources).href)
