/** The thread that packs chunks of N-Quads, so that reading and packing each have a core. */

import { answerCalls } from './calls.ts'
import { packChunk } from './pack-chunk.ts'

const operations = { packChunk }

export type Operations = typeof operations

answerCalls(operations)
