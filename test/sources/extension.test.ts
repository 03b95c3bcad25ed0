// Sources that extensions bring: those of docs/sources.md run here.

import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { checkPaths } from '../../src/load/validate/check.ts'
import { loadExtensions } from '../../src/load/extensions.ts'
import { validateExtension } from '../../src/model/check/extension.ts'
import { buildModel, ModelError } from '../../src/model/model.ts'
import { BASE } from '../load/files.ts'

const guide = readFileSync(new URL('../../docs/sources.md', import.meta.url), 'utf8')
const example = /```js\n([^]*?)```/.exec(guide)?.[1] as string

describe('a source of an extension', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  async function check(module: string, data: unknown): Promise<{ records: number; messages: string[] }> {
    writeFileSync(join(folder, 'lab.mjs'), module)
    writeFileSync(join(folder, 'a.json'), JSON.stringify(data))
    const model = buildModel([...extensions, ...(await loadExtensions([join(folder, 'lab.mjs')], api))])
    const { records, report } = await checkPaths([join(folder, 'a.json')], { model, base: BASE })
    return { records, messages: report.findings.map(({ message }) => message) }
  }

  it('reads what it recognises, as the documentation shows', async () => {
    const results = [{ lims_id: 1, name: 'A', room: 2 }, { lims_id: 2, name: 'B', room: 3 }, { lims_id: 3 }]
    expect(await check(example, { results })).to.deep.equal({
      records: 2,
      messages: ['has no name', 'LIMS JSON: member room: left out 2 times, first here'],
    })
  })
  it('that fails spoils its record and no other', async () => {
    const module = example.replace(
      'if (record.room)',
      'if (record.room === 3) record.none.at(0); if (record.room)',
    )
    const { records, messages } = await check(module, [
      { lims_id: 1, name: 'A', room: 3 },
      { lims_id: 2, name: 'B' },
    ])
    expect(records).to.equal(1)
    expect(messages).to.have.length(1)
    expect(messages[0]).to.match(
      /^cannot be read as LIMS JSON, by a fault of its reader: Cannot read properties/,
    )
  })
  it('is held against its row', () =>
    expect(
      validateExtension({
        name: 'lab',
        version: '1',
        contexts: {},
        sources: [{ name: 'A', label: 'A', recognises: 1 }],
      }),
    ).to.deep.equal([
      'sources[0].name is "A"; it must be a name of small letters, digits, - and _',
      'sources[0].recognises is 1; it must be a function',
      'sources[0] lacks read',
    ]))
  it('has a name of its own', () => {
    const [source] = extensions.flatMap(({ sources = [] }) => sources)
    const lab = { name: 'lab', version: '1', contexts: {}, sources: source ? [source] : [] }
    expect(() => buildModel([...extensions, lab])).to.throw(ModelError, /two sources are named crossref/)
  })
})
