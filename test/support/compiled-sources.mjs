/** Module hooks: whoever imports src/x.ts gets dist/x.js, unless that is older than its source. */
import { statSync } from 'node:fs'

const SOURCES = new URL('../../src/', import.meta.url).href
const COMPILED = new URL('../../dist/', import.meta.url).href

const modified = (url) => statSync(new URL(url), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The URL of a compiled source. @throws Error if it is older than the source */
export function requireCompiled(source) {
  const compiled = COMPILED + source.slice(SOURCES.length, -'.ts'.length) + '.js'
  if (modified(compiled) < modified(source))
    throw new Error(`${compiled} is missing or older than its source: npm run build`)
  return compiled
}

export async function resolve(specifier, context, nextResolve) {
  const found = await nextResolve(specifier, context)
  const [source] = found.url.split('?')
  if (!source.startsWith(SOURCES) || !source.endsWith('.ts')) return found
  return { url: requireCompiled(source), format: 'module', shortCircuit: true }
}
