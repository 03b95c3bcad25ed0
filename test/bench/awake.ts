/** Cores that are kept from sleeping by processes that give way to all others. */

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Turns for as long as its parent is there. */
const TURN =
  'require("node:os").setPriority(19); for (const parent = process.ppid; process.ppid === parent;);'

/** Keeps all cores awake. @returns what lets them rest */
export function keepAwake(): () => void {
  const turning = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', TURN], { stdio: 'ignore' }),
  )
  return () => {
    for (const child of turning) child.kill('SIGKILL')
  }
}
