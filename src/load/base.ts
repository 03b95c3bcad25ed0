/** The base of a graph: the one @base that all inputs share. */

import { baseFault } from '../model/iri.ts'
import type { Input } from './inputs.ts'
import { basesOf as basesIn, isLines } from './json.ts'
import { nameFormats } from './name-formats.ts'

/** Bytes of a JSON Lines file that are looked at for a @base; at least its first line. */
const HEAD = 65_536

const NEWLINE = 10

/**
 * The base of a graph: the one that is given, else the one that all inputs share.
 * @throws Error if it cannot be a base; if there is none or more than one, the message lists the bases seen
 */
export async function baseFor(inputs: readonly Input[], given: string | undefined): Promise<string> {
  const base = given ?? (await decideBase(inputs))
  const fault = baseFault(base)
  if (fault) throw new Error(`the base ${base} cannot be used: ${fault}`)
  return base
}

async function decideBase(inputs: readonly Input[]): Promise<string> {
  const seen = new Set<string>()
  for (const input of inputs) for (const base of await basesOf(input).catch(() => [])) seen.add(base)
  const [only] = seen
  if (seen.size === 1 && only !== undefined) return only
  const said =
    seen.size === 0 ? 'the inputs state no @base' : `the inputs state several: ${[...seen].sort().join(' ')}`
  const formats = await nameFormats(inputs)
  throw new Error(
    [`the graph needs one base IRI, and ${said}; give it with --base IRI`, ...formats].join('\n'),
  )
}

async function basesOf(input: Input): Promise<string[]> {
  if (input.base !== undefined) return [input.base]
  if (input.format !== 'json' && input.format !== 'jsonl') return []
  const chunks: Buffer[] = []
  let length = 0
  let whole = false
  const stream = await input.open()
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    whole ||= (chunk as Buffer).includes(NEWLINE)
    if (input.format === 'jsonl' && length > HEAD && whole) {
      stream.destroy()
      break
    }
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  const documents = input.format === 'json' && !isLines(text) ? [text] : text.split('\n')
  return documents.flatMap((document) => {
    try {
      return basesIn(JSON.parse(document))
    } catch {
      return []
    }
  })
}
