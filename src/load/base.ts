/** The base of a graph: the one @base that all inputs share. */

import { invalidBaseReason } from '../model/context/iri.ts'
import type { Model } from '../model/model.ts'
import type { Source } from '../model/rows/source-row.ts'
import { isObject, parseJson } from '../model/values/json.ts'
import { recordsIn } from './conversion/recognise.ts'
import { isList } from './json/json-files.ts'
import { isInputError } from './text/input-error.ts'
import type { Input } from './input/recognise-files.ts'
import { entriesOf } from './input/tar.ts'
import { entriesOfZip } from './input/zip.ts'
import { OtherFormatError } from './input/other-formats.ts'
import { baseOf, looksLikeRecord } from './json/json-items.ts'
import { createTemporaryDirectory } from './prepared/staging-directory.ts'
import { textSource } from './sources/text-records.ts'
import { parseHead } from './text/json-positions.ts'
import { peek, splitLines } from './text/lines.ts'
import { textOfStream } from './text/utf8.ts'
import { describeFormat, formatOfJson, formatOfText, type SourceFormat } from './text/source-formats.ts'

/** Bytes of a file that are looked at. */
const HEAD_BYTES = 65_536

/** Files that are named. */
const MOST_NAMED = 5

/** Sentences that name the inputs of other sources, and those in formats that are not read, by their first bytes. */
async function nameFormats(inputs: readonly Input[], sources: readonly Source[]): Promise<string[]> {
  const sentences: string[] = []
  for (const input of inputs) {
    if (sentences.length === MOST_NAMED) break
    const format = await formatOfInput(input, sources).catch((error: unknown) =>
      error instanceof OtherFormatError ? error.format : undefined,
    )
    if (!format) continue
    if ('label' in format) sentences.push(`${input.name} is ${format.label}, which states no base`)
    else if (format.passedOver === undefined) sentences.push(`${input.name} ${describeFormat(format)}`)
  }
  return sentences
}

async function formatOfInput(
  input: Input,
  sources: readonly Source[],
): Promise<SourceFormat | Source | undefined> {
  if (!['json', 'jsonl', 'text'].includes(input.format)) return undefined
  const stream = await input.open()
  const head = (await peek(stream, HEAD_BYTES)).head.toString('utf8')
  stream.destroy()
  if (input.format === 'text') return textSource(sources, input.name, head)?.source ?? formatOfText(head)
  // What is cut off is read as far as it goes.
  const value: unknown = parseHead(input.format === 'jsonl' ? (head.split('\n', 1)[0] as string) : head)
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isObject(first) || looksLikeRecord(first)) return formatOfText(head)
  return recordsIn(sources, first)?.[0]?.source ?? formatOfJson(first)
}

/** What a user may type, to begin with. */
const EXAMPLE = '--base https://example.org/graph/'

/**
 * The base of a graph: the one that is given, else the one that all inputs share, else `otherwise`.
 * @throws Error if it cannot be a base; if there is none or more than one, the message lists the bases seen
 */
export async function baseFor(
  inputs: readonly Input[],
  given: string | undefined,
  model: Model,
  otherwise?: string,
): Promise<string> {
  const base = given ?? (await decideBase(inputs, model, otherwise))
  const fault = invalidBaseReason(base)
  if (fault) throw new Error(`the base ${base} cannot be used: ${fault}`)
  return base
}

async function decideBase(
  inputs: readonly Input[],
  { sources }: Model,
  otherwise: string | undefined,
): Promise<string> {
  const bases = new Set<string>()
  const faults: string[] = []
  async function scan(input: Input): Promise<void> {
    try {
      if (input.format === 'tar') for await (const entry of entriesOf(input)) await scan(entry)
      else if (input.format === 'zip') await scanZip(input)
      else for (const base of await basesOf(input, sources)) bases.add(base)
    } catch (error) {
      // It is reported again when the input is read.
      if (!isInputError(error)) throw error
      if (!(error instanceof OtherFormatError)) faults.push(`${input.name} ${error.message}`)
    }
  }
  async function scanZip(input: Input): Promise<void> {
    const directory = createTemporaryDirectory()
    try {
      for await (const entry of entriesOfZip(input, directory.folder)) await scan(entry)
    } finally {
      directory.close()
    }
  }
  for (const input of inputs) await scan(input)
  const [only] = bases
  if (bases.size === 1 && only !== undefined) return only
  if (bases.size === 0 && otherwise !== undefined) return otherwise
  const statedBases =
    bases.size === 0
      ? 'the inputs state no @base'
      : `the inputs state several: ${[...bases].sort().join(' ')}`
  const unread = faults.length === 0 ? '' : ` (not all could be read: ${faults[0]})`
  const formats = await nameFormats(inputs, sources)
  const needs = `the graph needs one base IRI, and ${statedBases}${unread}; give it with --base IRI, such as ${EXAMPLE}`
  throw new Error([needs, ...formats].join('\n'))
}

/** The bases that an input states; reading stops where more would say no more. */
async function basesOf(input: Input, sources: readonly Source[]): Promise<readonly string[]> {
  if (input.base !== undefined) return [input.base]
  if (input.format !== 'json' && input.format !== 'jsonl') return []
  const stream = await input.open()
  try {
    if (input.format === 'jsonl') return await basesOfLines(stream)
    const { head, all } = await peek(stream, HEAD_BYTES)
    const start = head.toString('utf8')
    const first = parseHead(start)
    if (head.length >= HEAD_BYTES && hasWholeContext(first)) return basesIn([first])
    return isList(start, sources) ? [] : basesIn(valuesOf(await textOfStream(all)))
  } finally {
    stream.destroy()
  }
}

/** Those of the first lines, of which there are more than the bytes of a head, or of the first one alone. */
async function basesOfLines(stream: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const bases: string[] = []
  let length = 0
  for await (const lines of splitLines(stream)) {
    for (const line of lines) bases.push(...basesIn(valuesOf(Buffer.from(line).toString('utf8'))))
    length += lines.reduce((sum, line) => sum + line.length, 0)
    if (length >= HEAD_BYTES) break
  }
  return bases
}

/** Of a document that is cut off, the last member may be cut off too. */
const hasWholeContext = (document: unknown): boolean =>
  isObject(document) && '@context' in document && Object.keys(document).at(-1) !== '@context'

/** The JSON values of a text: the whole, or else its lines and what stands before it breaks off. */
function valuesOf(text: string): unknown[] {
  const whole = parseJson(text)
  return whole === undefined ? [...text.split('\n').map(parseJson), parseHead(text)] : [whole]
}

/** Lists in lists that are looked into. */
const MAX_DEPTH = 500

const basesIn = (values: readonly unknown[]): string[] =>
  values.flat(MAX_DEPTH).flatMap((value) => baseOf(value) ?? [])
