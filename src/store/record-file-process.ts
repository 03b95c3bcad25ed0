/**
 * The process that frames all records, from a file of their graphs, and writes them into one of their own:
 * PATH.
 */

import { setPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { buildModel } from '../model/model.ts'
import { createFramer } from '../record/frame.ts'
import { createDocuments } from './documents.ts'
import { graphsOf } from './graph-file.ts'
import { createIndex, type Mask } from './entity-index.ts'
import { nameOf, type Order, type Told } from './record-file.ts'
import { createTextFile, openTextFile } from './text-file.ts'
import { endWithServer, tellWritten } from './writing.ts'

endWithServer()
// Answers come first: they do not need what is written here. It holds for the thread that frames.
setPriority(10)

/** Records framed at once. */
const TOGETHER = 100

const [path = ''] = process.argv.slice(2)
const masks = new Map<string, Mask>()
let begun: Extract<Order, { kind: 'begin' }> | undefined

async function writeRecords({
  base,
  extensions,
  graphs: { path: source, places, predicates },
}: NonNullable<typeof begun>): Promise<Told> {
  const model = buildModel(extensions)
  const index = createIndex(model, masks)
  const graphs = openTextFile(source, places, () => {})
  const store = { graphs: async (iris: readonly string[]) => graphsOf(graphs, predicates, iris) }
  const documents = createDocuments({ model, index })
  const frame = createFramer(model, base)
  const file = createTextFile(path)
  for (const type of model.types) {
    const iris = index.records(type)
    for (let at = 0; at < iris.length; at += TOGETHER) {
      // The server may have ended; nothing else here lets that be heard.
      await setImmediate()
      for (const document of (await documents(store, iris.slice(at, at + TOGETHER))).documents)
        file.add(nameOf(type, document.iri), JSON.stringify(frame(document, type)))
    }
  }
  return { places: file.finish() }
}

process.on('message', (order: Order) => {
  if (order.kind === 'begin') begun = order
  else if (order.kind === 'entities') for (const [iri, mask] of order.entities) masks.set(iri, mask)
  else if (begun) void writeRecords(begun).then(tellWritten)
})
