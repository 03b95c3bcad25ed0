/** The time that threads have had of a processor: on a busy machine, work that gets none does not go on either. */

import { readFileSync, readlinkSync } from 'node:fs'

/** Fields of /proc/PID/stat behind the name of the program, in ticks of the clock: proc_pid_stat(5). */
const USER = 11
const SYSTEM = 12
const TICK_MS = 10

/** By which the system knows the thread that asks; undefined where it does not tell. */
export function ownSystemId(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)
  } catch {
    return undefined
  }
}

/** Milliseconds that a thread has had; where the system does not tell, those of the process: it had no more. */
export function processorMs(systemId: string | undefined): number {
  if (systemId === undefined) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const stat = readFileSync(`/proc/self/task/${systemId}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS
}
