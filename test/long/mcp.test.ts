/**
 * Twenty questions on the snapshot, each answered by at most three calls of tools; the client of PyPI's fastmcp; and
 * the protocol's own suite of conformance.
 */

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { withDefaults } from '../../src/config/settings.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { call, connect, tokens } from '../support/mcp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { installNpm, installPython, run, type Tools } from '../support/tools.ts'

type Step = readonly [tool: string, args: Record<string, unknown>]

/** A later step takes `$1` from what the pattern of the step before has found. */
const questions: readonly [question: string, steps: readonly (Step | RegExp)[], answer: RegExp][] = [
  ['How many records are there?', [['describe', {}]], /- products: 18877\.[^]*- persons: 45669\./],
  [
    'Which year has the most papers?',
    [['count', { type: 'products', by: ['cf.publication_year'], size: 1 }]],
    /⟦2022⟧: 2102/,
  ],
  [
    'Who wrote the most papers?',
    [['count', { type: 'products', by: ['cf.contributor'], size: 1 }]],
    /⟦Roland Siegwart⟧ person-roland-siegwart-60a610: 53/,
  ],
  [
    'With whom does she or he write most?',
    [
      [
        'count',
        {
          type: 'products',
          by: ['cf.contributor'],
          filters: { 'cf.contributor': 'person-roland-siegwart-60a610' },
          size: 2,
        },
      ],
    ],
    /⟦Juan Nieto⟧ \S+: 11/,
  ],
  [
    'What did Eldar Insafutdinov (by ORCID) write?',
    [['related', { id: '0000-0003-1447-121X' }]],
    /Publications: 1 /,
  ],
  ['Which papers are about ORB-SLAM?', [['search', { query: 'ORB-SLAM' }]], /product-iros-2019-252/],
  [
    'Which is the oldest paper?',
    [['search', { type: 'products', sort: 'publication_date', size: 1 }]],
    /1987/,
  ],
  [
    'How many papers on reinforcement learning came out in 2022?',
    [
      [
        'count',
        {
          type: 'products',
          filters: { 'cf.search.title_abstract': 'reinforcement learning', 'cf.publication_year': 2022 },
        },
      ],
    ],
    /: 130\./,
  ],
  [
    'Which universities publish most?',
    [['count', { type: 'products', by: ['cf.affiliation'], size: 3 }]],
    /⟦Carnegie Mellon University⟧ https:\/\/ror\.org\/05x2bcf33: 554/,
  ],
  [
    'From which country came most papers of 2022?',
    [
      [
        'count',
        {
          type: 'products',
          by: ['cf.contributions_aff_country'],
          filters: { 'cf.publication_year': 2022 },
          size: 1,
        },
      ],
    ],
    /⟦United States⟧ US: 670/,
  ],
  ['How many papers has ICRA 2021?', [['search', { query: 'ICRA 2021' }]], /venue-icra-2021 .*named by 277/],
  [
    'What did ICRA 2021 publish on grasping?',
    [
      ['search', { query: 'ICRA 2021' }],
      /(venue-icra-2021) /,
      ['search', { query: 'grasping', type: 'products', filters: { 'cf.venue': '$1' } }],
    ],
    /^Products: 1 to \d+ of \d+/,
  ],
  [
    'What has the University of Freiburg published?',
    [
      ['search', { query: 'University of Freiburg' }],
      /- (https:\S+) ⟦University of Freiburg⟧/,
      ['search', { type: 'products', filters: { 'cf.affiliation': '$1' }, sort: 'publication_date:desc' }],
    ],
    /^Products: 1 to 10 of 75;/,
  ],
  ['Which kinds of venues are there?', [['count', { type: 'venues', by: ['type'] }]], /⟦conference⟧: 246/],
  [
    'Which topics does Flash3D have?',
    [
      ['search', { query: 'Flash3D' }],
      /- (product-\S+) ⟦Flash3D/,
      ['related', { id: '$1', relation: 'topics.term' }],
    ],
    /topic-3d-gaussian-splatting/,
  ],
  [
    'What is the abstract of Flash3D?',
    [
      ['search', { query: 'Flash3D', type: 'products' }],
      /1\. (product-\S+)/,
      ['get', { ids: ['$1'], fields: ['abstracts'] }],
    ],
    /we propose Flash3D/,
  ],
  [
    'Which organisations are in Switzerland?',
    [['search', { type: 'organisations', filters: { country: 'CH' }, size: 5 }]],
    /^Organisations: 1 to 5 of \d+; next page: 2\./,
  ],
  [
    'Which papers of 2024 and later have diffusion in title or abstract?',
    [
      [
        'search',
        {
          type: 'products',
          filters: { 'cf.search.title_abstract': 'diffusion', 'cf.publication_year.from': 2024 },
          sort: 'publication_date:desc',
        },
      ],
    ],
    /of 130;/,
  ],
  [
    'Which filters do papers have?',
    [['describe', { section: 'filters', type: 'products' }]],
    /cf\.venue \[facet\]/,
  ],
  [
    'How many authors has a paper at most?',
    [
      ['describe', { section: 'classes' }],
      /(.)/,
      [
        'sparql',
        {
          query:
            'PREFIX pro: <http://purl.org/spar/pro/> SELECT ?paper (COUNT(*) AS ?authors) WHERE { ?paper pro:isRelatedToRoleInTime ?c } GROUP BY ?paper ORDER BY DESC(?authors) LIMIT 1',
        },
      ],
    ],
    /product-rss-2024-24\W+98\b/,
  ],
]

/** @returns the last answer, and how many calls there were */
async function follow(
  client: Client,
  steps: readonly (Step | RegExp)[],
): Promise<{ text: string; calls: number }> {
  let [text, found, calls] = ['', '', 0]
  for (const step of steps) {
    if (step instanceof RegExp) {
      const match = step.exec(text)
      expect(match, `${step} in ${text.slice(0, 500)}`).not.to.equal(null)
      found = match?.[1] as string
      continue
    }
    const [tool, args] = step
    const filled = JSON.parse(JSON.stringify(args).replaceAll('$1', () => found)) as Record<string, unknown>
    const answer = await call(client, tool, filled)
    expect(answer.isError, answer.text).to.equal(false)
    expect(tokens(answer.text)).to.be.at.most(6000)
    text = answer.text
    calls++
  }
  return { text, calls }
}

describe('questions of agents on the snapshot', function () {
  this.timeout(600_000)
  let graph: Graph
  let server: TestServer
  let client: Client
  before(async function () {
    if (!hasSnapshot()) this.skip()
    graph = await withEndpoint(await openSnapshot(), withDefaults({}))
    await graph.filled
    server = await startServer(graph, { threads: { count: 1 }, settings: { answerTimeout: 120 } })
    client = await connect(server.root)
  })
  after(async () => {
    await client?.close()
    await server?.close()
    await graph?.close()
  })

  for (const [question, steps, answer] of questions)
    it(question, async () => {
      const { text, calls } = await follow(client, steps)
      expect(text).to.match(answer)
      expect(calls).to.be.at.most(3)
    })

  it('are twenty', () => expect(questions).to.have.length(20))
})

const demo = fileURLToPath(new URL('../../data/', import.meta.url))

const FASTMCP = 'fastmcp==4.2.3'
const SCRIPT = `
import asyncio, sys
from fastmcp import Client
async def main():
    async with Client(sys.argv[1]) as client:
        print(sorted(tool.name for tool in await client.list_tools()))
        print((await client.call_tool('search', {'query': 'open science'})).content[0].text)
        try:
            await client.call_tool('search', {'querry': 'open science'})
        except Exception as error:
            print('error:', error)
asyncio.run(main())
`

describe('the client of fastmcp', function () {
  this.timeout(900_000)
  it('lists and calls the tools', async function () {
    const tools = await installPython(FASTMCP)
    if (!tools) return this.skip()
    const { graph } = await openGraph([demo], { model })
    const server = await startServer(graph)
    try {
      const { code, output } = await run(`${tools.bin}/python`, ['-c', SCRIPT, `${server.root}/mcp`], {
        cwd: tools.bin,
        timeoutMs: 120_000,
      })
      expect(code, output).to.equal(0)
      expect(output).to.include("['count', 'describe', 'get', 'related', 'search']")
      expect(output).to.include('topic-open-science ⟦open science⟧')
      expect(output).to.include('did you mean query?')
    } finally {
      await server.close()
      await graph.close()
      tools.remove()
    }
  })
})

/** The suite reads folders by a function that Node has since 22. */
const CONFORMANCE = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22'] as const

/** What these ask for are prompts and resources, and tools of a server that is made for the suite. */
const NEED_FIXTURES = [
  'completion-complete',
  'json-schema-2020-12',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-templates-read',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-simple-text',
  'tools-call-with-progress',
]

/** Scenarios, or single checks of one, that cannot pass without fixtures; one that passes is a failure too. */
const revisions: Readonly<
  Record<string, { readonly passing: number; readonly needFixtures: readonly string[] }>
> = {
  '2026-07-28': {
    passing: 10,
    needFixtures: [
      ...NEED_FIXTURES,
      ...['rejects-undeclared-capability', 'no-log-without-loglevel'].map(
        (check) => `server-stateless:sep-2575-server-${check}`,
      ),
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2164-resource-not-found',
      'caching:sep-2549-prompts-list-caching-hints',
      'caching:sep-2549-resources-list-caching-hints',
      'caching:sep-2549-resources-templates-list-caching-hints',
      ...[
        'basic-elicitation',
        'basic-list-roots',
        'basic-sampling',
        'capability-check',
        'ignore-extra-params',
        'missing-input-response',
        'multi-round',
        'multiple-input-requests',
        'non-tool-request',
        'request-state',
        'result-type',
        'tampered-state',
      ].map((scenario) => `input-required-result-${scenario}`),
    ],
  },
  '2025-11-25': {
    passing: 7,
    needFixtures: [
      ...NEED_FIXTURES,
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'logging-set-level',
      'resources-subscribe',
      'resources-unsubscribe',
      // A warning: it wants a session, which this server has not.
      'server-sse-multiple-streams',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
    ],
  },
}

describe('the conformance suite of the protocol', function () {
  this.timeout(900_000)
  let tools: Tools | undefined
  let graph: Graph
  let server: TestServer
  before(async function () {
    tools = await installNpm(...CONFORMANCE)
    if (!tools) return this.skip()
    graph = (await openGraph([demo], { model })).graph
    server = await startServer(graph)
  })
  after(async () => {
    await server?.close()
    await graph?.close()
    tools?.remove()
  })

  for (const [revision, { passing, needFixtures }] of Object.entries(revisions))
    it(`passes in all that ${revision} requires of a server without fixtures`, async () => {
      const { bin } = tools as Tools
      const folder = mkdtempSync(join(tmpdir(), 'skeg-mcp-'))
      try {
        const list = join(folder, 'failures.yaml')
        writeFileSync(list, `server:\n${needFixtures.map((name) => `  - '${name}'\n`).join('')}`)
        const options = ['--requirements', revision, '--expected-failures', list]
        const { code, output } = await run(
          join(bin, 'node'),
          [join(bin, 'conformance'), 'server', '--url', `${server.root}/mcp`, ...options],
          { cwd: folder, timeoutMs: 120_000 },
        )
        const summary = output.slice(output.indexOf('=== SUMMARY ==='))
        expect(code, summary).to.equal(0)
        expect(summary.match(/^✓/gm), summary).to.have.length(passing)
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
})
