// A librarian's graph, by commands alone.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { runProcess } from '../support/command.ts'
import { DOIS, openLibrary } from '../support/librarian.ts'
import type { Json } from './reading.ts'
import { throughout } from '../support/closing.ts'

const ORCID = 'https://orcid.org/0000-0002-1825-0097'

describe('the graph of a librarian', () => {
  const library = throughout(() => openLibrary())

  /** Loads inputs, and gives the records by their ids. */
  async function load(...inputs: readonly string[]): Promise<ReadonlyMap<string, Json>> {
    await library.load(...inputs)
    const exported = await runProcess(['export', library.at('graph'), '--out', library.at('graph.jsonl')])
    expect(exported.code, exported.err).to.equal(0)
    const lines = readFileSync(library.at('graph.jsonl'), 'utf8').trim().split('\n')
    const records = lines.map((line) => JSON.parse(line) as Json)
    return new Map(records.map((record) => [record['local_identifier'] as string, record]))
  }
  const titleOf = (record: Json | undefined): unknown => record?.['titles']
  const authorsOf = (record: Json | undefined): unknown[] =>
    record?.['contributions'].flatMap((one: Json) =>
      one['role'] === 'author' ? [one['by'].local_identifier] : [],
    )

  it('is checked, fetched and loaded in three commands, and is brought up to date by the third', async function () {
    this.timeout(120_000)
    const map = await library.check()
    expect(map).to.include('Unit: department').and.include('E-mail: null')
    expect(await library.fetch()).to.equal(20)

    const graph = await load('works.json')
    const products = DOIS.map((doi) => graph.get(`https://doi.org/${doi}`))
    expect(products.map(titleOf)).to.deep.equal(DOIS.map((doi) => ({ none: [`Title of ${doi}`] })))
    expect(titleOf(graph.get('https://doi.org/10.5555/first'))).to.deep.equal({ en: ['A graph of research'] })
    expect(titleOf(graph.get('https://doi.org/10.5555/third'))).to.deep.equal({ none: ['My own paper'] })
    const [staff, ...others] = [...graph.values()].filter(({ identifiers }) =>
      JSON.stringify(identifiers ?? '').includes('0000-0002-1825-0097'),
    )
    expect(others).to.deep.equal([])
    expect(staff?.['local_identifier']).to.equal(ORCID)
    expect(JSON.stringify(staff?.['affiliations']))
      .to.include('Psychoceramics')
      .and.include('ror.org/05gq02987')
    expect([...products, graph.get('https://doi.org/10.5555/second')].flatMap(authorsOf)).to.deep.equal(
      Array.from({ length: 21 }, () => ORCID),
    )
    expect([...graph.values()].map(({ name }) => name as unknown)).to.include('Ännchen Müller')
    expect(JSON.stringify([...graph.values()])).not.to.include('@uni.example')

    const next = await load('works.json', 'week48.json')
    expect([...graph.keys()].filter((id) => !next.has(id))).to.deep.equal([])
    expect(titleOf(next.get('https://doi.org/10.5555/fourth'))).to.deep.equal({ none: ['News'] })
    expect(titleOf(next.get('https://doi.org/10.5555/first'))).to.deep.equal({ en: ['A graph of research'] })
  })
})
