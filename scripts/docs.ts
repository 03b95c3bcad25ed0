/** `npm run docs`: writes the schema of extensions, and generated sections of documents from a server over the demo graph. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { withDemoServer } from './demo-server.ts'
import { extensionSchema, SCHEMA } from './extension-schema.ts'
import { generateSections, withSections } from './reference.ts'

const clone = new URL('../', import.meta.url)
const docs = readdirSync(new URL('docs/', clone)).filter((name) => name.endsWith('.md'))

writeFileSync(SCHEMA, extensionSchema())
await withDemoServer(async (root) => {
  const sections = await generateSections(root)
  for (const name of ['CONTRIBUTING.md', ...docs.map((page) => `docs/${page}`)]) {
    const page = readFileSync(new URL(name, clone), 'utf8')
    const written = withSections(page, sections)
    if (written === page) continue
    writeFileSync(new URL(name, clone), written)
    console.log(`${name} is updated.`)
  }
})
