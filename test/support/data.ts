/** Tables of cases, and records, that stand as JSON beside their tests. */

import { readFileSync } from 'node:fs'

/** @param name below test/ */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as T
