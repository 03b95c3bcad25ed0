/**
 * One prepared graph by skeg: PATH BASE OUT. Prints milliseconds, the largest memory of the process and quads
 * as JSON.
 */

import { extensions } from '../../dist/extensions/index.js'
import { prepareGraph } from '../../dist/load/prepare.js'
import { buildModel } from '../../dist/model/model.js'

const [path, base, out] = process.argv.slice(2)
const start = performance.now()
const { manifest } = await prepareGraph([path], { model: buildModel(extensions), base, out })
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    megabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
    quads: manifest.quads,
  }),
)
