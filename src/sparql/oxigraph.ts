/** Oxigraph in the server, read when it is first needed: it takes as long as a tenth of a start. */

import { createRequire } from 'node:module'
import type * as Oxigraph from 'oxigraph'

const require = createRequire(import.meta.url)
let read: typeof Oxigraph | undefined

export const oxigraph = (): typeof Oxigraph => (read ??= require('oxigraph') as typeof Oxigraph)
