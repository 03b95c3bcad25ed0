/** Records as Apache Parquet: the columns of the CSV, all of text, in groups of rows that are written as they come. */

import { ByteWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer'
import { software } from '../../about.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import type { FieldSelection } from '../json/select-fields.ts'
import { columnsOf } from './csv.ts'

/** Rows that are kept until they are written: groups have to be large, and memory is bounded. */
const ROWS = 2000

/** The bytes of a file, group by group. @param selection the fields that have columns; absent: all */
export async function* writeParquet(
  batches: AsyncIterable<readonly Json[]>,
  type: EntityType,
  model: Model,
  selection?: FieldSelection,
): AsyncGenerator<Buffer> {
  const columns = columnsOf(type, model, selection)
  const columnsWith = (records: readonly Json[]): ColumnSource[] =>
    columns.map(({ name, cell }) => ({
      name,
      type: 'STRING',
      data: records.map((record) => cell(record) || undefined),
    }))
  const output = new ByteWriter()
  const createdBy = `${software.name} version ${software.version}`
  const schema = schemaFromColumnData({ columnData: columnsWith([]) })
  const parquet = new ParquetWriter({ writer: output, schema, createdBy })
  const take = (): Buffer => {
    const bytes = Buffer.from(output.getBytes())
    output.index = 0
    return bytes
  }
  let rows: Json[] = []
  async function write(): Promise<void> {
    await parquet.write({ columnData: columnsWith(rows), rowGroupSize: rows.length })
    rows = []
  }
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length < ROWS) continue
    await write()
    yield take()
  }
  if (rows.length > 0) await write()
  await parquet.finish()
  yield take()
}
