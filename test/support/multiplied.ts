/**
 * The snapshot multiplied: its products again and again, until there are as many as in the largest graph that
 * is measured.
 */

// What a copy has of its own: an id and identifiers that end in its number; of its words about every fourth
// is the one that
// another paper has at that place, so that words are as frequent as before and texts are not the same; of its
// contributors
// about every second is one of another paper. Persons, organisations, venues and topics stay those of the
// snapshot.

import type { Json } from './generated-records.ts'
import { openRecords, records, type Source } from './generated.ts'
import { createRandom, type Random } from './random.ts'

const PRODUCTS = 95_000
const WORDS = 1 / 4
const CONTRIBUTORS = 1 / 2

type Texts = Readonly<Record<string, readonly string[]>>

/** Texts by language, with words of the first text of another paper. */
function mixed(random: Random, texts: Texts | undefined, others: Texts | undefined): Texts | undefined {
  const words = Object.values(others ?? {})[0]?.[0]?.split(' ') ?? []
  const mix = (text: string): string =>
    text
      .split(' ')
      .map((word, i) => (random.chance(WORDS) ? (words[i] ?? word) : word))
      .join(' ')
  return (
    texts && Object.fromEntries(Object.entries(texts).map(([language, list]) => [language, list.map(mix)]))
  )
}

const identified = (identifiers: Json[] | undefined, number: number): Json[] | undefined =>
  identifiers?.map(({ scheme, value }) => ({ scheme, value: `${value}.copy${number}` }))

function copyOf(random: Random, product: Json, other: Json, number: number): Json {
  return {
    ...product,
    local_identifier: `${product.local_identifier}-copy${number}`,
    identifiers: identified(product.identifiers, number),
    titles: mixed(random, product.titles, other.titles),
    abstracts: mixed(random, product.abstracts, other.abstracts),
    contributions: product.contributions?.map((contribution: Json, i: number) =>
      random.chance(CONTRIBUTORS)
        ? { ...contribution, by: other.contributions?.[i]?.by ?? contribution.by }
        : contribution,
    ),
    manifestations: product.manifestations?.map((one: Json) => ({
      ...one,
      identifiers: identified(one.identifiers, number),
    })),
  }
}

/** Writes the multiplied set as JSON Lines to a folder. @returns where, and its base */
export async function writeMultiplied(from: Source, folder: string): Promise<Source> {
  const random = createRandom(1)
  const { path, write, close } = openRecords(folder)
  const products: Json[] = []
  for await (const record of records(from.path)) {
    if (record.entity_type === 'product') products.push(record)
    await write(record)
  }
  for (let n = products.length; n < PRODUCTS; n++) {
    await write(
      copyOf(
        random,
        products[n % products.length] as Json,
        random.pick(products),
        Math.floor(n / products.length),
      ),
    )
  }
  await close()
  return { path, base: from.base }
}
