// A load over a graph says what it replaces, and stops where more than a tenth of the records would be gone.

import { expect } from 'chai'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST, readManifest } from '../../src/load/prepared/manifest.ts'
import { startCommandRunner, type CommandRunner } from '../support/command.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const BASE = 'https://example.org/'
const persons = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) =>
    JSON.stringify({ local_identifier: `p${from + i}`, entity_type: 'person', name: `P ${from + i}` }),
  ).join('\n')

describe('a load over a graph', () => {
  let folder: string
  const at = (name: string): string => join(folder, name)
  const manifest = (): string => readFileSync(join(at('graph'), MANIFEST), 'utf8')
  const personCount = (): number | undefined => readManifest(at('graph')).records['person']
  const runner = throughout(startCommandRunner)
  const load = (...words: string[]): ReturnType<CommandRunner['run']> =>
    runner.run(['load', ...words, '--out', at('graph'), '--base', BASE])
  const file = (name: string, content: string): string => {
    writeFileSync(at(name), content)
    return at(name)
  }
  beforeEach(async () => {
    folder = temporaryFolder()
    expect((await load(file('old.jsonl', persons(0, 20)))).code).to.equal(0)
  })

  const rows: readonly [content: string, flags: string[], code: number, line: RegExp][] = [
    [persons(0, 30), [], 0, /: replaces a graph of 20 records; 0 of them are not in the new one$/m],
    [persons(2, 30), [], 0, /: replaces a graph of 20 records; 2 of them are not in the new one$/m],
    [
      persons(3, 30),
      [],
      4,
      /^skeg: \S+graph is not written: it replaces a graph of 20 records; 3 of them are not in the new one, .* --replace$/m,
    ],
    [persons(50, 51), ['--replace'], 0, /; 20 of them are not in the new one$/m],
    [
      `{"local_identifier":"x","entity_type":"product","contributions":[${[0, 1, 2].map((i) => `{"by":"p${i}"}`).join()}]}\n${persons(3, 20)}`,
      [],
      4,
      /; 3 of them are not in the new one/,
    ],
  ]
  for (const [content, flags, code, line] of rows)
    it(`ends with ${code} and says what is missing: ${line}`, async () => {
      const before = manifest()
      const ended = await load(file('new.jsonl', content), ...flags)
      expect(ended.err).to.match(line)
      expect(ended.code).to.equal(code)
      expect(manifest() === before).to.equal(code !== 0)
      expect(
        readdirSync(at('graph')).filter((name) => name.startsWith('.') || name.includes('lock')),
      ).to.deep.equal([])
    })

  it('replaces a graph that is damaged, and says that it cannot count its records', async () => {
    for (const name of readdirSync(at('graph')).filter((one) => one.startsWith('index')))
      writeFileSync(join(at('graph'), name), 'x')
    const { code, err } = await load(file('new.jsonl', persons(50, 51)))
    expect(err).to.match(
      /replaces a graph whose records cannot be counted: .*index-\S+ has 1 bytes instead of/,
    )
    expect(code).to.equal(0)
    expect(personCount()).to.equal(1)
  })

  it('takes nothing over from an index of which a page is damaged', async () => {
    const { file: name } = readManifest(at('graph')).files.index
    const bytes = readFileSync(join(at('graph'), name))
    for (let i = 0; i < 100; i++) bytes[bytes.length - 5000 + i]! ^= 1
    writeFileSync(join(at('graph'), name), bytes)
    const { code, err } = await load(file('new.jsonl', persons(0, 20)))
    expect(err).to.match(
      /replaces a graph whose records cannot be counted: its index is not as it was written/,
    )
    expect(code).to.equal(0)
    expect(personCount()).to.equal(20)
  })
})
