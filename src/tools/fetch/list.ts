/** Lists of DOIs, ORCIDs and RORs as people keep them: one or several a line, in any spelling. */

import { doiOf, orcidOf, rorOf } from '../../model/conversion/ids.ts'

export interface ListedId {
  readonly kind: 'doi' | 'orcid' | 'ror'
  /** In the one form that its kind has here. */
  readonly value: string
}

/** What is not part of an identifier, in prose, Markdown and BibTeX. */
const AROUND = /^[<({["'«]+|[>)}\]"'»,.;:]+$/g

function idIn(text: string): ListedId | undefined {
  const doi = doiOf(text)
  if (doi !== undefined) return { kind: 'doi', value: doi }
  const orcid = orcidOf(text)
  if (orcid !== undefined) return { kind: 'orcid', value: orcid }
  const ror = rorOf(text)
  return ror === undefined ? undefined : { kind: 'ror', value: ror }
}

const idsOfLine = (line: string): ListedId[] => {
  const whole = idIn(line.replace(/[.,;:]+$/, ''))
  if (whole) return [whole]
  return line.split(/[\s,;|]+/).flatMap((word) => idIn(word.replace(AROUND, '')) ?? [])
}

/** The identifiers of a list, each once; lines that begin with # are none. @param onFault takes a line without any */
export function readList(text: string, onFault: (line: number, text: string) => void): ListedId[] {
  const found = new Map<string, ListedId>()
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const ids = idsOfLine(line)
    if (ids.length === 0) onFault(i + 1, line)
    for (const id of ids) found.set(`${id.kind} ${id.value}`, id)
  }
  return [...found.values()]
}
