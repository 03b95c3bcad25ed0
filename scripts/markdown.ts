/** Pieces of Markdown: inline code, tables, and JSON that is broken only where a line would be too long. */

export const code = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``)

const cell = (text: string): string => text.replaceAll('\n', ' ').replace(/(?<!\\)\|/g, '\\|')

/** A table; a column that is empty in every row is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((_, i) => i).filter((i) => rows.some((row) => row[i]))
  const line = (cells: readonly string[]): string =>
    `| ${columns.map((i) => cell(cells[i] ?? '')).join(' | ')} |`
  return [line(head), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** JSON on one line, with blanks as people write it. */
function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${flatJson(item)}`)
    .join(', ')}}`
}

/** JSON in lines of at most `width` characters, where values allow. */
export function prettyJson(value: unknown, width = 100, indent = ''): string {
  const flat = flatJson(value)
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= width) return flat
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = Array.isArray(value)
    ? value.map((item) => prettyJson(item, width, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${prettyJson(item, width, inner)}`)
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`
}
