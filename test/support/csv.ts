/** CSV as the tests read it. */

import { expect } from 'chai'

/** Takes CSV apart by RFC 4180, character by character. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at++
        cell += text[at]
      }
      at++
    } else {
      for (; text[at] !== ',' && text[at] !== '\r'; at++) cell += text[at]
    }
    row.push(cell)
    if (text[at] === ',') {
      at++
      continue
    }
    expect(text.slice(at, at + 2)).to.equal('\r\n')
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}
