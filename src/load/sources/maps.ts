/** Maps of tables (--map): files that say what columns are, for the sources that take them. */

import { readFileSync } from 'node:fs'
import type { Model } from '../../model/model.ts'
import type { Source } from '../../model/rows/source-row.ts'

/** The model whose sources read tables as maps say. @throws Error that names the file */
export function withMaps(model: Model, files: readonly string[]): Model {
  if (files.length === 0) return model
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const sources = model.sources.map((source): Source => {
    const { text } = source
    if (!text?.withMaps) return source
    for (const [i, one] of texts.entries())
      try {
        text.withMaps([one])
      } catch (error) {
        throw new Error(`${files[i]}: ${(error as Error).message}`, { cause: error })
      }
    return { ...source, text: text.withMaps(texts) }
  })
  return { ...model, sources }
}
