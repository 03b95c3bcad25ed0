/** Random samples of lists, which a seed and the length of the list decide. */

import { createHash } from 'node:crypto'
import type { Positions } from './matches.ts'

/** A random part of a list. */
export interface Sample {
  /** Records in it, at most: a shorter list is its own sample. */
  readonly size: number
  readonly seed: number
}

const WORD = 2 ** 32

/** Numbers from 0 to below 1, the same for each seed: sfc32, begun with a digest of the seed. */
function createRandom(seed: number): () => number {
  const digest = createHash('sha256').update(String(seed)).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  return () => {
    const next = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + next) | 0
    return (next >>> 0) / WORD
  }
}

/**
 * Different whole numbers below a length, each as likely as the others, in ascending order. They are the first
 * of a shuffle, so that a larger sample with the same seed has those of a smaller one.
 */
export function drawSample(length: number, { size, seed }: Sample): Positions {
  const random = createRandom(seed)
  const count = Math.min(size, length)
  /** Places of the shuffle that do not hold their own number. */
  const moved = new Map<number, number>()
  const picked = new Uint32Array(count)
  for (let place = 0; place < count; place++) {
    const other = place + Math.floor(random() * (length - place))
    picked[place] = moved.get(other) ?? other
    moved.set(other, moved.get(place) ?? place)
  }
  return picked.sort()
}

/**
 * The positions of a sample.
 * @param length of the whole list
 * @param matches the positions from which it is drawn; absent: all
 */
export function samplePositions(length: number, matches: Positions | undefined, sample: Sample): Positions {
  const drawn = drawSample(matches?.length ?? length, sample)
  return matches ? drawn.map((place) => matches[place] as number) : drawn
}
