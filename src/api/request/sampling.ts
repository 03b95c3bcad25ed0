/** The parameters `skeg_sample` and `skeg_seed`: which random sample of a list is requested. */

import { randomInt } from 'node:crypto'
import type { Sample } from '../../search-index/query/sample.ts'
import { SAMPLE, SEED } from '../../config/parameters.ts'
import { numberValue, type Query } from './query-parameters.ts'

/** Seeds that are chosen here are short. */
const CHOSEN_SEEDS = 1_000_000

export interface RequestedSample extends Sample {
  /** The request has no seed: the next one gets another sample. */
  readonly isSeedChosen: boolean
}

/**
 * The sample of a request; a seed without a size is of no account.
 * @throws Problem invalid-parameter for a size or a seed that it cannot be
 */
export function readSample(query: Query): RequestedSample | undefined {
  const [size, seed] = [numberValue(query, SAMPLE), numberValue(query, SEED)]
  return size === undefined
    ? undefined
    : { size, seed: seed ?? randomInt(CHOSEN_SEEDS), isSeedChosen: seed === undefined }
}

/** The sample as it stands in a URL. */
export const printSample = ({ size, seed }: Sample): string => `${SAMPLE}=${size}&${SEED}=${seed}`
