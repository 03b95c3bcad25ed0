// A load onto a graph, as a command: what takes the place of what, what stays, and what is said of it.

import { expect } from 'chai'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { graphFiles, MANIFEST, readManifest, writeManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph } from '../support/graphs.ts'
import { startCommandRunner, type Ended } from '../support/command.ts'
import { model } from '../support/model.ts'
import { loadPaths, type Json } from './files.ts'
import { throughout } from '../support/closing.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/graph/'
const EXAMPLES = fileURLToPath(new URL('../../examples/instruments/', import.meta.url))
const [DAY_1, DAY_2] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']

const crossref = (doi: string, title: string, indexed = DAY_1, authors: readonly Json[] = []): Json => ({
  DOI: doi,
  type: 'journal-article',
  member: '78',
  title: [title],
  author: authors,
  indexed: { 'date-time': indexed },
})
const person = (id: string, name: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'person',
  name,
  ...more,
})
const oai = (identifier: string, datestamp: string, title?: string): Json => ({
  oai: {
    baseURL: 'https://repository.example/oai',
    identifier,
    datestamp,
    ...(title === undefined && { deleted: true }),
  },
  ...(title !== undefined && {
    metadata:
      '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      `<dc:title>${title}</dc:title><dc:identifier>https://doi.org/10.5555/${identifier}</dc:identifier></oai_dc:dc>`,
  }),
})
const paperBy = (by: unknown): Json => ({
  local_identifier: 'p',
  entity_type: 'product',
  titles: { en: ['P'] },
  contributions: [{ by, role: 'author' }],
})
const names = (count: number): Json[] =>
  Array.from({ length: count }, (_, i) => person(`n${i}`, `Further ${i}`))

describe('a load onto a graph', () => {
  let folder: string
  const runner = throughout(startCommandRunner)
  const at = (name: string): string => join(folder, name)
  const file = (name: string, content: readonly Json[] | string): string => {
    const text = typeof content === 'string' ? content : content.map((one) => JSON.stringify(one)).join('\n')
    writeFileSync(at(name), text)
    return at(name)
  }
  const run = (...words: string[]): Promise<Ended> =>
    runner.run(['load', ...words, '--out', at('graph'), '--effective-in', '0'])
  /** Loads a first graph, in which few more would be a tenth. */
  async function first(
    content: readonly Json[] | string,
    name = 'a.jsonl',
    ...words: string[]
  ): Promise<void> {
    const { code, err } = await run(
      file(name, content),
      file('more.jsonl', names(30)),
      '--base',
      BASE,
      ...words,
    )
    expect(code, err).to.equal(0)
  }
  async function next(content: readonly Json[] | string, ...words: string[]): Promise<Ended> {
    const ended = await run(at('graph'), file('b.jsonl', content), ...words)
    expect(ended.code, ended.err).to.equal(0)
    return ended
  }
  const answers = async (): Promise<Readonly<Record<string, Json>>> =>
    (await loadPaths([at('graph')], undefined)).answers
  const answerOf = async (key: string): Promise<Json | undefined> => (await answers())[key]

  beforeEach(() => {
    folder = temporaryFolder()
  })

  it('replaces a work wholly: its title, its authors, and what it alone said of them', async () => {
    const by = (given: string, family: string, more: Json = {}): Json => ({ given, family, ...more })
    const affiliation = [{ name: 'Old House' }]
    await first([
      crossref('10.5555/1', 'Old', DAY_1, [by('Wei', 'Zhang', { affiliation }), by('Ann', 'Old')]),
    ])
    await next([crossref('10.5555/1', 'New', DAY_2, [by('Weiwei', 'Zhang')])])
    const found = await answers()
    const work = found['product https://doi.org/10.5555/1'] as Json
    expect(work['titles']).to.deep.equal({ none: ['New'] })
    expect((work['contributions'] as Json[]).map(({ rank }) => rank)).to.deep.equal([1])
    expect(JSON.stringify(found)).not.to.match(/Old/)
  })

  it('brings copies inside other records back to life, and makes mentions of records and back', async () => {
    await first([paperBy(person('x', 'Copy')), person('x', 'Record')])
    expect((await answerOf('person x'))?.['name']).to.equal('Record')
    const { err } = await run(at('graph'), '--delete', file('gone.txt', 'x\nnobody\n'))
    expect(err).to.match(/unknown-deletion[^]*<nobody> is the id of no record/)
    expect((await answerOf('person x'))?.['name']).to.equal('Copy')
    await next([paperBy('x')])
    expect(await answerOf('person x')).to.equal(undefined)
    expect(readManifest(at('graph')).mentions).to.equal(1)
  })

  it('keeps the newer record where sources say of when both are, and says so', async () => {
    await first([crossref('10.5555/1', 'New', DAY_2)])
    const { err } = await next([crossref('10.5555/1', 'Old', DAY_1)])
    expect(err).to.match(
      /older-record[^]*b\.jsonl:1 <10\.5555\/1> is of 2026-01-01\S+, older than that of 2026-02-01/,
    )
    expect((await answerOf('product https://doi.org/10.5555/1'))?.['titles']).to.deep.equal({ none: ['New'] })
    const several = await next([crossref('10.5555/1', 'Older', DAY_1), crossref('10.5555/1', 'Old', DAY_1)])
    expect(several.err).to.match(/older-record \(2\)[^]*b\.jsonl:1 <[^]*b\.jsonl:2 </)
  })

  it('warns of what its own records say, and not again of what those of the loads before say', async () => {
    const at = (id: string, name: string): Json => ({
      affiliation: { local_identifier: id, entity_type: 'organisation', name },
    })
    const house = (id: string, name: string): Json => ({
      local_identifier: id,
      entity_type: 'organisation',
      name,
    })
    const isbn = (id: string): Json =>
      person(id, id, { identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }] })
    const { err } = await run(
      file('a.jsonl', [
        person('x', 'X', { affiliations: [at('o1', 'Copy 1'), at('o2', 'Copy 2')] }),
        house('o1', 'House 1'),
        house('o2', 'House 2'),
        isbn('i1'),
        isbn('i2'),
        person('t', 'x'.repeat(200_000)),
      ]),
      ...['--base', BASE],
    )
    expect(err).to.match(
      /large-value \(1\)[^]*same-identifier \(1\)|same-identifier \(1\)[^]*large-value \(1\)/,
    )
    expect(err).to.match(/conflicting-copies \(2\)/)
    // Nothing of this load is wrong.
    const other = await next([person('y', 'Y')])
    expect(other.err).not.to.match(/warned [a-z]/)
    // A record that comes again, and one that has what another one has.
    const again = await next([house('o2', 'House two'), isbn('i3')])
    expect(again.err).to.match(/conflicting-copies \(1\)[^\n]*\n[^\n]*<\S*o2>/)
    expect(again.err).to.match(/same-identifier \(1\)[^\n]*\n[^\n]*b\.jsonl:2/)
    expect(again.err).not.to.match(/large-value|<\S*o1>/)
  })

  it('warns of references that it reads, though records of before have them too', async () => {
    const works = (by: string): Json => person(`of-${by}`, 'X', { affiliations: [{ affiliation: by }] })
    const orcid = 'https://orcid.org/0000-0002-1825-0097'
    await first([works('nowhere'), paperBy(orcid)])
    for (const records of [[works('nowhere')], [{ ...works('nowhere'), local_identifier: 'another' }]])
      expect((await next(records)).err).to.match(/dangling-reference \(1\)[^\n]*\n[^\n]*b\.jsonl:1/)
    const { err } = await next([
      person('same', 'S', { identifiers: [{ scheme: 'orcid', value: orcid.slice(-19) }] }),
    ])
    expect(err).to.match(/same-identifier \(1\)[^\n]*\n[^\n]*b\.jsonl:1/)
  })

  it('deletes a record by its id where its file has a base of its own', async () => {
    const context = ['https://w3id.org/skg-if/context/skg-if.json', { '@base': 'https://other.example/x/' }]
    await first([{ '@context': context, '@graph': [person('x', 'X'), person('y', 'Y')] }])
    const { err } = await run(at('graph'), '--delete', file('gone.txt', 'x'))
    expect(err).to.match(/\b1 gone/)
    expect(err).not.to.match(/unknown-deletion/)
  })

  it('replaces and deletes entities that works of the same RDF file name', async () => {
    const term = (word: string): string => `<${model.vocabulary.iri(word)}>`
    const orcid = [
      term('identifiers'),
      `[ ${term('scheme')} ${term('orcid')} ; ${term('value')} "0000-0002-1825-0097" ]`,
    ]
    const named = (id: string): string => `<${id}> a ${term('person')} ; ${term('name')} "${id}"`
    const works = ['p', 'q'].map(
      (id) => `<${id}> a ${term('product')} ; ${term('contributions')}
        [ ${term('by')} <x> ; ${term('role')} ${term('author')} ],
        [ ${term('by')} <y> ; ${term('role')} ${term('author')} ] .`,
    )
    const turtle = [`${named('x')} ; ${orcid.join(' ')} .`, `${named('y')} .`, ...works].join('\n')
    await first(turtle, 'a.ttl')
    expect((await answerOf('person x'))?.['identifiers']).to.have.length(1)
    await next([person('x', 'x')])
    expect((await answerOf('person x'))?.['identifiers']).to.equal(undefined)
    const { err } = await run(at('graph'), '--delete', file('gone.txt', 'y'))
    expect(err).to.match(/\b2 changed, 1 gone/)
    expect(Object.keys(await answers()))
      .to.include('person x')
      .and.not.include('person y')
  })

  it('takes out what a source says is gone, and leaves it out when an older copy comes', async () => {
    await first([oai('1', DAY_1, 'One'), oai('2', DAY_1, 'Two')])
    expect(Object.keys(await answers()).filter((key) => key.startsWith('product'))).to.have.length(2)
    await next([oai('1', DAY_2)])
    const left = ['product https://doi.org/10.5555/2']
    const products = async (): Promise<string[]> =>
      Object.keys(await answers()).filter((key) => key.startsWith('product'))
    expect(await products()).to.deep.equal(left)
    await next([oai('1', DAY_1, 'One')])
    expect(await products()).to.deep.equal(left)
    // Of one load, too, the last of a record holds.
    await next([oai('2', DAY_2), oai('2', DAY_1, 'Two'), oai('3', DAY_2, 'Three')])
    expect(await products()).to.deep.equal(['product https://doi.org/10.5555/3'])
  })

  it('unites records of different collections, and replaces in the one that is named', async () => {
    await first(
      [person('x', 'One', { identifiers: [{ scheme: 'x', value: '1' }] })],
      'a.jsonl',
      '--collection',
      'a',
    )
    await next([person('x', 'One', { identifiers: [{ scheme: 'x', value: '2' }] })], '--collection', 'b')
    const values = async (): Promise<unknown[]> =>
      ((await answerOf('person x'))?.['identifiers'] as Json[]).map(({ value }) => value)
    expect(await values()).to.deep.equal(['1', '2'])
    await next([person('x', 'One', { identifiers: [{ scheme: 'x', value: '3' }] })], '--collection', 'b')
    expect(await values()).to.deep.equal(['1', '3'])
  })

  for (const words of [[], ['--whole']])
    it(`keeps the old copy of a record that is refused, and counts it: ${words.join('') || 'else'}`, async () => {
      await first([person('x', 'One'), person('y', 'One')])
      const records = [{ ...person('x', 'Two'), entity_type: 'persom' }, person('y', 'Two'), ...names(30)]
      for (const lines of [records, records.slice(1)]) {
        const { err } = await next(lines, ...words)
        expect(/^1 record refused, of which the earlier copy stays/m.test(err)).to.equal(lines === records)
        const found = await answers()
        const isGone = lines !== records && words.length > 0
        expect(found['person x']?.['name']).to.equal(isGone ? undefined : 'One')
        expect(found['person y']?.['name']).to.equal('Two')
      }
    })

  it('names what refers to a record that it took out, be that of an earlier load', async () => {
    const work = (id: string, cited: string): Json => ({
      local_identifier: id,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [id] },
      related_products: { cites: [{ local_identifier: cited, entity_type: 'product' }] },
    })
    await first([work('a', 'b'), work('b', 'c'), work('d', 'nowhere')])
    const { err } = await next([person('x', 'X')], '--delete', file('ids', 'b\n'))
    expect(err).to.match(
      /dangling-reference \(1\)[^\n]*\n[^\n]*a\.jsonl:1[^\n]* refers to \S*graph\/b, which has no record/,
    )
    expect(err).to.match(/^1 id of type product referred to and without a record$/m)
    expect((await next([person('x', 'Y')])).err).to.not.include('dangling-reference')
  })

  it('takes what it is given for all of its collection with --whole, if that can be read to its end', async () => {
    await first([crossref('10.5555/1', 'One'), crossref('10.5555/2', 'Two')])
    const broken = await run(
      at('graph'),
      file('b.jsonl', [crossref('10.5555/2', 'Two')]),
      file('c.json', '{"broken": '),
      ...['--whole', '--max-refused', '100%'],
    )
    expect(broken.code).to.equal(1)
    expect(broken.err).to.match(
      /holds nothing or cannot be read to its end, so that it is not known to be all of its collection/,
    )
    const empty = await run(
      at('graph'),
      file('d.jsonl', ''),
      '--whole',
      '--collection',
      'crossref',
      '--replace',
    )
    expect(empty.code).to.equal(1)
    expect(empty.err).to.include('is not known to be all of its collection')
    await next([crossref('10.5555/2', 'Two')], '--whole')
    expect(Object.keys(await answers()).filter((key) => key.startsWith('product'))).to.deep.equal([
      'product https://doi.org/10.5555/2',
    ])
    expect(readManifest(at('graph')).records['person']).to.equal(30)
  })

  const bib = '@article{one, title={One}, doi={10.5555/1}}'
  const csv = 'Name,ORCID\nAnn One,0000-0002-1825-0097'
  const nothing: readonly [before: string, name: string, text: string, isAll: boolean, flags?: string[]][] = [
    [bib, 'a.bib', '', false],
    [bib, 'a.bib', ' \n', false, ['--collection', 'bibtex']],
    [bib, 'a.bib', '% no entries\n', true],
    [csv, 'a.csv', 'Name,ORCID\n', true],
    [csv, 'a.csv', '[]', false],
    [csv, 'a.csv', '[]', true, ['--collection', 'table']],
  ]
  for (const [before, name, text, isAll, flags = []] of nothing)
    it(`${isAll ? 'empties' : 'leaves'} a collection with --whole and «${text.trim()}» ${flags.join(' ')}`, async () => {
      await first(before, name)
      const count = async (): Promise<number> => Object.keys(await answers()).length
      const all = await count()
      const empty = file(text === '[]' ? 'new.json' : name, text)
      const { code, err } = await run(at('graph'), empty, '--whole', ...flags)
      expect(code, err).to.equal(isAll ? 0 : 1)
      expect(await count()).to.equal(isAll ? all - 1 : all)
      if (!isAll) expect(err).to.include('is not known to be all of its collection')
    })

  it('takes entries of tables and BibTeX without an id of their own for all that there are, and counts them', async () => {
    const entry = (title: string, doi = ''): string =>
      `@article{x, title = {${title}}, author = {Doe, Jane}, year = {2020}${doi && `, doi = {${doi}}`}}\n`
    const { code } = await run(file('a.bib', entry('One') + entry('Two', '10.5555/2')), '--base', BASE)
    expect(code).to.equal(0)
    const ended = await run(at('graph'), file('b.bib', entry('Three')), '--replace')
    expect(ended.code).to.equal(0)
    expect(ended.err).to.match(/^1 record that had no id, of which the collection came anew/m)
    const titles = Object.values(await answers()).flatMap(
      ({ titles: of }) => (of as Json | undefined)?.['none'] ?? [],
    )
    expect(titles.sort()).to.deep.equal(['Three', 'Two'])
  })

  it('takes --keep, --join, maps and corrections of the loads before, and others only with --all-again', async () => {
    const work = (doi: string, year: number, title = 'Wrong'): Json => ({
      ...crossref(doi, title),
      issued: { 'date-parts': [[year]] },
    })
    const id = 'https://doi.org/10.5555/1'
    const correction = (title: string): string =>
      file('corrections.jsonl', [{ local_identifier: id, titles: { none: [title] } }])
    await first(
      [work('10.5555/1', 2020), work('10.5555/2', 1999)],
      'a.jsonl',
      ...['--keep', 'year:2000-', '--correct', correction('Right')],
    )
    await next([work('10.5555/1', 2021, 'Wrong again'), work('10.5555/3', 1999), work('10.5555/4', 2022)])
    const products = async (): Promise<string[]> =>
      Object.keys(await answers()).filter((key) => key.startsWith('product'))
    expect(await products()).to.deep.equal([`product ${id}`, 'product https://doi.org/10.5555/4'])
    expect((await answerOf(`product ${id}`))?.['titles']).to.deep.equal({ none: ['Right'] })
    const other = await run(at('graph'), '--correct', correction('Quite right'))
    expect([other.code, other.err]).to.deep.equal([
      1,
      `skeg: ${at('graph')} was made with another --correct, which holds for what is loaded onto it: leave --correct ` +
        'out, or add --all-again, which makes the graph anew with this one\n',
    ])
    const anew = await run(at('graph'), '--correct', at('corrections.jsonl'), '--all-again')
    expect(anew.code, anew.err).to.equal(0)
    expect((await answerOf(`product ${id}`))?.['titles']).to.deep.equal({ none: ['Quite right'] })
    // A newer record that is passed over takes the older one away.
    await next([work('10.5555/4', 1999)])
    expect(await products()).to.deep.equal([`product ${id}`])
  })

  it('keeps with --keep what works name when it comes again, and says what may be missing', async () => {
    const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-9079-593X']
    const work = (i: number): Json =>
      crossref(`10.5555/${i}`, `Work ${i}`, DAY_1, [
        { given: 'Ada', family: `Family${i}`, ORCID: `https://orcid.org/${ORCIDS[i]}` },
      ])
    // Each person is at another house, whose record is kept only where a work names it.
    const rors = ['https://ror.org/05gq02987', 'https://ror.org/03yrm5c26', 'https://ror.org/02mhbdp94']
    const author = (i: number): Json => ({
      id: `https://openalex.org/A${i}`,
      orcid: `https://orcid.org/${ORCIDS[i]}`,
      display_name: `Ada Family${i}`,
      display_name_alternatives: [`A. Family${i}`],
      ids: { openalex: `https://openalex.org/A${i}`, orcid: `https://orcid.org/${ORCIDS[i]}` },
      works_count: 1,
      affiliations: [
        {
          institution: {
            id: `https://openalex.org/I${i}`,
            ror: rors[i],
            display_name: `House ${i}`,
            type: 'education',
          },
          years: [2020],
        },
      ],
    })
    const house = (i: number): Json => ({
      id: `https://openalex.org/I${i}`,
      ror: rors[i],
      display_name: `The House ${i}`,
      country_code: 'NL',
      type: 'education',
      ids: { openalex: `https://openalex.org/I${i}`, ror: rors[i] },
      works_count: 1,
    })
    const authors = file(
      'authors.jsonl',
      ORCIDS.map((_, i) => author(i)),
    )
    const houses = file(
      'houses.jsonl',
      rors.map((_, i) => house(i)),
    )
    const more = file('more.jsonl', names(30))
    const inputs = (name: string, works: readonly number[]): string[] => [
      file(name, works.map(work)),
      authors,
      houses,
    ]
    const hash = async (...words: string[]): Promise<[string, string]> => {
      const ended = await run(...words)
      expect(ended.code, ended.err).to.equal(0)
      return [readManifest(at('graph')).hash, ended.err]
    }
    const keep = ['--keep', 'type:journal-article', '--base', BASE]
    const [whole] = await hash(...inputs('a.jsonl', [0, 1]), more, ...keep, '--replace')
    rmSync(at('graph'), { recursive: true })
    await hash(...inputs('a.jsonl', [0]), more, ...keep)
    expect((await answers())[`person https://orcid.org/${ORCIDS[0]}`]).to.include({ name: 'Ada Family0' })

    // With the files of persons and houses, it is what a load of all is.
    cpSync(at('graph'), at('before'), { recursive: true })
    const [again, quiet] = await hash(at('graph'), ...inputs('b.jsonl', [1]))
    expect(again).to.equal(whole)
    expect(quiet).not.to.include('passed-over')

    // Without them, one is missing, which is said.
    const [other, said] = await hash(at('before'), file('b.jsonl', [work(1)]), '--replace')
    expect(other).not.to.equal(whole)
    expect(said).to.match(
      /passed-over \(1\)[^\n]*\n[^\n]*may have passed over the records of orcid:0000-0001-5109-3700 and 0 more/,
    )

    const refused = await run(at('graph'), '--keep', 'year:2000-', '--all-again')
    expect(refused.code).to.equal(1)
    expect(refused.err).to.include('was made with another --keep')
    expect(refused.err).to.include('load all inputs anew, without GRAPH')
  })

  for (const [which, iri, isTakenOver] of [
    ['not ASCII', 'https://other.example/häuser/日本', true],
    ['longer than a key', `https://other.example/${'h'.repeat(300)}`, false],
  ] as const)
    it(`holds on to what records say of an IRI that is ${which}`, async () => {
      const house = {
        local_identifier: iri,
        entity_type: 'organisation',
        name: 'House',
      }
      const at = (id: string, name: string): Json =>
        person(id, name, { affiliations: [{ affiliation: house }] })
      await first([at('x', 'One'), at('y', 'One')])
      for (const name of ['Two', 'Three']) {
        expect((await next([person('x', name)])).err.includes('taken over as they were')).to.equal(
          isTakenOver,
        )
        expect(JSON.stringify(await answerOf('person y'))).to.include('House')
      }
      await next([person('y', 'Two')])
      expect(JSON.stringify(await answers())).not.to.include('House')
    })

  it('keeps a mention without a type while one of several records refers to it', async () => {
    const citing = (id: string, ...cites: readonly string[]): Json => ({
      local_identifier: id,
      entity_type: 'product',
      titles: { en: [id] },
      related_products: { cites: cites.map((one) => ({ local_identifier: one })) },
    })
    await first([citing('a', 'm'), citing('b', 'm')])
    const { mentions } = readManifest(at('graph'))
    await next([citing('a')])
    expect(readManifest(at('graph')).mentions).to.equal(mentions)
    await next([citing('b')])
    expect(readManifest(at('graph')).mentions).to.equal(mentions - 1)
  })

  it('refuses a graph whose types are not known without an extension that is not named', async () => {
    const extension = ['--extension', join(EXAMPLES, 'index.mjs')]
    await first(readFileSync(join(EXAMPLES, 'records.json'), 'utf8'), 'a.json', ...extension)
    const { code, err } = await run(at('graph'), file('b.jsonl', [person('x', 'X')]))
    expect(code).to.equal(1)
    expect(err).to.include('lab_instrument; it was prepared with lab 1.0.0: add --extension PATH')
  })

  it('takes nothing over from quads that are damaged', async () => {
    await first([person('x', 'One'), person('y', 'One')])
    const { file: name, members } = readManifest(at('graph')).files.quads
    const bytes = readFileSync(join(at('graph'), name))
    // In the header of gzip, where nothing but the checksum of the file tells.
    bytes[members[0]! > 9 ? 9 : 0]! ^= 1
    writeFileSync(join(at('graph'), name), bytes)
    const { err } = await next([person('x', 'Two')])
    expect(err).not.to.include('taken over as they were')
    expect((await next([person('x', 'Three')])).err).to.match(
      /^31 records that no change reaches, taken over as they were$/m,
    )
    expect(Object.values(await answers()).map(({ name: one }) => one)).to.include.members(['One', 'Three'])
  })

  it('refuses another base, and a graph whose log is damaged', async () => {
    await first([person('x', 'X')])
    const other = await run(
      at('graph'),
      file('b.jsonl', [person('x', 'Y')]),
      '--base',
      'https://other.example/',
    )
    expect([other.code, other.err]).to.deep.equal([
      1,
      `skeg: ${at('graph')} has the base ${BASE}, not https://other.example/: leave --base out, or load all inputs anew\n`,
    ])
    const { file: name, members } = readManifest(at('graph')).files.records!
    const bytes = readFileSync(join(at('graph'), name))
    expect(name.endsWith(graphFiles.records)).to.equal(true)
    bytes[(members[0] as number) - 4]! ^= 1
    writeFileSync(join(at('graph'), name), bytes)
    expect((await run(at('graph'), at('b.jsonl'))).err).to.match(
      /its file records-\S+ is not as it was written/,
    )
    expect((await runner.run(['check', at('graph')])).code).to.equal(1)
  })

  it('unites with a graph that does not say of which records it was made, and says how to get one that does', async () => {
    await first([crossref('10.5555/1', 'Old')])
    const { files, ...contents } = readManifest(at('graph'))
    const { records, ...others } = files
    rmSync(join(at('graph'), records!.file))
    // As the version before has written it.
    const text = writeManifest({ ...contents, files: others })
    writeFileSync(join(at('graph'), MANIFEST), text)
    const { err } = await next([crossref('10.5555/1', 'New', DAY_2)])
    expect(err).to.match(
      /no-record-log \(1\)[^]*graph does not say of which records it was made[^]*Load its inputs anew/,
    )
    const titles = async (): Promise<unknown> =>
      (await answerOf('product https://doi.org/10.5555/1'))?.['titles']
    expect(await titles()).to.deep.equal({ none: ['New', 'Old'] })
    // What was loaded onto it has a log.
    const again = await next([crossref('10.5555/1', 'Newer', DAY_2)])
    expect(again.err).not.to.match(/no-record-log/)
    expect(await titles()).to.deep.equal({ none: ['Newer', 'Old'] })
    // What the graph had is a collection of its own.
    await next([person('n0', 'New')], '--collection', 'skg-if', '--whole')
    expect((await answerOf('person n1'))?.['name']).to.equal('Further 1')
  })

  it('says which records another version has converted, until they come again', async () => {
    await first([crossref('10.5555/1', 'One')])
    cpSync(at('graph'), at('kept'), { recursive: true })
    const extension = join(folder, 'extension.mjs')
    writeFileSync(
      extension,
      "export default { name: 'x', version: '1.0.0', contexts: {}, entities: [], extend: {} }\n",
    )
    const { err } = await next([person('x', 'X')], '--extension', extension)
    expect(err).to.match(/earlier-converter[^]*has 1 record converted by skeg \S+, core/)
  })

  it('gives a replaced record a new stamp, what is gone a tombstone, and leaves all others as they are', async () => {
    await first([crossref('10.5555/1', 'Old'), crossref('10.5555/2', 'Two'), crossref('10.5555/3', 'Three')])
    const before = Date.parse(readManifest(at('graph')).effective) / 1000
    await next([crossref('10.5555/1', 'New', DAY_2)], '--delete', file('gone.txt', '10.5555/2'))
    const after = Date.parse(readManifest(at('graph')).effective) / 1000
    await using graph = (await openGraph([at('graph')], { model })).graph
    const stampOf = (doi: string): unknown => graph.stamps.of(`https://doi.org/10.5555/${doi}`)
    expect(stampOf('1')).to.include({ modified: after, created: before })
    expect(stampOf('3')).to.include({ modified: before })
    expect(stampOf('2')).to.equal(undefined)
    expect(graph.stamps.tombstone('https://doi.org/10.5555/2')).to.include({ modified: after })
  })
})
