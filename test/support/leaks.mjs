/** A test file that leaves a server, a process, a thread, a socket or a timer behind fails. */
import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that what was closed may take to be gone. */
const GRACE_MS = 30_000

/** How many of each kind keep the process alive. */
function activeResources() {
  const counts = new Map()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

let before = new Map()

/** What lets go of the connections to servers that other files use, too. */
export const beforeLeaksAreCounted = []

/** What the tests of a file have written to, and need no longer when they have ended. */
export const folders = []

function leaks() {
  return [...activeResources()].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0)
    return more > 0 ? [`${more} ${kind}`] : []
  })
}

/** A response of fetch whose body nobody read holds its socket until it is collected. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** The file, or the files, that were run. */
const fileOf = (root) =>
  [
    ...new Set([...(root?.suites ?? []), ...(root?.tests ?? [])].map(({ file }) => relative('', file ?? ''))),
  ].join(', ')

export const mochaHooks = {
  async beforeAll() {
    // With the timer that mocha sets for a hook.
    await nextTurn()
    before = activeResources()
  },
  async afterAll() {
    this.timeout(2 * GRACE_MS)
    for (const close of beforeLeaksAreCounted) close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
    const end = Date.now() + GRACE_MS
    if (leaks().length > 0) collectGarbage()
    while (leaks().length > 0 && Date.now() < end) {
      await wait(20)
      // The timer itself is gone then.
      await nextTurn()
    }
    const remaining = leaks()
    if (remaining.length > 0)
      throw new Error(
        `${fileOf(this.test?.parent)} leaves behind: ${remaining.join(', ')}; close what it opens`,
      )
  },
}
