/** One load by skeg: PATH BASE. Prints milliseconds, memory and quads as JSON. */

import { extensions } from '../../dist/extensions/index.js'
import { openGraph } from '../../dist/load/open.js'
import { buildModel } from '../../dist/model/model.js'

const [path, base] = process.argv.slice(2)
const start = performance.now()
const { graph, store } = await openGraph([path], { model: buildModel(extensions), base })
const ms = performance.now() - start
const megabytes = process.memoryUsage().rss / 1e6
console.log(JSON.stringify({ ms, megabytes, quads: await store.size() }))
await graph.close()
