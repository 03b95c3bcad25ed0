/**
 * One prepared graph by skeg: PATH BASE OUT. Prints milliseconds, seconds of the processor, the largest memory of
 * the process and quads as JSON.
 */

import { extensions } from '../../dist/extensions/index.js'
import { prepareGraph } from '../../dist/load/prepare.js'
import { buildModel } from '../../dist/model/model.js'

const [path, base, out] = process.argv.slice(2)
const start = performance.now()
const { manifest } = await prepareGraph([path], { model: buildModel(extensions), base, out })
const { user, system } = process.cpuUsage()
console.log(
  JSON.stringify({
    ms: performance.now() - start,
    cpuSeconds: (user + system) / 1e6,
    megabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
    quads: manifest.quads,
  }),
)
