/** RA-SKG loaded as a user loads it, from its folder. */

import { fileURLToPath } from 'node:url'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { loadExtensions } from '../../src/load/extensions.ts'
import { buildModel } from '../../src/model/model.ts'

export const FOLDER = fileURLToPath(new URL('ra-skg/', import.meta.url))
export const RECORDS = `${FOLDER}records.json`

const [raSkg] = await loadExtensions([FOLDER], api)

export const model = buildModel([...extensions, raSkg!])
