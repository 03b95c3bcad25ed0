/**
 * How much a run of the tests does. `npm test` runs a tenth of the random cases and leaves out what needs the
 * snapshot; `npm run test:long` sets TEST_EFFORT=full.
 */
export const isFullEffort = process.env.TEST_EFFORT === 'full'

const SHARE = isFullEffort ? 1 : 1 / 10

/** How many random cases to run, out of those that a full run has. */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * SHARE))

/** A test of full runs alone: every run has another one that shows the same by less. */
export function itInFull(title: string, test: Mocha.AsyncFunc): void {
  if (isFullEffort) it(title, test)
}
