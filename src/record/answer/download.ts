/** Whole lists as files: records that come in batches are written as they come. */

import type { FormOf } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { RecordAnswer } from './record-answer.ts'
import { writeBibtex } from '../citation/bibtex.ts'
import { toCsl, type CslItem } from '../citation/csl.ts'
import { csvHeader, csvLines } from '../citation/csv.ts'
import { writeReferences } from '../citation/references.ts'
import { selectFields, type FieldSelection } from '../json/select-fields.ts'
import { writeRis } from '../citation/ris.ts'

export type DownloadFormat = FormOf<'download' | 'citation'>

type Batches = AsyncIterable<readonly RecordAnswer[]>
/** @param selection the fields that are written, where a format can hold some alone; absent: all */
type Write = (
  batches: Batches,
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
) => AsyncGenerator<string | Buffer>

const jsonOf = (answers: readonly RecordAnswer[]): readonly Json[] => answers.map(({ json }) => json)

/** The citations of all batches, each with a key of its own. */
async function* citations(
  batches: Batches,
  type: EntityType,
  model: Model,
): AsyncGenerator<readonly CslItem[]> {
  const usedKeys = new Map<string, number>()
  for await (const answers of batches) yield toCsl(jsonOf(answers), type, model, usedKeys)
}

/** A writer of entries with an empty line between them. */
const entries = (write: (items: readonly CslItem[]) => string, separator: string): Write =>
  async function* entries(batches, type, model) {
    let isFirst = true
    for await (const items of citations(batches, type, model)) {
      yield (isFirst ? '' : separator) + write(items)
      isFirst = false
    }
  }

const writers: Readonly<Record<DownloadFormat, Write>> = {
  async *csv(batches, type, model, selection) {
    yield csvHeader(type, model, selection)
    for await (const answers of batches) yield csvLines(jsonOf(answers), type, model, selection)
  },
  async *jsonl(batches, _type, _model, selection) {
    for await (const answers of batches)
      yield answers
        .map(({ text, json }) =>
          selection ? `${JSON.stringify(selectFields(json, selection))}\n` : `${text.toString()}\n`,
        )
        .join('')
  },
  async *parquet(batches, type, model, selection) {
    async function* records(): AsyncGenerator<readonly Json[]> {
      for await (const answers of batches) yield jsonOf(answers)
    }
    const { writeParquet } = await import('../citation/parquet.ts')
    yield* writeParquet(records(), type, model, selection)
  },
  async *csl(batches, type, model) {
    let before = '['
    for await (const items of citations(batches, type, model)) {
      yield items.map((item, i) => `${i === 0 ? before : ',\n'}${JSON.stringify(item)}`).join('')
      before = ',\n'
    }
    yield before === '[' ? '[]\n' : ']\n'
  },
  bibtex: entries(writeBibtex, '\n'),
  ris: entries(writeRis, '\r\n'),
  apa: entries(writeReferences, ''),
}

/** A file, piece by piece. No batch may be empty. @param selection the fields that are written; absent: all */
export const writeDownload = (
  format: DownloadFormat,
  batches: Batches,
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
): AsyncGenerator<string | Buffer> => writers[format](batches, type, model, selection)
