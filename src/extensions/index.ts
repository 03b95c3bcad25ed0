/** The extensions that skeg brings along, in the order in which answers list their contexts. */

import { sources } from '../sources/sources.ts'
import { core } from './core/index.ts'
import { srv } from './srv/index.ts'

/** The core reads the records of all sources. */
export const extensions = [{ ...core, sources }, srv]
