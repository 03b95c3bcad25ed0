/** The extensions that skeg brings along, in the order in which answers list their contexts. */

import { core } from './core/index.ts'
import { srv } from './srv/index.ts'

export const extensions = [core, srv]
