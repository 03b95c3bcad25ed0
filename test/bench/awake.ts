/** Cores that are kept from sleeping by processes that give way to all others. */

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps all cores awake. @returns what lets them rest */
export function keepAwake(): () => void {
  const turning = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'require("node:os").setPriority(19); for (;;);'], { stdio: 'ignore' }))
  return () => { for (const child of turning) child.kill('SIGKILL') }
}
