/** One prepared graph by skeg: PATH BASE OUT. Prints time, memory and quads as JSON. */

import { extensions } from '../../dist/extensions/index.js'
import { prepareGraph } from '../../dist/load/prepare.js'
import { buildModel } from '../../dist/model/model.js'
import { printRun } from './print-run.mjs'

const [path, base, out] = process.argv.slice(2)
const start = performance.now()
const { manifest } = await prepareGraph([path], { model: buildModel(extensions), base, out })
printRun(start, manifest.quads)
