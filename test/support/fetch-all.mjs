/**
 * A client in a process of its own: requests all URLs that it is sent at once, and sends what came of each. It
 * gives way to all others, as it would on a machine of its own.
 */

import { setPriority } from 'node:os'

setPriority(19)
process.once('message', async (urls) => {
  const outcomes = await Promise.all(
    urls.map(async (url) => {
      const start = performance.now()
      const response = await fetch(url)
      await response.arrayBuffer()
      const { status, headers } = response
      return { status, ms: performance.now() - start, retryAfter: headers.get('retry-after') }
    }),
  )
  process.send(outcomes, () => process.disconnect())
})
