/** The thread that packs chunks of N-Quads, so that reading and packing each have a core. */

import { workerData } from 'node:worker_threads'
import type { ContentPlan } from '../../dataset/content/plan.ts'
import { answerCalls } from './calls.ts'
import { createChunkOperations } from './pack-chunk.ts'

answerCalls(createChunkOperations(workerData as ContentPlan))
