/**
 * Lets mocha run TypeScript: the files of test/ through tsx, those of src/ as `npm run build` has compiled
 * them. Threads and processes that compiled code starts need neither.
 */
import { register as registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && !process.argv[1]?.includes('/dist/')) {
  const { register } = await import('tsx/esm/api')
  register()
  registerHooks('./compiled-sources.mjs', import.meta.url)
}
