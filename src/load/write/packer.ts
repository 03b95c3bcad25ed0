/** The thread that packs chunks of N-Quads, so that reading and packing each have a core. */

import { workerData } from 'node:worker_threads'
import type { ContentPlan } from '../../dataset/content/plan.ts'
import { serveRpc } from './worker-rpc.ts'
import { createChunkOperations } from './pack-chunk.ts'

serveRpc(createChunkOperations(workerData as ContentPlan))
