/** The thread that collects what the index says of chunks and records, while the main thread makes them. */

import { workerData } from 'node:worker_threads'
import type { ContentPlan } from '../../search-index/content/plan.ts'
import { serveRpc } from './worker-rpc.ts'
import { createChunkOperations } from './pack-chunk.ts'

serveRpc(createChunkOperations(workerData as ContentPlan))
