/** The command line, as a process: what it prints, how it ends. */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PROGRAM, runProcess, startCommandRunner, WITHOUT_THREADS } from '../support/command.ts'
import { itInFull } from '../support/effort.ts'
import { freePort } from '../support/port.ts'
import { BASE, document } from '../support/records.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

describe('skeg', () => {
  const runner = throughout(startCommandRunner)
  const folder = temporaryFolder()
  const records = join(folder, 'records.json')
  before(() => {
    writeFileSync(records, JSON.stringify({ ...document, '@graph': document['@graph'].slice(0, 3) }))
    writeFileSync(join(folder, 'empty.json'), '{"@context":[{"@base":"https://example.org/"}],"@graph":[]}')
    writeFileSync(join(folder, 'no-shapes.ttl'), '<http://a> <http://b> <http://c> .')
    writeFileSync(
      join(folder, 'warned.jsonl'),
      '{"local_identifier":"a","entity_type":"topic","label":{"en":"a"}}\n' +
        '{"local_identifier":"b","entity_type":"topic","labels":{"en":"b"}}',
    )
    writeFileSync(join(folder, 'bare.jsonl'), '{"local_identifier":"a","entity_type":"topic"}')
    writeFileSync(
      join(folder, 'refused.jsonl'),
      '{"local_identifier":"a","entity_type":"topic","labels":{"en":"a"}}\n{"entity_type":"topic"}',
    )
  })

  it('prints its version, as a process', async () => {
    expect(await runProcess(['--version'])).to.deep.equal({ code: 0, out: '0.1.0\n', err: '' })
  })

  it('prints its commands and settings', async () => {
    const { code, out } = await runner.run(['serve', '--help'])
    expect(code).to.equal(0)
    expect(out).to.include('serve [PATH…]').and.include('--public-url URL').and.include('[SKEG_PORT]')
  })

  for (const args of [
    ['check', '-h'],
    ['help', 'check'],
  ])
    it(`${args.join(' ')} prints the settings and examples of check alone`, async () => {
      const { code, out } = await runner.run(args)
      expect(code).to.equal(0)
      expect(out).to.match(/Examples:\n {2}skeg check records\.jsonl --report findings\.jsonl/)
      expect(out)
        .to.match(/^Data:\n {2}--base IRI$/m)
        .and.not.include('--port')
    })

  it('writes no control characters of others to a terminal', async () => {
    const { code, err } = await runner.run(['\u001b[2Jload\u202e', 'x'])
    expect(code).to.equal(2)
    expect(err)
      .to.include(String.raw`\x1b[2Jload\u202e`)
      .and.not.match(/[\u001b\u202e]/)
    const { err: several } = await runner.run([
      'load',
      join(folder, 'none\u0007'),
      '--out',
      join(folder, 'g'),
    ])
    expect(several)
      .to.include(String.raw`none\x07`)
      .and.not.include('\u0007')
  })

  it('lists its commands in a few lines', async () => {
    const { code, out } = await runner.run(['-h'])
    expect(code).to.equal(0)
    for (const name of ['serve', 'check', 'load', 'fetch', 'harvest', 'export'])
      expect(out).to.match(new RegExp(`^ {2}skeg ${name} `, 'm'))
    expect(out.split('\n').length).to.be.below(20)
  })

  const failures: readonly [args: () => string[], message: RegExp, code?: number][] = [
    [
      () => [],
      /^skeg: A command is missing: serve, check, load, mcp, export, fetch, harvest\. See skeg --help\.$/m,
      2,
    ],
    [() => ['server'], /^skeg: Unknown command "server"\. Did you mean serve\?$/m, 2],
    [() => ['serve', '--prot', '1'], /^skeg: Unknown setting --prot\. Did you mean --port\?$/m, 2],
    [() => ['serve', '--port', 'x'], /^skeg: --port must be a whole number/, 2],
    [() => ['serve', join(folder, 'none'), '--port', '0'], /^skeg: .*none does not exist/],
    [() => ['load', '--out', join(folder, 'graph')], /^skeg: load needs PATHs to read/, 2],
    [() => ['load', records], /^skeg: load needs --out GRAPH, the directory to write/, 2],
    [
      () => ['load', join(folder, 'empty.json'), '--out', join(folder, 'none')],
      /^skeg: no record could be loaded/m,
    ],
    [() => ['load', records, '--out', records], /^skeg: .*records\.json is a file; --out names a directory/],
    [
      () => ['serve', records, '--out', join(folder, 'graph')],
      /^skeg: --out is a setting of load, fetch, harvest, export, not of serve\. See skeg serve --help\.$/m,
      2,
    ],
    [
      () => ['check', 'http://localhost:9/api', records],
      /^skeg: check takes PATHs, or the URL of one server, not both$/m,
      2,
    ],
    [
      () => ['check', 'http://localhost:9/api', '--fetch-retries', '0'],
      /^skeg: http:\/\/localhost:9\/api gives no answer: /m,
    ],
    [() => ['serve', join(folder, 'empty.json'), '--port', '0'], /^skeg: no record could be loaded/m],
    [
      () => ['serve', records, '--base', 'relative/', '--port', '0'],
      /^skeg: the base relative\/ cannot be used/,
    ],
    [
      () => [
        'serve',
        records,
        '--public-url',
        'https://example.org',
        '--base',
        'https://example.org/skg-if/api/x/',
        '--port',
        '0',
      ],
      /^skeg: The base .* lies under the URL of the API/m,
    ],
    [() => ['serve', records, '--about', join(folder, 'none')], /^skeg: .*none cannot be read/],
    [() => ['check'], /^skeg: check needs the PATHs/, 2],
    [() => ['check', join(folder, 'none')], /^skeg: .*none does not exist/],
    [
      () => ['check', records, '--port', '1'],
      /^skeg: --port is a setting of serve, not of check\. See skeg check --help\.$/m,
      2,
    ],
    [
      () => ['check', records, '--report', join(folder, 'none', 'report.jsonl')],
      /^skeg: the report \S+ cannot be written: ENOENT.*report\.jsonl/,
    ],
    [
      () => ['check', records, '--shacl', join(folder, 'none.ttl')],
      /^skeg: the shapes .*none\.ttl cannot be read/,
    ],
    [
      () => ['check', records, '--shacl', join(folder, 'no-shapes.ttl')],
      /^skeg: .*no-shapes\.ttl holds no SHACL shape/,
    ],
    [
      () => ['serve', records, '--host', '192.0.2.1', '--port', '0'],
      /^skeg: Cannot listen on 192.0.2.1 port 0: this machine does not have that address/,
    ],
  ]
  for (const [args, message, status = 1] of failures) {
    it(`ends with code ${status} and a message: ${message.source}`, async () => {
      const { code, out, err } = await runner.run(args())
      expect(err.trim()).to.match(message)
      expect(err).not.to.match(/\n\s+at /)
      expect(out).to.equal('')
      expect(code).to.equal(status)
    })
  }

  const checks: readonly [title: string, file: string, code: number, out: RegExp][] = [
    ['nothing wrong', 'records.json', 0, /^3 records in 1 file\n0 refused, /],
    [
      'a warning',
      'warned.jsonl',
      0,
      new RegExp(
        '^2 records in 1 file\n0 refused, 2 warned\nwarned unknown-key \\(1\\): [^]*Expected: labels: ' +
          '\\{"none": "…"\\}\n {2}.*warned\\.jsonl:1 <a> label unknown key; its value is left out\n',
      ),
    ],
    [
      'a record that says nothing',
      'bare.jsonl',
      1,
      /\nThere is no record: load would have nothing to write\.\n$/,
    ],
    [
      'a refused record of two',
      'refused.jsonl',
      1,
      /^1 record in 1 file\n1 refused, 0 warned\nrefused no-id \(1\): [^]*refused\.jsonl:2 has no local_identifier\n$/,
    ],
  ]
  it('checks what states no base, and says that load needs one', async () => {
    const crossref = {
      DOI: '10.5555/12345678',
      type: 'journal-article',
      title: ['A'],
      prefix: '10.5555',
      member: '7',
    }
    writeFileSync(join(folder, 'crossref.json'), JSON.stringify(crossref))
    writeFileSync(
      join(folder, 'no-base.json'),
      '{"local_identifier":"a","entity_type":"topic","labels":{"en":"A"}}',
    )
    for (const name of ['no-base.json', 'crossref.json']) {
      const { code, out, err } = await runner.run(['check', join(folder, name)])
      expect([code, err], name).to.deep.equal([0, ''])
      expect(out).to.match(
        /^1 record in 1 file\n[^]*\nNo input states the base of the graph: load needs --base IRI\.\n$/,
      )
    }
    const { out } = await runner.run(['check', join(folder, 'no-base.json'), '--base', BASE])
    expect(out).not.to.include('--base')
    writeFileSync(join(folder, 'dois.txt'), '10.1038/sdata.2016.18\n')
    expect((await runner.run(['check', join(folder, 'dois.txt')])).out)
      .to.include('skeg fetch')
      .and.not.include('--base')
  })
  for (const [title, name, status, expected] of checks) {
    it(`checks, and ends with ${status} for ${title}`, async () => {
      const report = join(folder, `${name}.report`)
      const { code, out, err } = await runner.run([
        'check',
        join(folder, name),
        '--base',
        BASE,
        '--report',
        report,
      ])
      expect([code, err]).to.deep.equal([status, ''])
      expect(out).to.match(expected)
      const lines = readFileSync(report, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object)
      const [, refused = '', warned = ''] = /(\d+) refused, (\d+) warned/.exec(out) ?? []
      expect(lines).to.have.length(Number(refused) + Number(warned))
      for (const line of lines)
        expect(line).to.include.keys('kind', 'severity', 'file', 'message', 'expected')
    })
  }

  it('prepares a graph, says what was found, and serves it', async () => {
    const graph = join(folder, 'graph')
    const { code, out, err } = await runner.run(['load', records, '--out', graph])
    expect(err).to.match(/^0 refused, 8 warned\n/)
    expect(out).to.match(
      /^skeg 0\.1\.0 prepared \S+graph: \d+ records, \d+ quads, content hash [0-9a-f]{64}\n$/,
    )
    expect(code).to.equal(0)
    const server = await runProcess(
      ['serve', graph, '--port', '0', '--log', 'off', ...WITHOUT_THREADS],
      async (url, kill) => {
        expect((await fetch(`${url}/skg-if/api/products/prod-1`)).status).to.equal(200)
        kill('SIGTERM')
      },
    )
    expect(server.out).to.match(/^skeg 0\.1\.0 serves \d+ records at /)
    expect(server.code).to.equal(0)
    // Its index answers at once; that the quads are damaged turns up while the engine loads them.
    const quads = join(graph, readdirSync(graph).find((name) => name.startsWith('quads-')) as string)
    const bytes = readFileSync(quads)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(quads, bytes)
    const damaged = await runner.run(['serve', graph, '--port', '0'])
    expect(damaged.err).to.match(
      /skeg: the prepared graph \S+ cannot be used: its file quads-\S+ is not as it/,
    )
    expect(damaged.code).to.equal(1)
    writeFileSync(join(graph, 'manifest.json'), '{}')
    const refused = await runner.run(['serve', graph, '--port', '0'])
    expect(refused.err).to.match(
      /^skeg: the prepared graph \S+ cannot be used: .*; prepare it again with skeg load\n$/,
    )
    expect(refused.code).to.equal(1)
  })

  it('ends with a message where too few files may be open', () => {
    const command = `ulimit -n 48; exec "$0" "$1" load "$2" --out "$2.graph" --base ${BASE}`
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, PROGRAM, records])
    expect([status, String(stderr)]).to.deep.equal([1, String(stderr)])
    expect(String(stderr)).to.match(
      /^skeg: EMFILE: .*; 128 files must be allowed at once \(ulimit -n, LimitNOFILE\)\n$/,
    )
  })

  it('repeats no password of a URL', async () => {
    for (const args of [['check'], ['harvest', '--out', 'x.jsonl'], ['harvest', '--out', 'x.nq']]) {
      const { code, out, err } = await runner.run([...args, 'http://user:SECRET@127.0.0.1:9/'])
      expect([code, out]).to.deep.equal([2, ''])
      expect(err).to.match(/^skeg: the URL must be one without user and password/)
    }
  })

  it('ends with a message and code 1 for a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => {
      other.once('listening', resolve)
    })
    const { port } = other.address() as AddressInfo
    const { code, out, err } = await runner.run(['serve', records, '--port', String(port)])
    other.close()
    expect(err).to.equal(`skeg: Cannot listen on 127.0.0.1 port ${port}: another program uses it.\n`)
    expect(out).to.equal('')
    expect(code).to.equal(1)
  })

  it('says that it is starting until the graph is there, to programs and to people', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const answers: { status: number; after: string | null; type: string | null; text: string }[] = []
    let isServing = false
    async function look(accept: string): Promise<void> {
      const response = await fetch(url, { headers: { accept } }).catch(() => undefined)
      if (!response) return
      const { status, headers } = response
      answers.push({
        status,
        after: headers.get('retry-after'),
        type: headers.get('content-type'),
        text: await response.text(),
      })
    }
    const looking = (async () => {
      while (!isServing) {
        await look('text/html')
        await look('*/*')
        await wait(5)
      }
    })()
    const { code } = await runProcess(
      ['serve', records, '--port', String(port), ...WITHOUT_THREADS],
      async () => {
        isServing = true
        await looking
        await look('*/*')
      },
    )
    expect(code).to.equal(0)
    const [first] = answers.filter(({ type }) => type?.startsWith('text/html'))
    expect(first).to.include({ status: 503, after: '5' })
    expect(first!.text).to.match(/<html lang="en">.*<h1>This server is starting/s)
    const problem = answers.find(({ type }) => type?.startsWith('application/problem+json'))!
    expect(problem).to.include({ status: 503, after: '5' })
    expect(JSON.parse(problem.text)).to.include({ status: '503' })
    expect(answers.at(-1)!.status).to.equal(200)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const itEnds = signal === 'SIGTERM' ? it : itInFull
    itEnds(`serves, and ends on ${signal}`, async () => {
      const { code, out, err } = await runProcess(['serve', records, '--port', '0'], async (url, kill) => {
        await (await fetch(`${url}/skg-if/api/products/prod-1`)).text()
        kill(signal)
      })
      expect(out).to.match(/^skeg 0\.1\.0 serves \d+ records at http:\/\/localhost:\d+\n$/)
      expect(code).to.equal(0)
      const lines = err
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
      expect(lines).to.have.length(1)
      expect(lines[0]).to.include({ method: 'GET', url: '/skg-if/api/products/prod-1', status: 200 })
    })
  }

  it('says what it reads and where it listens, also under a public URL and for operators', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const statuses: number[] = []
    const { code, out, err } = await runProcess(
      [
        'serve',
        records,
        '--port',
        '0',
        '--public-url',
        'https://a.example',
        '--admin',
        `127.0.0.1:${port}`,
        ...WITHOUT_THREADS,
      ],
      async (_, kill) => {
        for (const path of ['/metrics', '/health', '/']) statuses.push((await fetch(url + path)).status)
        kill('SIGTERM')
      },
    )
    expect(statuses).to.deep.equal([200, 200, 404])
    expect(out).to.match(/ at https:\/\/a\.example\n$/)
    expect(err).to.match(
      new RegExp(
        `^skeg: reads ${records}\nskeg: listens on 127.0.0.1:\\d+\nskeg: listens on 127.0.0.1:${port}\n`,
      ),
    )
    expect(code).to.equal(0)
  })

  it('has no dump for operators without their address', async () => {
    const { code, err } = await runner.run(['serve', records, '--dump', 'admin'])
    expect(err).to.equal('skeg: --dump admin needs --admin HOST:PORT, where it is to be\n')
    expect(code).to.equal(2)
  })
})
