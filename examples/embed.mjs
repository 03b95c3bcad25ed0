/** A graph in a server of your own: asks itself for one record, and ends. */

import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { buildModel, createApp, extensions, openGraph, withDefaults, withEndpoint } from 'skeg'

const records = fileURLToPath(new URL('records.jsonl', import.meta.url))
const model = buildModel(extensions)
const opened = await openGraph([records], { model, base: 'https://example.org/graph/' })

const settings = withDefaults({ publicUrl: 'http://localhost:3000/graph', log: false })
const graph = withEndpoint(opened, settings)
const { listener } = createApp({ graph, settings })

const server = createServer(listener).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const response = await fetch(`http://127.0.0.1:${server.address().port}/skg-if/api/persons/ada`)
console.log(await response.json())

server.close()
await graph.close()
