/** How many rows the results of a SELECT have, as Oxigraph writes them. */

const QUOTE = 34
const BACKSLASH = 92
const NEWLINE = 10
const OPEN = 123
const CLOSE = 125

/** Depth of a binding: below the document and its `results`. */
const BINDING = 3

function ofJson(text: string): number {
  let rows = 0
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === CLOSE) depth--
    else if (code === OPEN && ++depth === BINDING) rows++
  }
  return rows
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return text.length
}

function ofXml(text: string): number {
  let rows = 0
  for (let at = text.indexOf('<result>'); at !== -1; at = text.indexOf('<result>', at + 1)) rows++
  return rows
}

/** Lines but for the header; those within quotes are none. */
function ofLines(text: string, quotes: boolean): number {
  let lines = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quotes && code === QUOTE) quoted = !quoted
    else if (code === NEWLINE && !quoted) lines++
  }
  return lines - 1
}

/** @param type media type of the text */
export function countRows(text: string, type: string): number {
  if (type.endsWith('json')) return ofJson(text)
  if (type.endsWith('xml')) return ofXml(text)
  return ofLines(text, type === 'text/csv')
}
