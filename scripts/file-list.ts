/** The files of src with the first lines of each, folder by folder, for docs/files.md. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, basename } from 'node:path'

const root = new URL('../src/', import.meta.url)

/** What a file is for: the first paragraph of the comment with which it begins. */
function purposeOf(text: string): string {
  const [comment = ''] = /^\/\*[^]*?\*\/|^(?:\/\/.*\n)+/.exec(text.replace(/^#!.*\n/, '')) ?? []
  const lines = comment.replace(/^\s*(?:\/\*+|\/\/|\*(?!\/)) ?| *\*\/$/gm, '').trim()
  return (lines.split(/\n\s*\n/)[0] as string).replace(/\s*\n\s*/g, ' ')
}

/** Names of the files of src that have a comment, below it. */
const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|js|css)$/.test(name) && !name.endsWith('.d.ts'))
  .sort()

/** What files are for, by their names. */
export const purposes: ReadonlyMap<string, string> = new Map(
  names.map((name) => [name, purposeOf(readFileSync(new URL(name, root), 'utf8'))]),
)

/** A generated section for each folder: `files of FOLDER`. */
export function fileSections(): Record<string, string> {
  const sections: Record<string, string> = {}
  for (const [name, purpose] of purposes) {
    const section = `files of ${dirname(name).replace(/^\.$/, 'src')}`
    const line = `- [\`${basename(name)}\`](../src/${name}): ${purpose}`
    sections[section] = section in sections ? `${sections[section]}\n${line}` : line
  }
  return sections
}
