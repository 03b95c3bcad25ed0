/** Records as Apache Parquet: the columns of the CSV, all of text, in groups of rows that are written as they come. */

import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { software } from '../../config/about.ts'
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
  const columnData = columns.map(({ name }) => ({
    name,
    type: 'STRING' as const,
    data: [] as (string | undefined)[],
  }))
  const output = new ByteWriter()
  const createdBy = `${software.name} version ${software.version}`
  const schema = schemaFromColumnData({ columnData })
  const parquet = new ParquetWriter({ writer: output, schema, createdBy })
  const take = (): Buffer => {
    const bytes = Buffer.from(output.getBytes())
    output.index = 0
    return bytes
  }
  let rows = 0
  async function write(): Promise<void> {
    await parquet.write({ columnData, rowGroupSize: rows })
    for (const { data } of columnData) data.length = 0
    rows = 0
  }
  for await (const batch of batches) {
    rows += batch.length
    for (const [i, { cell }] of columns.entries())
      columnData[i]!.data.push(...batch.map((record) => cell(record) || undefined))
    if (rows < ROWS) continue
    await write()
    yield take()
  }
  if (rows > 0) await write()
  await parquet.finish()
  yield take()
}
