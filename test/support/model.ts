/** The model that the tests use: the one that skeg serves. */

import { extensions } from '../../src/extensions/index.ts'
import { buildModel } from '../../src/model/model.ts'

export const model = buildModel(extensions)
