/** `npm run docs`: writes the schema of extensions, and the generated sections of docs/, from a server over the demo graph. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { withDemoServer } from './demo-server.ts'
import { extensionSchema, SCHEMA } from './extension-schema.ts'
import { generateSections, withSections } from './reference.ts'

const folder = new URL('../docs/', import.meta.url)

writeFileSync(SCHEMA, extensionSchema())
await withDemoServer(async (root) => {
  const sections = await generateSections(root)
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
    const page = readFileSync(new URL(name, folder), 'utf8')
    const written = withSections(page, sections)
    if (written === page) continue
    writeFileSync(new URL(name, folder), written)
    console.log(`docs/${name} is updated.`)
  }
})
