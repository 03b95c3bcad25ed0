/** The settings: flags, variables, defaults, and what is refused. */

import { expect } from 'chai'
import { describeSettings } from '../src/config/settings-help.ts'
import { UsageError } from '../src/config/errors.ts'
import { flagOf, variableOf } from '../src/config/setting-row.ts'
import { settings, withDefaults, type SettingName } from '../src/config/settings.ts'
import { readCommandLine } from '../src/config/parse-settings.ts'

const names = Object.keys(settings) as SettingName[]
const read = (line: string, environment: Record<string, string> = {}): ReturnType<typeof readCommandLine> =>
  readCommandLine(
    line
      .split(' ')
      .filter(Boolean)
      .map((word) => word.replaceAll('_', ' ')),
    environment,
  )

describe('settings', () => {
  it('have their defaults', () => {
    expect(read('').settings).to.deep.equal(withDefaults())
    expect(withDefaults()).to.include({
      port: 8080,
      host: '127.0.0.1',
      emptyList: '404',
      log: true,
      maxAge: 300,
    })
    expect(withDefaults().base).to.equal(undefined)
  })

  const good: readonly [line: string, environment: Record<string, string>, expected: object][] = [
    ['--port 81', {}, { port: 81 }],
    ['--port=81', {}, { port: 81 }],
    ['', { SKEG_PORT: '82' }, { port: 82 }],
    ['--port 81', { SKEG_PORT: '82' }, { port: 81 }],
    ['', { SKEG_PORT: '' }, { port: 8080 }],
    ['', { SKEG_PUBLIC_URL: 'https://Graphs.example/skeg/' }, { publicUrl: 'https://graphs.example/skeg' }],
    ['--public-url http://localhost:1/', {}, { publicUrl: 'http://localhost:1' }],
    ['--empty-list 200', {}, { emptyList: '200' }],
    ['--log off', {}, { log: false }],
    [
      '--port 0 --host 0.0.0.0 --base https://example.org/',
      {},
      { port: 0, host: '0.0.0.0', base: 'https://example.org/' },
    ],
  ]
  for (const [line, environment, expected] of good) {
    it(`take ${line} of ${JSON.stringify(environment)}`, () => {
      expect(read(line, environment).settings).to.include(expected)
    })
  }

  it('take templates of links', () => {
    expect(
      read('--service-links https://a.example/{iri}_text/html=https://b.example/{suffix}?a=b/c').settings
        .serviceLinks,
    ).to.deep.equal([
      { template: 'https://a.example/{iri}' },
      { mediaType: 'text/html', template: 'https://b.example/{suffix}?a=b/c' },
    ])
  })

  it('take paths, from each flag and several from one', () => {
    expect(read('--extension a --extension b:c').settings.extension).to.deep.equal(['a', 'b', 'c'])
    expect(read('', { SKEG_EXTENSION: 'a:b' }).settings.extension).to.deep.equal(['a', 'b'])
    expect(read('--extension c', { SKEG_EXTENSION: 'a:b' }).settings.extension).to.deep.equal(['c'])
    expect(read('').settings.extension).to.deep.equal([])
  })

  it('take addresses', () => {
    expect(read('--admin 127.0.0.1:9090').settings.admin).to.deep.equal({ host: '127.0.0.1', port: 9090 })
    expect(read('', { SKEG_ADMIN: '[::1]:0' }).settings.admin).to.deep.equal({ host: '::1', port: 0 })
    expect(read('--admin admin.example:65535').settings.admin).to.deep.equal({
      host: 'admin.example',
      port: 65_535,
    })
    expect(read('').settings.admin).to.equal(undefined)
  })

  it('take the short forms of flags, and values behind an equals sign', () => {
    expect(read('serve -p 8081').settings.port).to.equal(8081)
    expect(read('serve --port=8082').settings.port).to.equal(8082)
    expect(read('serve -h').help).to.equal(true)
    expect(read('-v').version).to.equal(true)
  })

  it('take a flag that is on or off without a value as on', () => {
    expect(read('load a --replace --out b').settings).to.deep.include({ replace: true, out: 'b' })
    expect(read('load a --replace').settings.replace).to.equal(true)
    expect(read('load a --replace off').settings.replace).to.equal(false)
    expect(read('serve graph --watch').settings.watch).to.equal(true)
  })

  it('separate positional words and the two switches from flags', () => {
    expect(read('serve a.json --port 1 b --version')).to.deep.include({
      positionals: ['serve', 'a.json', 'b'],
      flags: ['port'],
      version: true,
      help: false,
    })
    expect(read('serve -- --port')).to.deep.include({ positionals: ['serve', '--port'], flags: [] })
    expect(read('', { SKEG_PROT: '1', OTHER: '2' }).unknownVariables).to.deep.equal(['SKEG_PROT'])
  })

  const bad: readonly [line: string, environment: Record<string, string>, message: RegExp][] = [
    ['--prot 1', {}, /^Unknown setting --prot\.$/],
    ['-x 1', {}, /^Unknown setting -x\.$/],
    ['--constructor', {}, /^Unknown setting --constructor/],
    ['--port', {}, /^--port needs a value/],
    ['--watch graph', {}, /^--watch/],
    ['--port --host x', {}, /^--port needs a value/],
    ['--base=', {}, /^--base needs a value/],
    ['--port 1 --port 2', {}, /^--port is given twice/],
    ['--port http', {}, /^--port must be a whole number from 0 to 65535 \(it is http\)/],
    ['--port 65536', {}, /from 0 to 65535/],
    ['--port=-1', {}, /must be a whole number/],
    ['', { SKEG_PORT: 'tcp://10.0.0.1:80' }, /^SKEG_PORT must be/],
    ['--admin localhost', {}, /must be HOST:PORT, such as 127.0.0.1:9090/],
    ['--admin :9090', {}, /must be HOST:PORT/],
    ['--admin a:65536', {}, /must be HOST:PORT/],
    ['--admin ::1:9090', {}, /must be HOST:PORT/],
    ['--empty-list 204', {}, /must be 404 or 200/],
    ['--log yes', {}, /must be on or off/],
    ['--public-url /skeg', {}, /http\(s\) URL/],
    ['--public-url http://a/?b', {}, /without user, query/],
    ['--service-links http://a/{id}', {}, /has \{id\}; known are \{iri\}/],
    ['--service-links http://a/{iri', {}, /has \{iri;/],
    ['--service-links /a/{iri}', {}, /must be URLs with a scheme/],
  ]
  for (const [line, environment, message] of bad) {
    it(`refuse ${line || JSON.stringify(environment)}`, () => {
      expect(() => read(line, environment)).to.throw(UsageError, message)
    })
  }

  it('are all described, with flag, variable and default', () => {
    for (const name of names) {
      expect(describeSettings({ sources: 'a, b' }))
        .to.include(`  ${flagOf(name)} `)
        .and.include(`[${variableOf(name)}]`)
        .and.include(settings[name].help.replace('{sources}', 'a, b'))
    }
    expect(describeSettings({ sources: '' }, ['port'])).to.equal(
      '  --port NUMBER\n      Port on which the server answers; 0 takes a free one. Default: 8080. [SKEG_PORT]',
    )
  })
})
