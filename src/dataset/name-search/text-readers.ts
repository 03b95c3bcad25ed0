/** The longer texts by whose words records are found. */

import type { EntityType } from '../../model/rows/row.ts'
import { foldWords } from '../../model/values/word-query.ts'
import { block, END, within } from '../tables/keys.ts'
import { plainColumn, type Meta } from '../tables/meta.ts'
import type { Table, TableName } from '../tables/tables.ts'
import { TextBlock } from '../tables/text-blocks.ts'
import { wordReader } from '../tables/words.ts'
import type { TextReader } from './match-words.ts'

/** The readers of the texts of a type. */
export function textReaders(
  source: { table(name: TableName): Table },
  { texts }: Meta,
  type: EntityType,
): TextReader[] {
  const tables = { words: source.table('words'), postings: source.table('postings') }
  return texts.flatMap((column, number): TextReader[] => {
    const { plainBlocks, wordBlocks, shift } = column
    if (column.type !== type.name || plainBlocks === undefined) return []
    return [
      {
        words: [
          wordReader(tables, number, wordBlocks),
          wordReader(tables, plainColumn(number, texts.length), plainBlocks),
        ],
        textsAt(position) {
          const packed = source.table('texts').peek(within(number, block(position >>> shift)))
          const bytes = packed && new TextBlock(packed).textsAt(position)
          return bytes ? splitTexts(bytes).map(foldWords) : []
        },
      },
    ]
  })
}

/** @param bytes texts, END behind each */
function splitTexts(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let start = 0, end; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(END, start)
    texts.push(bytes.toString('utf8', start, end))
  }
  return texts
}
