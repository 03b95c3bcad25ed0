/** README and docs/ are true: their commands run, and the output that they show is the output. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAbout } from '../../src/config/about.ts'
import { withDefaults } from '../../src/config/settings.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { openGraph } from '../support/graphs.ts'
import { docsPages, pageOf, type Block } from '../support/markdown.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'
import { hasCurl, openShell, type Ran } from '../support/shell.ts'
import { throughout } from '../support/closing.ts'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const data = join(clone, 'data')
const ROOT = 'http://localhost:8080'

const readme = pageOf('README.md')
const pages = [readme, ...docsPages]

/** Commands that no test runs, by page: the first line of each block. */
const notRun: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['npm ci && npm start', 'npm cit'],
  'docs/benchmarks.md': ['npm run bench'],
  'docs/changes.md': ['npx ldes-client@0.3 -s state -o ascending http://localhost:8080/changes > changes.nq'],
  'docs/check-servers.md': ['node dist/main.js check https://example.org/skg-if/api --report findings.jsonl'],
  'docs/constructs.md': [
    'node dist/main.js load queries/constructs/vivo/example.ttl --construct queries/constructs/vivo ' +
      '--base https://example.org/graph/ --out graph',
    'node dist/main.js load --from-sparql http://localhost:7001/sparql --construct ' +
      'queries/constructs/vivo --base https://example.org/graph/ --out graph',
  ],
  'docs/from-a-search-to-a-graph.md': [
    "curl -s 'https://api.crossref.org/works?query.bibliographic=research+knowledge+graphs" +
      "&rows=200&mailto=you@example.org' > works.json",
  ],
  'docs/from-openalex.md': [
    "aws s3 sync 's3://openalex/data/jsonl/works' openalex/data/jsonl/works --no-sign-request --delete",
  ],
  'docs/getting-started.md': [
    'curl -s "http://localhost:8080/skg-if/api/products?filter=cf.search.title:first"',
  ],
  'docs/harvest.md': [
    'node dist/main.js harvest https://example.org/skg-if/api --out records.jsonl.gz --report findings.jsonl',
    'node dist/main.js harvest https://repository.example/oai --format oai_datacite --set theses --since 2026-11-01 --out repository.jsonl',
  ],
  'docs/in-step.md': [
    'get repository.jsonl skeg harvest "$REPOSITORY" --format oai_datacite --out',
    'systemctl daemon-reload && systemctl enable --now skeg-renew.timer',
  ],
  'docs/operations.md': [
    'npm pack                                                   # in a clone: gives skeg-0.1.0.tgz',
    'systemctl daemon-reload && systemctl enable --now skeg',
    'docker build -t skeg .',
  ],
  'docs/sources.md': [
    "curl -s 'https://api.crossref.org/works?filter=orcid:0000-0002-1825-0097&rows=100' > works.json",
    'npx skeg fetch dois.txt --out records.jsonl --mail you@example.org',
    "skeg load openalex-snapshot/ --keep 'ror:03vek6s52 and year:2020- and xpac:no and cites:yes' " +
      '--base https://example.org/graph/ --out graph',
  ],
  'docs/stores.md': [
    'npx skeg load records.jsonl --base https://example.org/graph/ --out graph',
    'npx skeg load --from-store http://localhost:8890/sparql --out graph',
  ],
}

const isSkipped = ({ remarks }: Block): boolean => remarks['not run'] !== undefined
const firstLine = ({ text }: Block): string => text.split('\n')[0] as string

/** Blocks of these languages just after a command show what it writes. */
const outputs: Readonly<Record<string, (ran: Ran, text: string) => void>> = {
  json: ({ stdout }, text) => expect(JSON.parse(stdout)).to.deep.equal(JSON.parse(text)),
  turtle: ({ stdout }, text) => expect(stdout.trim()).to.equal(text.trim()),
  csv: ({ stdout }, text) => expect(stdout.replaceAll('\r\n', '\n').trim()).to.equal(text.trim()),
  text: ({ stdout, stderr }, text) => expect(`${stdout}\n${stderr}`).to.include(text.trim()),
}

describe('the commands of README and docs/', () => {
  const server = serve(async () => withEndpoint(await openGraph([data], { model }), withDefaults({})), {
    settings: { publicUrl: ROOT },
    about: readAbout(join(data, 'about.json')),
  })
  const shell = throughout(() => openShell(server.port))

  for (const { name, blocks } of pages)
    for (const [i, block] of blocks.entries()) {
      const next = blocks[i + 1]
      if (block.language !== 'sh' || isSkipped(block)) continue
      const itRuns = hasCurl ? it : it.skip
      itRuns(`${name}: ${firstLine(block)}`, async () => {
        // Each page begins without the graph of another one, which it would replace.
        if (blocks.findIndex(({ language }) => language === 'sh') === i) await shell.run('rm -rf graph')
        const before = blocks[i - 1]
        if (before?.remarks.file !== undefined) shell.write(before.remarks.file, before.text)
        const ran = await shell.run(block.text, block.remarks.in)
        const { status, exit = 0 } = block.remarks
        if (status === undefined) expect(ran.status, ran.stdout + ran.stderr).to.equal(Number(exit))
        else expect(ran.stderr).to.match(new RegExp(`returned error: ${status}`))
        if (next?.follows && next.remarks.file === undefined) outputs[next.language]?.(ran, next.text)
      })
    }

  it('show the output of some commands', () => {
    const shown = pages.flatMap(({ blocks }) =>
      blocks.filter(
        ({ language, follows }, i) => follows && language in outputs && blocks[i - 1]?.language === 'sh',
      ),
    )
    expect(shown.length).to.be.greaterThan(4)
  })

  it('name the commands that no test runs, and why', () => {
    const skipped = pages.map(({ name, blocks }) => [name, blocks.filter(isSkipped).map(firstLine)] as const)
    expect(Object.fromEntries(skipped.filter(([, lines]) => lines.length > 0))).to.deep.equal(notRun)
  })

  it('name the command that .ci/run calls for the tests', () => {
    const commands = readme.blocks.map(firstLine)
    const [called] =
      /^run_tests "([^"]+)"/m.exec(readFileSync(join(clone, '.ci/run'), 'utf8'))?.slice(1) ?? []
    expect(commands).to.include(called)
  })
})
