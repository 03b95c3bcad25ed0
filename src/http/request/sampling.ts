/** Which random sample of a list is requested. */

import { randomInt } from 'node:crypto'
import { Problem } from '../../errors.ts'
import type { Sample } from '../../store/search/sample.ts'
import { MAX_SAMPLE, SAMPLE, SEED, SEED_DIGITS } from '../../parameters.ts'
import { singleValue, type Query } from './query-parameters.ts'

/** Seeds that are chosen here are short. */
const CHOSEN_SEEDS = 1_000_000

const WHOLE_NUMBER = new RegExp(String.raw`^(?:0|[1-9]\d{0,${SEED_DIGITS - 1}})$`)

export interface SampleRequest extends Sample {
  /** The request has no seed: the next one gets another sample. */
  readonly isSeedChosen: boolean
}

/** @throws Problem invalid-parameter for a size or a seed that it cannot be, and for a seed without a size */
export function readSample(query: Query): SampleRequest | undefined {
  const [text, seedText] = [singleValue(query, SAMPLE), singleValue(query, SEED)]
  if (seedText !== undefined && !WHOLE_NUMBER.test(seedText))
    throw new Problem(
      'invalid-parameter',
      `${SEED} must be a whole number of at most 15 digits, without zeros in front.`,
    )
  if (text === undefined) {
    if (seedText === undefined) return undefined
    throw new Problem('invalid-parameter', `${SEED} is given without ${SAMPLE}.`)
  }
  const size = WHOLE_NUMBER.test(text) ? Number(text) : 0
  if (size < 1 || size > MAX_SAMPLE)
    throw new Problem(
      'invalid-parameter',
      `${SAMPLE} must be a whole number from 1 to ${MAX_SAMPLE}, in plain digits.`,
    )
  return {
    size,
    seed: seedText === undefined ? randomInt(CHOSEN_SEEDS) : Number(seedText),
    isSeedChosen: seedText === undefined,
  }
}

/** The sample as it stands in a URL. */
export const printSample = ({ size, seed }: Sample): string => `${SAMPLE}=${size}&${SEED}=${seed}`
