/** Which inputs state no @base by their nature, and which are not read: for the message where there is no base. */

import { parse } from 'jsonc-parser'
import type { Source } from '../../model/rows/source-row.ts'
import { isObject } from '../../model/values/json.ts'
import type { Input } from './inputs.ts'
import { looksLikeRecord } from '../json/json-items.ts'
import { recordsIn } from '../../sources/recognise.ts'
import { textSource } from '../sources/text-records.ts'
import { OtherFormatError } from './other-formats.ts'
import { describeFormat, formatOfJson, formatOfText, type SourceFormat } from './source-formats.ts'

/** Characters of a file that are looked at. */
const HEAD_LENGTH = 65_536

/** Files that are named. */
const MOST_NAMED = 5

/** Sentences that name the inputs of other sources, and those in formats that are not read, by their first bytes. */
export async function nameFormats(inputs: readonly Input[], sources: readonly Source[]): Promise<string[]> {
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
  let head = ''
  const stream = await input.open()
  for await (const bytes of stream) {
    head += (bytes as Buffer).toString('utf8')
    if (head.length > HEAD_LENGTH) break
  }
  stream.destroy()
  if (input.format === 'text') return textSource(sources, input.name, head)?.source ?? formatOfText(head)
  // What is cut off is read as far as it goes.
  const value: unknown = parse(input.format === 'jsonl' ? (head.split('\n', 1)[0] as string) : head)
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isObject(first) || looksLikeRecord(first)) return formatOfText(head)
  return recordsIn(sources, first)?.[0]?.source ?? formatOfJson(first)
}
