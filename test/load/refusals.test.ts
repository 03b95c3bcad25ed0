// How much a load may refuse, and what it does not take for bad data: faults of the program.

import { expect } from 'chai'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { load as loadCommand } from '../../src/commands/load.ts'
import { baseFor } from '../../src/load/base.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { ProgramFault } from '../../src/load/text/input-error.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { readCommandLine } from '../../src/config/parse-settings.ts'
import type { Model } from '../../src/model/model.ts'
import { startCommandRunner } from '../support/command.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'
import { tar } from '../sources/archives.ts'
import { zip } from './files.ts'
import { throughout } from '../support/closing.ts'

const base = 'https://example.org/graph/'
const good = (i: number): string =>
  JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: `P ${i}` })
const bad = '{"entity_type":"person","name":"without an id"}'
const lines = (accepted: number, refused: number): string =>
  [...Array.from({ length: accepted }, (_, i) => good(i)), ...Array<string>(refused).fill(bad)].join('\n')

let folder = ''
const at = (name: string): string => join(folder, name)

describe('a load that refuses records', () => {
  const runner = throughout(() => startCommandRunner())
  beforeEach(() => {
    folder = temporaryFolder()
    mkdirSync(at('in'))
  })

  const run = (...flags: string[]): Promise<number | void> =>
    loadCommand(
      [at('in')],
      readCommandLine(['load', '--out', at('out'), '--base', base, '--replace', ...flags], {}).settings,
      model,
      [],
    )
  const cut = gzipSync(lines(2000, 0)).subarray(0, -2000)

  const rows: [title: string, files: Record<string, string | Buffer>, flags: string[], code: number][] = [
    ['a tenth of the records', { 'a.jsonl': lines(18, 2) }, [], 0],
    ['more than a tenth of the records', { 'a.jsonl': lines(17, 2) }, [], 3],
    ['as many as are allowed', { 'a.jsonl': lines(3, 2) }, ['--max-refused', '2'], 0],
    ['more than are allowed', { 'a.jsonl': lines(3, 3) }, ['--max-refused', '2'], 3],
    ['one where none is allowed', { 'a.jsonl': lines(100, 1) }, ['--max-refused', '0'], 3],
    ['nearly all, which is allowed', { 'a.jsonl': lines(1, 9) }, ['--max-refused', '90%'], 0],
    ['the rest of a file that is cut off', { 'a.jsonl.gz': cut, 'b.jsonl': lines(50, 0) }, [], 3],
    ['a document that is no JSON', { 'a.json': `[${good(1)},`, 'b.jsonl': lines(50, 0) }, [], 3],
    ['the rest of a file of Turtle', { 'a.ttl': '<a:b> <a:b> <a:b> . <', 'b.jsonl': lines(50, 0) }, [], 3],
    ['empty files alone', { 'a.jsonl': '', 'c.jsonl': '', 'b.jsonl': lines(2, 0) }, [], 0],
    ['a cut file where a fifth may be', { 'a.jsonl.gz': cut, 'b.jsonl': good(1) }, ['--max-refused', '1'], 0],
  ]
  for (const [title, files, flags, code] of rows) {
    // A check allows none unless it is told so.
    const ofCheck = code === 0 && flags.length > 0 ? 0 : 1
    it(`and a check with ${ofCheck} where it refuses ${title}`, async () => {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(at('in'), name), content)
      const ended = await runner.run(['check', at('in'), '--base', base, ...flags])
      expect([ended.code, ended.err]).to.deep.equal([ofCheck, ''])
    })
    it(`ends with ${code} where it refuses ${title}`, async () => {
      const { manifest } = await prepareGraph([writeOld()], { model, base, out: at('out') })
      for (const [name, content] of Object.entries(files)) writeFileSync(join(at('in'), name), content)
      expect((await run(...flags)) ?? 0).to.equal(code)
      const { hash } = readManifest(at('out'))
      expect(hash === manifest.hash).to.equal(code === 3)
    })
  }
  function writeOld(): string {
    writeFileSync(at('old.jsonl'), good(1_000_000))
    return at('old.jsonl')
  }

  // A model that lacks a function, as a fault of the program or of an extension may have it.
  const faulty = { ...model, typeOfClass: undefined } as unknown as Model
  const faults: [title: string, name: string, text: string][] = [
    ['record', 'a.jsonl', '{"local_identifier":"c","entity_type":"http://xmlns.com/foaf/0.1/Person"}'],
    ['triple', 'a.ttl', '<a:b> <a:b> [ a <http://xmlns.com/foaf/0.1/Person> ] .'],
  ]
  for (const [title, name, text] of faults) {
    it(`ends with the stack of a fault of the program that shows at a ${title}, and the old graph stays`, async () => {
      const { manifest } = await prepareGraph([writeOld()], { model, base, out: at('out') })
      writeFileSync(join(at('in'), name), text)
      const error = await prepareGraph([at('in')], { model: faulty, base, out: at('out') }).catch(
        (one: unknown) => one,
      )
      expect(error).to.be.instanceOf(ProgramFault)
      expect((error as Error).message).to.match(
        new RegExp(
          `^a fault of the program, not of the data, while \\S+${name}(?::1)? was read: TypeError: [^]*\n +at `,
        ),
      )
      expect(readManifest(at('out')).hash).to.equal(manifest.hash)
    })
  }

  it('reads a directory once, whatever links lead to it', async () => {
    for (let i = 0; i < 12; i++) mkdirSync(at(`in/${i}`))
    for (let i = 0; i < 11; i++)
      for (const name of ['a', 'b']) symlinkSync(at(`in/${i + 1}`), at(`in/${i}/${name}`))
    symlinkSync(at('in'), at('in/11/up'))
    writeFileSync(at('in/11/x.jsonl'), good(1))
    expect(await findInputs([at('in'), at('in/3')])).to.have.length(1)
  })
})

describe('the base of inputs', () => {
  beforeEach(() => {
    folder = temporaryFolder()
  })
  const other = 'https://other.example/'
  const context = (iri: string): string => `["https://w3id.org/x", {"@base": "${iri}"}]`
  const filler = `{"local_identifier": "a\\"}],{", "titles": {"@context": {"@base": "${other}"}}}`
  const large = Array<string>(2000).fill(filler).join(', ')
  const veryLarge = Array<string>(20).fill(large).join(', ')
  const whole = `{"@context": ${context(base)}, "@graph": [${large}]}`
  const fine: [title: string, text: string | Buffer, name?: string][] = [
    ['at the start', whole],
    ['at the end', `{"@graph": [${large}], "@context": ${context(base)}}`],
    ['as an object', `{"@context": {"@base": "${base}"}}`],
    ['escaped', `{"@\\u0063ontext": ${context(base)}}`],
    ['of a document that is cut off', `{"@context": ${context(base)}, "@graph": [{`],
    ['behind what is read first', `{"@graph": [${veryLarge}], "@context": ${context(base)}}`],
    ['at the start of what is longer, and cut off', `{"@context": ${context(base)}, "@graph": [${veryLarge}`],
    ['in a long line', `{"@graph": [${large}], "@context": ${context(base)}}\n{}`, 'a.jsonl'],
    ['in lists', `[[{"@context": ${context(base)}, "a": [${large}]}]]`],
    ['in a packed file', gzipSync(whole), 'a.json.gz'],
    ['in a tar archive', tar({ 'x.jsonl': '', 'a.json': whole }), 'a.tar'],
    ['in an archive within an archive', zip({ 'b.zip': zip({ 'a.json': whole }, 8) }, 0), 'a.zip'],
  ]
  const wrong: [title: string, text: string, expected: RegExp][] = [
    [
      'twice',
      `[{"@context": ${context(base)}}, {"a": [${large}], "@context": ${context(other)}}]`,
      /state several: \S+example.org\/graph\/ \S+other.example/,
    ],
    ['in lines', `{"@context": ${context(base)}}\n{"@context": ${context(other)}}`, /several/],
    ['nowhere but inside of a record', filler, /state no @base/],
    ['as a value', `{"a": "@context", "b": ${context(other)}}`, /state no @base/],
  ]
  const found = async (name: string, content: string | Buffer): Promise<string> => {
    writeFileSync(at(name), content)
    return baseFor(await findInputs([at(name)]), undefined, model).catch((error: Error) => error.message)
  }
  for (const [title, content, name = 'a.json'] of fine)
    it(`is found ${title}`, async () => expect(await found(name, content)).to.equal(base))
  for (const [title, content, expected] of wrong)
    it(`is none ${title}`, async () => expect(await found('a.json', content)).to.match(expected))
  it('is not found where no input can be read, which is said', async () => {
    expect(await found('a.json.gz', 'no gzip')).to.match(
      /state no @base \(not all could be read: \S+a\.json\.gz incorrect header check\)/,
    )
  })
})
