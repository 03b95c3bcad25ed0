/** A record fetched from the store and framed: one after another, and with some under way at once. */

import { openGraph } from '../../src/load/open/open.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { model } from '../support/model.ts'
import { spread, type Figure } from './figure.ts'
import type { BenchSet } from './sets.ts'

const RECORDS = 4_000
const AT_ONCE = 20

export async function reading({ path, base }: BenchSet): Promise<Figure[]> {
  const { graph } = await openGraph([path], { model, base })
  const frame = createFramer(model, base)
  const [type] = model.types
  if (!type) return []
  const total = graph.count(type)
  const iris = Array.from({ length: RECORDS }, (_, i) => graph.list(type, (i * 7919) % total, 1)[0] as string)
  const fetchAndFrame = async (iri: string): Promise<void> => {
    const [document] = await graph.documents([iri])
    if (document) JSON.stringify(frame(document, type))
  }
  const alone: number[] = []
  for (const iri of iris) {
    const start = performance.now()
    await fetchAndFrame(iri)
    alone.push(performance.now() - start)
  }
  const start = performance.now()
  const queue = [...iris]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let iri = queue.pop(); iri !== undefined; iri = queue.pop()) await fetchAndFrame(iri)
    }),
  )
  const together = (performance.now() - start) / RECORDS
  await graph.close()
  return [
    {
      what: `${type.label.toLowerCase()} fetched and framed, one after another `,
      unit: 'ms',
      ...spread(alone),
    },
    { what: `the same, ${AT_ONCE} at once (time by number)`, value: together, unit: 'ms' },
  ]
}
