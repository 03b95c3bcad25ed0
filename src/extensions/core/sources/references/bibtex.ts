/** BibTeX and BibLaTeX → items of CSL, entry by entry, so that what is wrong with one spoils no other. */

// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./citation-js.d.ts" />

import type { Json } from '../../../../model/values/json.ts'
import type { TextRecord } from '../../../../model/rows/source-row.ts'

type Parse = (text: string) => readonly Json[]

/** The parser of citation-js, an optional dependency, which comes when the first BibTeX is read. */
let parser: Promise<Parse> | undefined
async function loadParser(): Promise<Parse> {
  try {
    const { plugins } = await import('@citation-js/core')
    await import('@citation-js/plugin-bibtex')
    return (text) => plugins.input.chain(text, { forceType: '@biblatex/text', generateGraph: false })
  } catch {
    throw new RangeError(
      'is BibTeX, for which packages are needed that are not installed: npm install ' +
        '@citation-js/core @citation-js/plugin-bibtex',
    )
  }
}

interface Entry {
  readonly text: string
  readonly line: number
  readonly isCutOff?: true
}

/** Characters that an entry may have. */
const MAX_ENTRY_CHARACTERS = 5_000_000

/** The entries of a text: from `@` at the start of a line, or behind an entry, to the brace that closes them. */
function* entriesIn(text: string): Generator<Entry> {
  const starts = /(?:^|(?<=[})]))[^\S\n]*[,;]?[^\S\n]*@\s*([A-Za-z]+)\s*[{(]/gm
  let [line, counted] = [1, 0]
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    line += text.slice(counted, start.index).split('\n').length - 1
    counted = start.index
    const end = endOf(text, starts.lastIndex - 1)
    if (/^comment$/i.test(start[1] as string)) continue
    if (end === undefined) {
      // What comes after an entry without end may be whole.
      yield { text: text.slice(start.index), line, isCutOff: true }
      continue
    }
    yield { text: text.slice(start.index, end), line }
    starts.lastIndex = end
  }
}

/** The end of what a brace opens; undefined if it has none before the next entry begins a line. */
function endOf(text: string, open: number): number | undefined {
  let depth = 0
  for (let i = open; i < text.length && i - open < MAX_ENTRY_CHARACTERS; i++) {
    const character = text[i]
    if (character === '\\') i++
    else if (character === '{' || (i === open && character === '(')) depth++
    else if (character === '}' && --depth === 0) return i + 1
    else if (character === ')' && depth === 1 && text[open] === '(') return i + 1
    else if (character === '\n' && /^@[A-Za-z]+\s*\{\s*[^\s,={}]+\s*,/.test(text.slice(i + 1, i + 200)))
      return undefined
  }
  return undefined
}

/** What the parser leaves of TeX: dotless letters under accents, and backslashes in what is no TeX for it. */
function repaired(record: Json): Json {
  const text = JSON.stringify(record)
    .replace(/\u0131(?=[\u0300-\u036f])/g, 'i')
    .replace(/\u0237(?=[\u0300-\u036f])/g, 'j')
  const { DOI, URL, ...others } = JSON.parse(text) as Json
  return {
    ...others,
    ...(typeof DOI === 'string' && { DOI: DOI.replace(/\{?\\([_&%#$])\}?/g, '$1') }),
    ...(typeof URL === 'string' && { URL: URL.replace(/%5C(?=[_&#$~])/gi, '') }),
  }
}

/** A field of an entry, as it is written; undefined if there is none, or it holds further braces. */
const fieldOf = (entry: string, name: string): string | undefined =>
  new RegExp(`[,\\s]${name}\\s*=\\s*(?:\\{([^{}]*)\\}|"([^"{}]*)"|([\\w.]+))`, 'i')
    .exec(entry)
    ?.slice(1)
    .find((value) => value !== undefined)
    ?.trim()

const ARXIV = /^(?:arxiv:)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?)$/i

/** The number of a preprint, which the parser reads of PubMed alone. */
function eprintOf(entry: string): Json {
  const archive = fieldOf(entry, 'archiveprefix') ?? fieldOf(entry, 'eprinttype') ?? 'arxiv'
  const eprint = fieldOf(entry, 'eprint')
  if (eprint === undefined || eprint === '' || /^pubmed$/i.test(archive)) return {}
  const arxiv = /^arxiv$/i.test(archive) ? ARXIV.exec(eprint)?.[1] : undefined
  return arxiv === undefined ? { eprint } : { arxiv }
}

export async function* readBibTex(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  const texts: string[] = []
  for await (const piece of pieces) texts.push(piece)
  const parse = await (parser ??= loadParser())
  const strings: string[] = []
  for (const { text, line, isCutOff } of entriesIn(texts.join(''))) {
    if (isCutOff) yield [{ line, fault: 'is an entry without end; a closing brace is expected' }]
    else if (/^\s*@\s*string/i.test(text)) strings.push(text)
    else if (!/^\s*@\s*preamble/i.test(text)) yield [parsed(text, line)]
  }

  function parsed(text: string, line: number): TextRecord {
    try {
      const [record] = parse([...strings, text].join('\n'))
      return record
        ? { line, record: { ...repaired(record), ...eprintOf(text) } }
        : { line, fault: 'is an entry that says nothing' }
    } catch (error) {
      return { line, fault: `is no entry of BibTeX: ${(error as Error).message.split('\n')[0]}` }
    }
  }
}
