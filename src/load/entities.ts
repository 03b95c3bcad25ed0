/** The entities of a prepared graph as lines: what each IRI is, so that opening need not ask the store. */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/row.ts'
import { bitOf, RECORD, type Mask } from '../store/entity-index.ts'

const pack = promisify(gzip)

/** Lines packed at once. */
const LINES = 50_000

/** Mask and IRI a line, the names of the types of the bits in the first; as gzip members. */
export async function* packEntities(
  model: Model,
  entities: Iterable<readonly [iri: string, mask: Mask]>,
): AsyncGenerator<Uint8Array> {
  let lines = [model.types.map(({ name }) => name).join(' ')]
  for (const [iri, mask] of entities) {
    lines.push(`${mask.toString(36)}\t${iri}`)
    if (lines.length < LINES) continue
    yield pack(`${lines.join('\n')}\n`)
    lines = []
  }
  yield pack(`${lines.join('\n')}\n`)
}

/**
 * Reads what packEntities wrote, a member after the other.
 * @throws Error if it names entity types that the model does not have
 */
export async function readEntities(
  model: Model,
  members: AsyncIterable<Uint8Array>,
): Promise<Map<string, Mask>> {
  const masks = new Map<string, Mask>()
  const known = new Map<string, Mask>()
  let bits: Mask[] | undefined
  for await (const member of members) {
    for (const line of Buffer.from(member).toString().split('\n')) {
      if (!bits) {
        bits = bitsOf(model, line.split(' '))
        continue
      }
      const tab = line.indexOf('\t')
      if (tab === -1) continue
      const code = line.slice(0, tab)
      let mask = known.get(code)
      if (mask === undefined) known.set(code, (mask = maskOf(Number.parseInt(code, 36), bits)))
      masks.set(line.slice(tab + 1), mask)
    }
  }
  return masks
}

function bitsOf(model: Model, names: readonly string[]): Mask[] {
  const strange = names.filter((name) => !model.typeNamed(name))
  if (strange.length > 0)
    throw new Error(`it holds entity types that this skeg does not know: ${strange.join(', ')}`)
  return names.map((name) => bitOf(model, model.typeNamed(name) as EntityType))
}

/** The mask in the bits of this model. */
const maskOf = (written: Mask, bits: readonly Mask[]): Mask =>
  bits.reduce((mask, bit, i) => mask | ((written & (1 << i)) !== 0 ? bit : 0), written & RECORD)
