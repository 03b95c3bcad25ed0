/** The text of a BibTeX file → its entries, each with its line; what is malformed is read as far as it goes. */

import type { TextRecord } from '../../model/rows/source-row.ts'

export interface Entry {
  /** The word behind the `@`. */
  readonly type: string
  /** The entry as the parser wants it, from `@` to the brace that closes it. */
  readonly text: string
  readonly line: number
  /** What is wrong with it, where it is read all the same. */
  readonly warning?: string
}

type Fault = Extract<TextRecord, { fault: string }>

/** How an entry begins: `@type{`; as it should be, with a type that is no word, and without its brace. */
const HEAD = /@\s*([A-Za-z]+)\s*([{(])/y
const ODD_HEAD = /@\s*([^\s@{}(),="]+)\s*([{(])(?=\s*[^\s@{}(),="]+\s*,)/y
const HEAD_WITHOUT_BRACE = /@\s*([^\s@{}(),="]+)\s*,(?=\s*[\w-]+\s*=)/y

/** A line that begins another entry. */
const NEXT = /[^\S\n]*@\s*[A-Za-z]+\s*[{(]/y

/** Characters that are shown of what is no entry. */
const SHOWN = 40

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Where an entry ends, and the last comma between its fields. */
interface Extent {
  readonly end: number
  readonly isWhole: boolean
  readonly lastComma?: number
}

/** The extent of an entry. @param from behind what opens it @param close what closes it */
function extentOf(text: string, from: number, close: string): Extent {
  let depth = 1
  let lastComma: number | undefined
  for (let i = from; i < text.length; i++) {
    const character = text[i]
    if (character === '\\') i++
    else if (character === '{') depth++
    else if (depth === 1 && character === close) return { end: i + 1, isWhole: true }
    else if (character === '}' && depth > 1) depth--
    else if (character === ',' && depth === 1) lastComma = i
    else if ((character === '\n' || character === '\r') && matchAt(NEXT, text, i + 1))
      return { end: i + 1, isWhole: false, lastComma }
  }
  return { end: text.length, isWhole: false, lastComma }
}

/** Whether an `@` stands where an entry may begin: at the start of a line, or behind an entry or comment. */
function mayBegin(text: string, at: number, lastEnd: number): boolean {
  let i = at - 1
  while (i >= lastEnd && ' \t,;'.includes(text[i] as string)) i--
  return i < lastEnd || '\r\n\uFEFF})'.includes(text[i] as string)
}

interface Head {
  readonly type: string
  /** What the parser wants to see up to `from`. */
  readonly opening: string
  readonly from: number
  readonly close: '}' | ')'
  readonly warning?: string
}

function headAt(text: string, at: number): Head | undefined {
  const head = matchAt(HEAD, text, at)
  const odd = head ? undefined : matchAt(ODD_HEAD, text, at)
  const found = head ?? odd
  if (found) {
    const [opening, type = '', brace] = found
    return {
      type: head ? type : 'misc',
      opening: head ? opening : `@misc${brace}`,
      from: at + opening.length,
      close: brace === '(' ? ')' : '}',
      ...(odd && { warning: `has the type «${type.slice(0, SHOWN)}», which is no word; it is read as misc` }),
    }
  }
  const [opening, key = ''] = matchAt(HEAD_WITHOUT_BRACE, text, at) ?? []
  if (opening === undefined) return undefined
  return {
    type: 'misc',
    opening: `@misc{${key},`,
    from: at + opening.length,
    close: '}',
    warning: `begins with «@${key.slice(0, SHOWN)},» where @type{key, is expected; it is read as misc`,
  }
}

/** What can be read of an entry: all, or the fields that are whole. */
function entryOf(text: string, head: Head, { end, isWhole, lastComma }: Extent, line: number): Entry | Fault {
  const { type, opening, from, close, warning } = head
  if (isWhole) return { type, text: opening + text.slice(from, end), line, ...(warning && { warning }) }
  const fault = 'is an entry without end; a closing brace is expected'
  if (lastComma === undefined) return { line, fault }
  const faults = [warning, `${fault}; its fields are read as far as they are whole`]
  return {
    type,
    text: opening + text.slice(from, lastComma + 1) + close,
    line,
    warning: faults.filter(Boolean).join('; '),
  }
}

/** The entries of a text, in time linear to its length, and what looks like one and is none. */
export function* entriesIn(text: string): Generator<Entry | Fault> {
  let [line, counted, lastEnd] = [1, 0, 0]
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, lastEnd))) {
    if (!mayBegin(text, at, lastEnd)) continue
    for (let end = text.indexOf('\n', counted); end !== -1 && end < at; end = text.indexOf('\n', counted)) {
      line++
      counted = end + 1
    }
    const head = headAt(text, at)
    if (!head) {
      const found = text.slice(at, at + SHOWN).split('\n', 1)[0]
      yield { line, fault: `is no entry of BibTeX: there is «${found}» where @type{key, is expected` }
    } else if (!/^comment$/i.test(head.type)) {
      const extent = extentOf(text, head.from, head.close)
      lastEnd = extent.end
      yield entryOf(text, head, extent, line)
    }
  }
}
