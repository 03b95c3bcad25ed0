/** Lets worker threads of the tests run TypeScript too: tsx registers itself in the main thread only. */
import { isMainThread } from 'node:worker_threads'
import { register } from 'tsx/esm/api'
if (!isMainThread) register()
else await import('tsx')
