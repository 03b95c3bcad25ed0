/** Records whose texts, ids and dates hardly anything can hold: real ones, of which some values are replaced. */

import type { Random } from './random.ts'

/** Control characters, half characters, mark-up, blanks, much text, other scripts and what looks like something else. */
const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\u0001\u0008\u000b\u001f',
  '\ufffe\uffff',
  '\ud800',
  'a\udfffb',
  ']]>',
  '<b>&amp;"\'</b>',
  '<!--',
  '\t\r\n',
  '| % # ? é',
  '\u202eright to left',
  '😀 ΩΚΕΑΝΟΣ',
  'x'.repeat(5000),
  '2021-13-45',
  '0000',
  '-1',
  'https://example.org/<>"{}|\\^`',
  '10.1234/a<b>"c',
  'mailto:',
  'none',
]

/** A copy in which some texts are replaced, and some keys of languages. */
export function makeHostile(value: unknown, random: Random, share: number, key = ''): unknown {
  if (typeof value === 'string')
    return key !== 'entity_type' && random.chance(share) ? random.pick(texts) : value
  if (Array.isArray(value)) return value.map((one) => makeHostile(one, random, share, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name === 'en' && random.chance(share) ? random.pick(['x y', 'none', 'i-klingon', 'e\u0001n']) : name,
      makeHostile(one, random, share, name),
    ]),
  )
}
