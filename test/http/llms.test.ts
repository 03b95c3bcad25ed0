// /llms.txt: short, in the form of llmstxt.org, and every link of it leads somewhere.

import { expect } from 'chai'
import { readAbout } from '../../src/config/about.ts'
import { openGraph } from '../support/graphs.ts'
import { tokens } from '../support/mcp.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'
import { DEMO } from '../support/endpoint.ts'

describe('/llms.txt', () => {
  let text: string
  const server = serve(async () => (await openGraph([DEMO], { model })).graph, {
    about: readAbout(`${DEMO}about.json`),
  })
  before(async () => {
    text = await (await fetch(`${server.root}/llms.txt`)).text()
  })

  it('is a heading, a summary, a text and lists of links', () => {
    const [heading, summary, , ...sections] = text.trimEnd().split('\n\n')
    expect(heading).to.match(/^# \S/)
    expect(summary).to.match(/^> \S/)
    const lists = sections.filter((section) => !section.startsWith('## '))
    for (const line of lists.flatMap((list) => list.split('\n')))
      expect(line).to.match(/^- \[[^\]]+\]\(http[^)]+\): \S/)
    expect(sections.filter((section) => section.startsWith('## ')).at(-1)).to.equal('## Optional')
    expect(tokens(text)).to.be.at.most(2500)
  })

  it('leads where it says', async () => {
    const urls = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, url]) => url as string)
    expect(urls.length).to.be.greaterThan(10)
    expect(urls).to.include.members(['/changes', '/oai'].map((path) => server.root + path))
    for (const url of urls) {
      const response = await fetch(url)
      await response.arrayBuffer()
      expect(response.status, url).to.equal(url.endsWith('/mcp') ? 405 : 200)
    }
  })
})
