/** Damages an index. */

import { expect } from 'chai'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { openTables, seal, type TableName } from '../../src/search-index/tables/tables.ts'

/** Flips a bit of the last value of a table, wherever it stands in the file behind its checksum. */
export async function flipLastValue(name: TableName, path: string): Promise<void> {
  const tables = openTables(path)
  const last = [...tables.table(name).range()].at(-1)!
  const sealed = seal(name, last.key, last.value)
  await tables.close()
  const bytes = readFileSync(path)
  const places: number[] = []
  for (let at = bytes.indexOf(sealed); at !== -1; at = bytes.indexOf(sealed, at)) {
    at += sealed.length >> 1
    places.push(at)
  }
  expect(places, name).not.to.deep.equal([])
  // In place: whoever has the file open sees it.
  const file = openSync(path, 'r+')
  for (const place of places) writeSync(file, Buffer.of(bytes[place]! ^ 4), 0, 1, place)
  closeSync(file)
}
