/** README, CONTRIBUTING and docs/ are true: their generated sections are up to date, and what they link to and name is there. */

import { expect } from 'chai'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateSections, sectionsIn, withSections } from '../scripts/reference.ts'
import { readAbout } from '../src/config/about.ts'
import { flagOf } from '../src/config/setting-row.ts'
import { settings, withDefaults, type SettingName } from '../src/config/settings.ts'
import { withEndpoint } from '../src/store/endpoint/endpoint.ts'
import { openGraph } from './support/graphs.ts'
import { anchorsIn, codeSpansIn, docsPages, linksIn, pageOf } from './support/markdown.ts'
import { model } from './support/model.ts'
import { startServer } from './support/server.ts'

const clone = fileURLToPath(new URL('../', import.meta.url))
const data = join(clone, 'data')
const pages = [pageOf('README.md'), pageOf('CONTRIBUTING.md'), ...docsPages]
const others = ['CHANGELOG.md', 'SECURITY.md', 'contexts/README.md', 'examples/README.md', 'test/README.md']

/** What begins a path of the clone, or of src as pages shorten it. */
const folders = new Set([
  ...['src', 'test', 'docs', 'data', 'queries', 'contexts', 'examples', 'scripts'],
  ...readdirSync(join(clone, 'src')),
])

/** The folder from which pages name their files. */
const placeOf: Readonly<Record<string, string>> = {
  'docs/index-format.md': 'src/search-index',
  'test/README.md': 'test',
}

describe('README, CONTRIBUTING and docs/', () => {
  it('hold what the server says of itself (npm run docs)', async () => {
    const graph = withEndpoint(await openGraph([data], { model }), withDefaults({}))
    const server = await startServer(graph, {
      settings: { publicUrl: 'http://localhost:8080' },
      about: readAbout(join(data, 'about.json')),
    })
    const sections = await generateSections(`http://127.0.0.1:${server.port}`)
    await server.close()
    await graph.close()
    for (const { name, text } of pages)
      expect(withSections(text, sections), `${name} is out of date: npm run docs`).to.equal(text)
    expect(pages.flatMap(({ text }) => sectionsIn(text)).sort()).to.deep.equal(Object.keys(sections).sort())
  })

  for (const page of [...pages, ...others.map(pageOf)])
    it(`${page.name} has no broken link`, () => {
      const broken = linksIn(page).filter((target) => {
        if (/^[a-z]+:/.test(target)) return false
        const [path = '', anchor] = target.split('#')
        const name = path === '' ? page.name : join(dirname(page.name), path)
        if (!existsSync(join(clone, name))) return true
        return anchor !== undefined && !anchorsIn(pageOf(name)).includes(anchor)
      })
      expect(broken).to.deep.equal([])
    })

  it('name files and folders that are there', () => {
    const named = [...pages, ...others.map(pageOf)].flatMap((page) =>
      codeSpansIn(page)
        .filter((span) => /^(?:[\w-]+\/)+[\w.-]*$/.test(span))
        .filter((span) => /\/$|\.m?[jt]s$/.test(span) || folders.has(span.slice(0, span.indexOf('/'))))
        .map((span) => ({ page: page.name, span, places: ['', 'src', placeOf[page.name] ?? ''] })),
    )
    expect(named.map(({ page }) => page)).to.include.members([
      'docs/architecture.md',
      ...Object.keys(placeOf),
    ])
    const absent = named.filter(({ span, places }) => !places.some((at) => existsSync(join(clone, at, span))))
    expect(absent.map(({ page, span }) => `${page}: ${span}`)).to.deep.equal([])
  })

  it('name settings that are there', () => {
    const known = [...(Object.keys(settings) as SettingName[]).map(flagOf), '--help', '--version']
    const engines = ['--union-default-graph', '--store', '--sparql-…']
    const named = pages.flatMap((page) =>
      codeSpansIn(page)
        .filter((span) => span.startsWith('--'))
        .map((span) => span.split(' ')[0] as string),
    )
    expect(named.filter((flag) => !known.includes(flag) && !engines.includes(flag))).to.deep.equal([])
  })
})
