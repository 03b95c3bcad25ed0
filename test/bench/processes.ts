/** The memory of processes, as Linux counts it. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Megabytes that a process has for itself: without files that it maps, which leave memory when others need
 * it. They are not a number where it has ended.
 */
export function anonymousMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return (Number(/^Anonymous:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024) / 1e6
  } catch {
    return Number.NaN
  }
}

/** The ids of the processes that a process has started, and itself. */
export function withChildren(pid: number): readonly number[] {
  const parents = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  // What is found is searched for its own children in turn.
  for (const parent of found) for (const [child = 0, of] of parents) if (of === parent) found.push(child)
  return found
}

/** The megabytes of a process and all that it has started. */
export const treeMb = (pid: number): number =>
  withChildren(pid)
    .map(anonymousMb)
    .filter((megabytes) => !Number.isNaN(megabytes))
    .reduce((sum, megabytes) => sum + megabytes, 0)
