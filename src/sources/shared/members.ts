/** What becomes of the members of a record from elsewhere: read, lost, or not of the expected shape. */

import { isObject, type Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { words } from '../../model/values/collections.ts'
import { listOf, objectsOf, isEmpty } from '../../model/conversion/json.ts'

/** The objects of a list, or a single one; a text is the name of one. */
export const namedIn = (value: unknown): Json[] =>
  objectsOf(listOf(value).map((one) => (typeof one === 'string' ? { name: one } : one)))

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** Whether a value is a text with the name of one, and not of several. */
const isOneName = (value: unknown): value is string =>
  typeof value === 'string' && !/[;&\n]|\band\b/.test(value)

/** The people of a list, of which some are given by one name. */
export const peopleIn = (value: unknown): Json[] =>
  objectsOf(listOf(value).map((one) => (isOneName(one) ? { family: one } : one)))

/** What a source reads at a path: a text, or else one or a list of what the name says. */
const shapes = {
  text: ['a text', isText],
  texts: ['a text', isText],
  objects: ['an object', isObject],
  contents: ['a text', (one) => isObject(one) || isText(one)],
  named: ['an object or a name', (one) => isObject(one) || typeof one === 'string'],
  person: ['an object or one name', (one) => isObject(one) || isOneName(one)],
} as const satisfies Readonly<Record<string, readonly [expected: string, fits: (one: unknown) => boolean]>>

type Shape = keyof typeof shapes

/** What becomes of the members of a record that are known. */
export interface MemberTable {
  readonly members: ReadonlyMap<string, 'read' | 'lost'>
  readonly shapes: readonly (readonly [path: readonly string[], shape: Shape])[]
}

/**
 * @param read members that are read, or that repeat what others say; `title:text` and `author.name:text` say what is
 * read there
 * @param lost members that are known, and have no place
 */
export function memberTable(read: string, lost: string): MemberTable {
  const known = words(read).map((word) => word.split(':') as [path: string, shape?: Shape])
  return {
    members: new Map([
      ...words(lost).map((name) => [name, 'lost'] as const),
      ...known.map(([path]) => [path, 'read'] as const),
    ]),
    shapes: known.flatMap(([path, shape]) => (shape ? [[path.split('.'), shape] as const] : [])),
  }
}

/** Tells of the members of a record that are not read, of which a source adds some now and then, or not as they are. */
export function dropMembers(record: Json, table: MemberTable, drop: SourceNotes['drop']): void {
  for (const name of Object.keys(record)) {
    const known = table.members.get(name)
    const value = record[name]
    if (known === 'read' || isEmpty(value) || value === 0) continue
    drop(known === 'lost' ? `member ${name}` : `unknown member ${name}`)
  }
  for (const [path, shape] of table.shapes) {
    const [expected, fits] = shapes[shape]
    const holders = path
      .slice(0, -1)
      .reduce((found, key) => found.flatMap((one) => objectsOf(one[key])), [record])
    for (const holder of holders) {
      const value = holder[path.at(-1) as string]
      for (const one of shape !== 'text' && Array.isArray(value) ? value : [value])
        if (one !== undefined && (one !== null || one !== value) && !fits(one))
          drop(`${path.join('.')}, ${kindOf(one)} where ${expected} is expected`, 'wrong-value')
    }
  }
}

/** What a value is, in words. */
function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return isText(value) ? `a ${typeof value === 'string' ? 'text' : 'number'}` : String(value)
}
