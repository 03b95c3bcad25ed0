/** BibTeX and BibLaTeX → items of CSL, entry by entry, so that what is wrong with one spoils no other. */

// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./citation-js.d.ts" />

import type { Json } from '../../model/values/json.ts'
import { UnreadableText, type TextRecord } from '../../model/rows/source-row.ts'
import { entriesIn, type Entry } from './bibtex-entries.ts'

interface Abbreviation {
  readonly text: string
  readonly uses: readonly string[]
  /** Characters of what it stands for. */
  readonly length: number
}

interface Abbreviations {
  /** @param text of an `@string` */
  add(text: string): void
  /** The texts that an entry needs. @throws Error if they come to too many characters */
  usedIn(entry: string): string[]
}

const DEFINITION = /^@\s*string\s*[{(]\s*([^\s={}(),#"]+)\s*=/i

/** Words that may be abbreviations: they stand behind `=` or `#`. */
const USE = /[=#]\s*([^\s={}(),#"\d][^\s={}(),#"]*)/g

const usesIn = (text: string): string[] =>
  Array.from(text.matchAll(USE), ([, name = '']) => name.toLowerCase())

/** Characters that the abbreviations of one entry may come to: they may hold each other many times. */
const MAX_CHARACTERS = 100_000

function createAbbreviations(): Abbreviations {
  const known = new Map<string, Abbreviation>()
  const lengthOf = (uses: readonly string[]): number =>
    uses.reduce((sum, name) => sum + (known.get(name)?.length ?? 0), 0)

  function collect(uses: readonly string[], found: Map<string, string>): void {
    for (const name of uses) {
      const one = known.get(name)
      if (!one || found.has(name)) continue
      collect(one.uses, found)
      found.set(name, one.text)
    }
  }

  return {
    add(text) {
      const name = DEFINITION.exec(text)?.[1]?.toLowerCase()
      if (name === undefined) return
      const uses = usesIn(text).filter((used) => used !== name)
      known.set(name, { text, uses, length: text.length + lengthOf(uses) })
    },
    usedIn(entry) {
      const uses = usesIn(entry)
      if (lengthOf(uses) > MAX_CHARACTERS)
        throw new Error(`its abbreviations come to more than ${MAX_CHARACTERS} characters`)
      const found = new Map<string, string>()
      collect(uses, found)
      return [...found.values()]
    },
  }
}

type Parse = (text: string) => readonly Json[]

/** The parser of citation-js, an optional dependency, which comes when the first BibTeX is read. */
let parser: Promise<Parse> | undefined
async function loadParser(): Promise<Parse> {
  try {
    const { plugins } = await import('@citation-js/core')
    await import('@citation-js/plugin-bibtex')
    return (text) => plugins.input.chain(text, { forceType: '@biblatex/text', generateGraph: false })
  } catch {
    throw new UnreadableText(
      'is BibTeX, for which packages are needed that are not installed: npm install ' +
        '@citation-js/core @citation-js/plugin-bibtex',
    )
  }
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
  const abbreviations = createAbbreviations()
  for (const one of entriesIn(texts.join(''))) {
    if ('fault' in one) yield [one]
    else if (/^string$/i.test(one.type)) abbreviations.add(one.text)
    else if (!/^preamble$/i.test(one.type)) yield [parsed(one)]
  }

  function parsed({ text, line, warning }: Entry): TextRecord {
    try {
      const [record] = parse([...abbreviations.usedIn(text), text].join('\n'))
      return record
        ? { line, record: { ...repaired(record), ...eprintOf(text) }, ...(warning && { warning }) }
        : { line, fault: 'is an entry that says nothing' }
    } catch (error) {
      const fault = `is no entry of BibTeX: ${(error as Error).message.split('\n')[0]}`
      return { line, fault: warning === undefined ? fault : `${warning}; ${fault}` }
    }
  }
}
