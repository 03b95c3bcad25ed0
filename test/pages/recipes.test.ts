// The recipes of the documentation run as they are printed, and print what the page says; the data model says how
// much of each field stands in the graph.

import { expect } from 'chai'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { getPage, type Html } from '../support/html.ts'
import { getJson, openGraphOf, openSmallGraph, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const run = promisify(execFile)
const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

const languages = {
  curl: { isThere: isThere('curl', '--version'), args: ['sh', '-c'] },
  Python: { isThere: isThere('python3', '--version'), args: ['python3', '-c'] },
  R: { isThere: isThere('Rscript', '-e', 'library(jsonlite)'), args: ['Rscript', '-e'] },
} as const
type Language = keyof typeof languages

const graphs: Readonly<Record<string, () => Promise<Graph>>> = {
  'the demo graph': () => openGraphOf([DEMO]),
  'a graph of few records': openSmallGraph,
}

for (const [name, open] of Object.entries(graphs))
  describe(`the recipes of ${name}`, () => {
    let html: Html
    let folder: string
    const server = serve(() => open())
    before(async () => {
      html = (await getPage(`${server.root}/docs`)).html
      folder = temporaryFolder()
    })

    /** The programs of a language, or the answers, by the titles of the recipes. */
    const printed = (language: Language | 'answer'): Map<string, string> =>
      new Map(
        html.all('pre').flatMap(({ attributes, text }) => {
          const [title = '', kind] = (attributes['aria-label'] ?? '').split(': ')
          return kind === language ? [[title, text] as const] : []
        }),
      )

    const runAll = async (language: Language): Promise<Map<string, string>> => {
      const [command, ...args] = languages[language].args
      const outputs = new Map<string, string>()
      for (const [title, text] of printed(language))
        outputs.set(title, (await run(command, [...args, text], { cwd: folder })).stdout)
      return outputs
    }

    it('are five, each in three languages', () => {
      for (const language of [...(Object.keys(languages) as Language[]), 'answer'] as const)
        expect(printed(language).size, language).to.equal(5)
    })

    for (const language of ['Python', 'R'] as const)
      it(`print in ${language} what the page says`, async function () {
        if (!languages[language].isThere) this.skip()
        for (const [title, output] of await runAll(language))
          expect(output.trimEnd(), title).to.equal(printed('answer').get(title))
      })

    it('get by curl the JSON and the file in which that stands', async function () {
      if (!languages.curl.isThere) this.skip()
      const answers = printed('answer')
      for (const [title, output] of await runAll('curl')) {
        const lines = (answers.get(title) ?? '').split('\n')
        const number = Number(/^\d+/.exec(lines[0] ?? '')?.[0])
        if (title.startsWith('Download')) {
          const [file = ''] = /\S+\.csv/.exec(printed('curl').get(title) ?? '') ?? []
          expect(readFileSync(join(folder, file), 'utf8').split('\n').length).to.be.above(number)
        } else if (title.startsWith('Page')) {
          const [, pages] = /page=\[1-(\d+)\]/.exec(printed('curl').get(title) ?? '') ?? []
          expect(output.match(/"@graph":\[/g), title).to.have.length(Number(pages))
        } else if (title.startsWith('Count'))
          for (const [, value, count] of lines.map((line) => /^(.*) (\d+)$/.exec(line)!))
            expect(output, title).to.match(new RegExp(`"value":"${value}".*?"count":${count}\\b`))
        else for (const line of lines) expect(output, title).to.include(line.replace(/ records$/, ''))
      }
    })

    it('stand above the data model, which has the fields of the records that there are', async () => {
      for (const type of server.graph.model.types.filter((one) => server.graph.count(one) > 0)) {
        const section = html.all('section').find(({ attributes: { id } }) => id === `model-${type.path}`)!
        const { body } = await getJson(`${server.api}/${type.path}?page_size=100`)
        const used = new Set((body['@graph'] as object[]).flatMap((record) => Object.keys(record)))
        for (const key of Object.keys(type.fields).filter((one) => used.has(one)))
          expect(section.text, `${type.name} ${key}`).to.include(key)
      }
    })
  })
