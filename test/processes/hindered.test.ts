/**
 * Commands that cannot write what they say or make, or are ended in the middle of it. As processes of the
 * built program.
 */

import { expect } from 'chai'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepareGraph } from '../../src/load/prepare.ts'
import { endOf, WITHOUT_THREADS, type Ended } from '../support/command.ts'
import { isFullEffort, itInFull } from '../support/effort.ts'
import { enginesOf, filterByEngine } from '../support/engines.ts'
import { model } from '../support/model.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const base = 'https://example.org/'
const FULL = '/dev/full'

/** Exit codes of commands that signals end: 128 and the number of the signal. */
const EXIT: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

describe('a command', function () {
  let folder: string
  const at = (name: string): string => join(folder, name)
  const named = (start: string, place = folder): string[] =>
    readdirSync(place).filter((name) => name.startsWith(start))

  before(async () => {
    folder = temporaryFolder()
    const person = (i: number, name: string): string =>
      JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name })
    writeFileSync(
      at('few.jsonl'),
      '{"local_identifier":"t","entity_type":"topic","labels":{"en":"T"},"odd":1}',
    )
    writeFileSync(at('many.jsonl'), Array.from({ length: 100_000 }, (_, i) => person(i, `P ${i}`)).join('\n'))
    writeFileSync(
      at('dense.jsonl'),
      Array.from({ length: 8000 }, (_, i) => person(i, randomBytes(60).toString('base64'))).join('\n'),
    )
    await prepareGraph([at('dense.jsonl')], { model, base, out: at('dense') })
  })
  beforeEach(() => {
    mkdirSync(at('temporary'))
  })
  afterEach(() => {
    rmSync(at('temporary'), { recursive: true })
  })

  /**
   * Runs skeg; nobody reads what it says if stderr is `broken`. @param most kilobytes that a file may have;
   * options: those of Node
   */
  function start(
    args: readonly string[],
    {
      stderr = 'read',
      most,
      options = '',
      temporary = 'temporary',
      program = PROGRAM,
      within = (...command) => command,
    }: {
      stderr?: 'read' | 'broken' | 'full'
      most?: number
      options?: string
      temporary?: string
      program?: string
      within?: (...command: string[]) => string[]
    } = {},
  ): ChildProcess {
    const { SKEG_PORT: _, NODE_OPTIONS = '', ...env } = process.env
    const words = within(process.execPath, program, ...args)
    const [command, ...rest] =
      most === undefined ? words : ['sh', '-c', `ulimit -f ${most * 2}; exec "$@"`, 'sh', ...words]
    const full = openSync(FULL, 'w')
    const child = spawn(command as string, rest, {
      env: { ...env, TMPDIR: at(temporary), NODE_OPTIONS: `${NODE_OPTIONS} ${options}` },
      stdio: ['ignore', 'pipe', stderr === 'full' ? full : 'pipe'],
      timeout: 110_000,
      killSignal: 'SIGKILL',
    })
    closeSync(full)
    if (stderr === 'broken') child.stderr?.destroy()
    return child
  }

  async function ended(child: ChildProcess): Promise<Ended> {
    const { err, ...rest } = await endOf(child)
    // On a slow machine it says how far it has come.
    return { ...rest, err: err.replace(/^(?:\d+ %, )?[\d,]+ records?, .*\n/gm, '') }
  }

  const urlOf = async (server: ChildProcess): Promise<string> => {
    const [chunk] = (await Promise.race([
      once(server.stdout as NodeJS.EventEmitter, 'data'),
      once(server, 'exit'),
    ])) as [unknown]
    return / at (http\S+)\n/.exec(String(chunk))?.[1] as string
  }

  it('serves on where its engine is killed, says so, and filters with another one', async () => {
    const server = start(['serve', at('dense'), '--port', '0', '--sparql', 'off', ...WITHOUT_THREADS])
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const url = await urlOf(server)
    const filtered = async (name: string): Promise<number> =>
      (await fetch(`${url}/skg-if/api/products?filter=${filterByEngine(name)}`)).status
    expect(await filtered('a')).to.equal(404)
    const [engine, ...more] = enginesOf(server.pid)
    expect(more).to.have.length(0)
    process.kill(engine!, 'SIGKILL')
    await until(() => log.includes('an engine has crashed (SIGKILL); another one takes its place'))
    expect((await fetch(`${url}/skg-if/api/persons/p1`)).status).to.equal(200)
    expect((await fetch(`${url}/health`)).status).to.equal(200)
    expect(await filtered('b')).to.equal(404)
    expect(await (await fetch(`${url}/metrics`)).text()).to.include(
      '\nskeg_background_failures_total{task="engine"} 1\n',
    )
    server.kill('SIGTERM')
    expect((await ended(server)).code).to.equal(0)
  })

  for (const stderr of ['full', 'broken'] as const) {
    const itWhere = stderr === 'full' ? it : itInFull
    itWhere(`serves on where its log is ${stderr}`, async () => {
      const server = start(['serve', at('few.jsonl'), '--base', base, '--port', '0', ...WITHOUT_THREADS], {
        stderr,
      })
      const url = await urlOf(server)
      for (let i = 0; i < 3; i++) expect((await fetch(`${url}/skg-if/api/topics/t`)).status).to.equal(200)
      server.kill('SIGTERM')
      expect((await ended(server)).code).to.equal(0)
    })

    itInFull(`loads where what it says is ${stderr}`, async () => {
      const { code, out } = await ended(
        start(['load', at('few.jsonl'), '--base', base, '--out', at('few')], { stderr }),
      )
      expect(out).to.match(/ prepared \S+few: 1 record, /)
      expect(code).to.equal(0)
    })
  }

  it('leaves the graph as it was where the report of a load cannot be written, and says so', async () => {
    const { code, err } = await ended(
      start(['load', at('few.jsonl'), '--base', base, '--out', at('dense'), '--report', FULL]),
    )
    expect(err).to.equal(
      'skeg: the report /dev/full cannot be written: ENOSPC: no space left on device, write\n',
    )
    expect(code).to.equal(1)
    expect(named('.loading', at('dense'))).to.deep.equal([])
    expect(JSON.parse(readFileSync(join(at('dense'), 'manifest.json'), 'utf8')).records.person).to.equal(8000)
  })

  itInFull(
    'makes no graph where nothing can be put aside while files are read, and blames none of them',
    async () => {
      const long = 'x'.repeat(200)
      writeFileSync(
        at('long.jsonl'),
        Array.from({ length: 30_000 }, (_, i) =>
          JSON.stringify({
            local_identifier: `p${i}`,
            entity_type: 'product',
            titles: { en: ['T'] },
            // A copy waits for the record of the person, which might come.
            contributions: [{ by: { local_identifier: 'x', entity_type: 'person', name: `${long}${i}` } }],
          }),
        ).join('\n'),
      )
      const { code, err } = await ended(
        start(['load', at('few.jsonl'), at('long.jsonl'), '--base', base, '--out', at('large')], {
          most: 2000,
        }),
      )
      expect(err).to.equal(
        'skeg: the temporary files of a load cannot be written: EFBIG: file too large, write\n',
      )
      expect(code).to.equal(1)
      expect(named('large')).to.deep.equal([])
    },
  )

  const rooms: readonly [what: string, most: number, expected: RegExp][] = [
    ['its index', 5000, /^skeg: the index \S+index cannot be written: .+\n$/],
    ['what is sorted for it', 1500, /^skeg: what is sorted for the index cannot be written: EFBIG: .+\n$/],
  ]
  for (const [what, most, expected] of rooms) {
    const itWhere = most === 1500 ? it : itInFull
    itWhere(`makes no graph where ${what} has no room, and says so in a line`, async () => {
      const { code, err } = await ended(
        start(['load', at('dense.jsonl'), '--base', base, '--out', at('large')], { most }),
      )
      expect(err).to.match(expected)
      expect(code).to.equal(1)
      expect(named('large')).to.deep.equal([])
    })
  }

  it('says in a line that an archive has no room, and leaves nothing of it', async () => {
    const { code, err } = await ended(start(['export', at('dense'), '--out', at('large.zip')], { most: 100 }))
    expect(err).to.equal('skeg: EFBIG: file too large, write\n')
    expect(code).to.equal(1)
    expect(named('large')).to.deep.equal([])
  })

  /**
   * For Node: sends a command a signal in the first turn of its event loop in which a folder has a file whose
   * name begins as given. From outside, the command might be done before the signal comes.
   */
  function signalWhere(place: string, start: string, signal: NodeJS.Signals): string {
    writeFileSync(
      at('watching.mjs'),
      `import { existsSync, readdirSync } from 'node:fs'
      const isThere = () => existsSync(${JSON.stringify(place)}) &&
        readdirSync(${JSON.stringify(place)}).some((name) => name.startsWith(${JSON.stringify(start)}))
      const look = () => {
        if (isThere()) process.kill(process.pid, ${JSON.stringify(signal)})
        else setImmediate(look).unref()
      }
      if (/^(load|check|export)$/.test(process.argv[2])) look()`,
    )
    return `--import ${at('watching.mjs')}`
  }

  const breaks: readonly [
    title: string,
    args: () => string[],
    started: () => readonly [place: string, start: string],
    signals: readonly NodeJS.Signals[],
  ][] = [
    [
      'a check',
      () => ['check', at('many.jsonl'), '--base', base],
      () => [at('temporary'), 'skeg-graph-'],
      ['SIGTERM', 'SIGHUP'],
    ],
    [
      'an export',
      () => ['export', at('dense'), '--out', at('half.zip')],
      () => [folder, 'half.zip.'],
      ['SIGTERM', 'SIGHUP'],
    ],
    [
      'an export of files',
      () => ['export', at('many.jsonl'), '--base', base, '--out', at('half.zip')],
      () => [at('temporary'), 'skeg-graph-'],
      ['SIGHUP'],
    ],
    [
      'a load',
      () => ['load', at('many.jsonl'), '--base', base, '--out', at('never')],
      () => [at('never'), '.loading'],
      ['SIGTERM', 'SIGINT', 'SIGHUP'],
    ],
  ]
  for (const [title, args, started, signals] of breaks) {
    for (const signal of signals) {
      const itWhere = signal === 'SIGTERM' ? it : itInFull
      itWhere(`leaves nothing of ${title} that ${signal} ends`, async () => {
        const child = start(args(), { options: signalWhere(...started(), signal) })
        expect((await ended(child)).code).to.equal(EXIT[signal])
        expect(named('skeg-graph-', at('temporary'))).to.deep.equal([])
        expect(named('half')).to.deep.equal([])
        expect(existsSync(at('never'))).to.equal(false)
      })
    }
  }

  it('ends where files are to be served and there is no folder for what is temporary, and names TMPDIR', async () => {
    const child = start(['serve', at('few.jsonl'), '--base', base, '--port', '0', '--sparql', 'off'], {
      temporary: 'nowhere',
    })
    const { code, err } = await ended(child)
    expect(code).to.equal(1)
    expect(err).to.match(
      /^skeg: the temporary folder \S+nowhere cannot be used: .*; name another one by the variable TMPDIR\n$/,
    )
  })

  it('serves a prepared graph, its dump and SPARQL where nothing temporary can be written, and says so', async () => {
    const server = start(['serve', at('dense'), '--port', '0', '--log', 'off', ...WITHOUT_THREADS], {
      temporary: 'nowhere',
    })
    const end = ended(server)
    const url = await urlOf(server)
    expect((await fetch(`${url}/skg-if/api/persons/p1`)).status).to.equal(200)
    expect(await (await fetch(`${url}/dump`)).text()).to.include('<https://example.org/p1>')
    const query = encodeURIComponent('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')
    let status = 0
    await until(async () => {
      ;({ status } = await fetch(`${url}/sparql?query=${query}`))
      return status !== 503
    })
    expect(status).to.equal(200)
    server.kill('SIGTERM')
    const { code, err } = await end
    expect(code).to.equal(0)
    expect(err).to.match(/warned no-temporary-folder \(1\): .*TMPDIR/)
  })

  /** Runs a command where the root and our folder can only be read. */
  const readOnly = (...command: string[]): string[] => [
    'unshare',
    ...['--user', '--map-root-user', '--mount', '--propagation', 'private', 'sh', '-c'],
    'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && mount -o remount,ro,bind / && exec "$@"',
    folder,
    ...command,
  ]

  it('serves a prepared graph from a read-only file system, several servers at once', async function () {
    const [unshare = '', ...args] = readOnly('touch', at('small/file'))
    await prepareGraph([at('few.jsonl')], { model, base, out: at('small') })
    // It has to run, and to fail for the right reason.
    const attempt = spawnSync(unshare, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
    if (!/Read-only file system/.test(attempt.stderr ?? '')) {
      console.log('      skipped: no read-only file system can be made here by unshare and mount')
      this.skip()
    }
    const words = ['serve', at('small'), '--port', '0', '--log', 'off', '--sparql', 'off']
    // In full runs there are more, with threads: they open the index of a read-only file system themselves.
    const more = isFullEffort ? [words, words, words] : []
    const servers = [words, ...more, [...words, ...WITHOUT_THREADS]].map((line) =>
      start(line, { within: readOnly }),
    )
    const ends = servers.map(ended)
    try {
      for (const url of await Promise.all(servers.map(urlOf))) {
        expect((await fetch(`${url}/skg-if/api/topics/t`)).status).to.equal(200)
        const search = await fetch(`${url}/skg-if/api/topics?filter=cf.search.labels:t`)
        expect(search.status).to.equal(200)
      }
    } finally {
      for (const server of servers) server.kill('SIGTERM')
    }
    for (const { code, err } of await Promise.all(ends)) {
      expect(code).to.equal(0)
      expect(err).to.match(/warned no-temporary-folder \(1\): .*TMPDIR[\s\S]*EROFS/)
    }
  })

  itInFull('loads where there is no folder for what is temporary', async () => {
    const { code } = await ended(
      start(['load', at('few.jsonl'), '--base', base, '--out', at('few')], { temporary: 'nowhere' }),
    )
    expect(code).to.equal(0)
  })

  for (const path of ['dense', 'few.jsonl']) {
    const itWhere = path === 'dense' ? it : itInFull
    itWhere(`ends whenever SIGTERM comes while ${path} begins to be served, and leaves nothing`, async () => {
      for (let moment = 0; moment < 600; moment += isFullEffort ? 40 : 300) {
        const server = start(['serve', at(path), '--base', base, '--port', '0', '--log', 'off'])
        await until(() => named('skeg-graph-', at('temporary')).length > 0)
        await wait(moment)
        server.kill('SIGTERM')
        expect((await ended(server)).code, `${moment} ms after its folder`).to.be.oneOf([0, 143])
        expect(named('skeg-graph-', at('temporary')), `${moment} ms after its folder`).to.deep.equal([])
      }
    })
  }

  /** Another installation, which lacks a module. @returns its folder */
  function breakInstallation(...missing: string[]): string {
    const broken = join(folder, 'broken')
    cpSync(dirname(PROGRAM), join(broken, 'dist'), { recursive: true })
    for (const name of ['contexts', 'queries', 'package.json', 'node_modules'])
      symlinkSync(join(dirname(PROGRAM), '..', name), join(broken, name))
    rmSync(join(broken, 'dist', ...missing))
    return broken
  }

  itInFull('ends with a message where the code that answers cannot be read', async () => {
    for (const path of ['dense', 'few.jsonl']) {
      const broken = breakInstallation('server', 'routes', 'routes.js')
      const { code, err } = await ended(
        start(['serve', at(path), '--base', base, '--port', '0'], {
          program: join(broken, 'dist', 'main.js'),
        }),
      )
      rmSync(broken, { recursive: true })
      expect(code).to.equal(1)
      expect(err).to.match(/^skeg: Cannot find module \S+routes\.js/m)
      expect(named('skeg-graph-', at('temporary'))).to.deep.equal([])
    }
  })

  it('logs at its start that code of some answers cannot be read, and serves the others', async () => {
    const broken = breakInstallation('api', 'routes', 'records', 'list.js')
    const server = start(['serve', at('dense'), '--port', '0'], { program: join(broken, 'dist', 'main.js') })
    const [listening, end] = [urlOf(server), ended(server)]
    let err = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    await until(() => /Cannot find module \S+list\.js.*Background work has failed/.test(err))
    const url = await listening
    expect((await fetch(`${url}/skg-if/api/persons`)).status).to.equal(500)
    expect((await fetch(`${url}/search?q=x`)).status).to.equal(200)
    server.kill('SIGTERM')
    expect((await end).code).to.equal(0)
    rmSync(broken, { recursive: true })
  })

  /** For Node: sends the process a signal while it reads the first file that all commands need. */
  function signalWhileReading(signal: NodeJS.Signals): string {
    writeFileSync(
      at('hooks.mjs'),
      `let given
      export const initialize = (data) => { given = data }
      export async function load(url, context, next) {
        if (given && url.endsWith('/extensions/index.js')) {
          process.kill(given.pid, given.signal)
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        return next(url, context)
      }`,
    )
    writeFileSync(
      at('register.mjs'),
      `import { register } from 'node:module'
      const { pid, argv } = process
      if (/^(serve|load|check)$/.test(argv[2]))
        register(${JSON.stringify(pathToFileURL(at('hooks.mjs')))}, { data: { pid, signal: '${signal}' } })`,
    )
    return `--import ${at('register.mjs')}`
  }

  for (const [command, signal] of [
    ['serve', 'SIGTERM'],
    ['serve', 'SIGINT'],
    ['load', 'SIGTERM'],
    ['check', 'SIGHUP'],
  ] as const) {
    const itWhere = command === 'load' ? it : itInFull
    itWhere(
      `ends with ${EXIT[signal]} where ${signal} comes while the code of ${command} is read`,
      async () => {
        const words = [command, at('few.jsonl'), '--base', base]
        if (command === 'load') words.push('--out', at('signalled'))
        const child = start(words, { options: signalWhileReading(signal) })
        expect((await ended(child)).code).to.equal(EXIT[signal])
        expect(named('skeg-graph-', at('temporary'))).to.deep.equal([])
        expect([...named('signalled'), ...named('.signalled')]).to.deep.equal([])
      },
    )
  }

  it('serves on where SIGHUP comes while its code is read, and loads anew', async () => {
    const server = start(['serve', at('dense'), '--port', '0', '--sparql', 'off', ...WITHOUT_THREADS], {
      options: signalWhileReading('SIGHUP'),
    })
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    const url = await urlOf(server)
    expect((await fetch(`${url}/skg-if/api/persons/p1`)).status).to.equal(200)
    await until(() => log.includes('A new graph serves.'))
    server.kill('SIGTERM')
    expect((await ended(server)).code).to.equal(0)
  })

  itInFull('serves on where SIGHUP comes while it opens its graph', async () => {
    const server = start(['serve', at('dense.jsonl'), '--base', base, '--port', '0', '--log', 'off'])
    const url = urlOf(server)
    await until(() => named('skeg-graph-', at('temporary')).length > 0)
    server.kill('SIGHUP')
    expect((await fetch(`${await url}/skg-if/api/persons/p1`)).status).to.equal(200)
    server.kill('SIGTERM')
    expect((await ended(server)).code).to.equal(0)
  })
})
