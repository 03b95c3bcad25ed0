/**
 * Questions on the snapshot, each answered by at most three calls of tools; the client of PyPI's fastmcp; and
 * the protocol's own suite of conformance.
 */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { withDefaults } from '../../src/config/settings.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { call, connect, tokens } from '../support/mcp.ts'
import { startServer, type TestServer, openGraphOf, serve } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'
import { installNpm, installPython, run } from '../support/tools.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

type Step = readonly [tool: string, args: Record<string, unknown>]

const papers = { collection: 'products' }

/** The most frequent value of a facet of papers. */
const top = (facet: string, filter?: Record<string, unknown>): Step => [
  'list',
  {
    ...papers,
    ...(filter && { filter }),
    skeg_facets: facet,
    skeg_facet_size: 2,
    page_size: 1,
    skeg_fields: 'titles',
  },
]

/** A later step takes `$1` from what the pattern of the step before has found. */
const questions: readonly [question: string, steps: readonly (Step | RegExp)[], answer: RegExp][] = [
  [
    'Which year has the most papers?',
    [top('cf.publication_year')],
    /"value":"2022","label":"2022","count":2102/,
  ],
  ['Who wrote the most papers?', [top('cf.contributor')], /"label":"Roland Siegwart","count":53/],
  [
    'What did Eldar Insafutdinov (by ORCID) write?',
    [['get', { collection: 'persons', local_identifier: '0000-0003-1447-121X' }]],
    /"total_items":1,"collection":"products"/,
  ],
  ['Which papers are about ORB-SLAM?', [['search', { q: 'ORB-SLAM' }]], /product-iros-2019-252/],
  [
    'How many papers on reinforcement learning came out in 2022?',
    [
      [
        'list',
        {
          ...papers,
          filter: { 'cf.search.title_abstract': 'reinforcement learning', 'cf.publication_year': 2022 },
          page_size: 1,
        },
      ],
    ],
    /"total_items":130\b/,
  ],
  [
    'What did ICRA 2021 publish on grasping?',
    [
      ['search', { q: 'ICRA 2021' }],
      /(venue-icra-2021)"/,
      ['list', { ...papers, filter: { 'cf.search.words': 'grasping', 'cf.venue': '$1' } }],
    ],
    /"total_items":\d+/,
  ],
  [
    'What has the University of Freiburg published?',
    [
      ['search', { q: 'University of Freiburg' }],
      /"local_identifier":"([^"]+)","entity_type":"organisation","label":"University of Freiburg"/,
      ['list', { ...papers, filter: { 'cf.affiliation': '$1' }, skeg_sort: 'publication_date:desc' }],
    ],
    /"total_items":75\b/,
  ],
  [
    'Which topics does Flash3D have?',
    [
      ['search', { q: 'Flash3D' }],
      /"local_identifier":"([^"]+)","entity_type":"product","label":"Flash3D/,
      ['get', { ...papers, local_identifier: '$1', skeg_fields: 'topics' }],
    ],
    /topic-3d-gaussian-splatting/,
  ],
  [
    'How many authors has a paper at most?',
    [
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
    await graph.verified
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
})

const FASTMCP = 'fastmcp==4.2.3'
const SCRIPT = `
import asyncio, sys
from fastmcp import Client
async def main():
    async with Client(sys.argv[1]) as client:
        print(sorted(tool.name for tool in await client.list_tools()))
        print((await client.call_tool('search', {'q': 'open science'})).content[0].text)
        try:
            await client.call_tool('search', {'q': 'x', 'querry': 'open science'})
        except Exception as error:
            print('error:', error)
asyncio.run(main())
`

describe('the client of fastmcp', function () {
  this.timeout(900_000)
  const tools = throughout(() => installPython(FASTMCP))
  const server = serve(() => openGraphOf([DEMO]))
  it('lists and calls the tools', async () => {
    const { code, output } = await run(`${tools.bin}/python`, ['-c', SCRIPT, `${server.root}/mcp`], {
      cwd: tools.bin,
      timeoutMs: 120_000,
    })
    expect(code, output).to.equal(0)
    expect(output).to.include("['filters', 'get', 'list', 'search']")
    expect(output).to.include('topic-open-science')
    expect(output).to.include('There is no parameter querry')
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
  const tools = throughout(() => installNpm(...CONFORMANCE))
  const server = serve(() => openGraphOf([DEMO]))

  for (const [revision, { passing, needFixtures }] of Object.entries(revisions))
    it(`passes in all that ${revision} requires of a server without fixtures`, async () => {
      const { bin } = tools
      const folder = temporaryFolder()
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
    })
})
