// Tables as CSV, TSV and XLSX: what their headings are taken for, what rows become, and what is wrong with them.

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { prepareGraph } from '../../src/load/prepare.ts'
import { checkPaths } from '../../src/load/check.ts'
import { withMaps } from '../../src/load/sources/text-records.ts'
import { BASE, load, type Json } from '../load/files.ts'
import { model } from '../support/model.ts'
import { runProcess } from '../support/command.ts'
import { rowOf, workbook } from '../support/workbook.ts'
import { checkFiles } from '../load/checking.ts'
import { folderOf, temporaryFolder } from '../support/folders.ts'

type Content = string | Buffer

/** What a load of files says and makes, and the map that a check of each prints. @param maps files of --map */
async function loaded(files: Readonly<Record<string, Content>>, maps: readonly string[] = []) {
  const folder = temporaryFolder()
  const write = ([name, content]: readonly [string, Content]): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const paths = Object.entries(files).map(write)
  const mapped = withMaps(
    model,
    maps.map((text, i) => write([`map-${i}.yaml`, text])),
  )
  const found = new Map<string, string>()
  const checked = await checkPaths(paths, { model: mapped, base: BASE })
  for (const [file, map] of checked.maps) found.set(basename(file), map)
  const out = join(folder, 'graph.d')
  const { report, manifest } = await prepareGraph(paths, { model: mapped, base: BASE, out })
  const quads = gunzipSync(readFileSync(join(out, manifest.files.quads.file))).toString()
  const said = report.lines().join('\n').replaceAll(`${folder}/`, '')
  return { quads, said, maps: found, records: manifest.records }
}

const ORCID = 'https://orcid.org/0000-0002-1825-0097'
const STAFF = `Name,ORCID,E-Mail,Department,ROR,Start
"Carberry, Josiah",0000-0002-1825-0097,josiah@uni.example,Psychoceramics,05gq02987,01.03.2020
Änne Schmidt,,anne@uni.example,Psychoceramics,05gq02987,2021
`
const MAP = 'type: person\ncolumns:\n  Wer: name\n  Kennung: orcid\n  Büro: ~\nvalues:\n  ror: 05gq02987\n'

describe('a table', () => {
  it('of persons is recognised by its headings, and its map says what they are taken for', async () => {
    const { maps, quads, records } = await loaded({ 'staff.csv': STAFF })
    expect(maps.get('staff.csv')).to.match(/type: person\n[^]*Name: name\n {2}ORCID: orcid\n {2}E-Mail: null/)
    expect(quads).to.include(`<${ORCID}>`).and.include('"Änne Schmidt"').and.include('"2020-03-01"')
    expect(quads).to.include('<https://ror.org/05gq02987>').and.include('"Psychoceramics"')
    expect(records['person']).to.equal(2)
  })
  const halves: readonly (readonly [headings: string, row: string])[] = [
    ['Name;Vorname', 'Muster;Anna'],
    ['Name;Vorname', 'Anna Muster;Anna'],
    ['Name;First name', 'Muster;Anna'],
    ['Nom;Prénom', 'Muster;Anna'],
    ['Nombre;Apellidos', 'Anna;Muster'],
    ['Nome;Cognome', 'Anna;Muster'],
    ['Vorname;Nachname;Name', 'Anna;Muster;Anna Muster'],
  ]
  for (const [headings, row] of halves)
    it(`has the halves of names in ${headings}, as in ${row}`, async () => {
      const { quads, said } = await loaded({
        'staff.csv': `${headings};ORCID\n${row};0000-0002-1825-0097\n`,
      })
      const values = ['name', 'givenName', 'familyName'].map(
        (name) => new RegExp(`foaf/0.1/${name}> "([^"]*)"`).exec(quads)?.[1],
      )
      expect(values).to.deep.equal(['Anna Muster', 'Anna', 'Muster'])
      expect(said).not.to.include('whole ones')
    })
  it('has whole names in what is a half in other tables', async () => {
    const { quads } = await loaded({ 'staff.csv': 'Nombre;ORCID\nAnna Muster;0000-0002-1825-0097\n' })
    expect(quads).to.include('foaf/0.1/name> "Anna Muster"').and.not.include('givenName')
  })
  it('with names and family names alone is read with a warning', async () => {
    const { said } = await loaded({
      'staff.csv': 'Name;Surname;ORCID\nAnna Muster;Muster;0000-0002-1825-0097\n',
    })
    expect(said).to.include('names are taken for whole ones')
  })
  it('has columns that nobody asked for, such as e-mail, which stand nowhere in the graph', async () => {
    const { quads, said } = await loaded({ 'staff.csv': STAFF })
    expect(quads).not.to.include('@uni.example')
    expect(said).to.include('column E-Mail, which no map reads: left out 2 times')
  })
  it('has the same map as a check prints, read again', async () => {
    const { maps, quads } = await loaded({ 'staff.csv': STAFF })
    const again = await loaded({ 'staff.csv': STAFF }, [maps.get('staff.csv') as string])
    expect(again.quads).to.equal(quads)
  })
  it('is read as a map of its headings says, with values that hold for all rows', async () => {
    const { quads } = await loaded({ 'wer.csv': 'Wer;Kennung;Büro\nJosiah;0000-0002-1825-0097;A1\n' }, [MAP])
    expect(quads).to.include(`<${ORCID}>`).and.include('<https://ror.org/05gq02987>')
    expect(quads).not.to.include('A1')
  })
  it('that lacks columns of the map is read by its headings, which is reported', async () => {
    const { said } = await loaded({ 'staff.csv': STAFF }, [MAP])
    expect(said).to.include(
      'staff.csv:2 is read by its headings: the columns of --map are not all there (Wer',
    )
  })

  const faults: readonly (readonly [says: string, map: string, message: RegExp])[] = [
    ['an unknown word', 'type: person\ncolumns: {Name: nmae}', /columns has nmae; known for person are id, /],
    [
      'an unknown type',
      'type: staff\ncolumns: {}',
      /type is expected to be person, organisation, product or grant/,
    ],
    ['no columns', 'type: person', /columns is expected to have a line/],
    ['an unknown member', 'type: person\ncolums: {}', /has colums; known are type, columns and values/],
    ['what is no YAML', 'type: [', /is no YAML/],
  ]
  for (const [says, map, message] of faults)
    it(`has no map with ${says}`, async () => {
      const error = await loaded({ 'staff.csv': STAFF }, [map]).catch((one: unknown) => one)
      expect((error as Error).message)
        .to.match(/map-0\.yaml: /)
        .and.match(message)
    })

  it('of persons makes one entity with a record of another source that has the ORCID', async () => {
    const work = { DOI: '10.5555/1', member: '1', type: 'journal-article', title: ['T'] }
    const author = { given: 'J.', family: 'Carberry', ORCID }
    const { quads, records } = await loaded({
      'staff.csv': STAFF,
      'work.jsonl': JSON.stringify({ ...work, author: [author] }),
    })
    expect(records['person']).to.equal(2)
    expect(quads).to.include('"Psychoceramics"')
  })
  it('of persons never makes two of one name one', async () => {
    const { records } = await loaded({ 'staff.csv': 'Name,Department\nAnne Doe,A\nAnne Doe,B\n' })
    expect(records['person']).to.equal(2)
  })
  it('of organisations, products and grants is read', async () => {
    const { quads, records } = await loaded({
      'orgs.tsv': 'Name\tROR\tCountry\tType\nExample University\t05gq02987\tUS\tEducation\n',
      'pubs.csv':
        'Title,Authors,Year,Journal,ISSN,DOI\n' +
        'A paper,"Carberry, Josiah (0000-0002-1825-0097); Jane Doe",2024,Journal of Examples,2049-3630,10.5555/1\n' +
        'No doi,"Ann Lee, Bob Ray",2023,,,\n',
      'grants.csv':
        'Grant number|Project title|Funder|Funder ID|Start|Amount|Currency\n' +
        '777541|A project|European Commission|10.13039/501100000780|2019-01-01|1.200.000,50|EUR\n',
    })
    expect(records).to.include({ product: 2, grant: 1 })
    for (const text of [
      '"Example University"',
      '"2049-3630"',
      '"Lee"',
      '"Ray"',
      '"Doe"',
      '"777541"',
      '1200000.5',
    ])
      expect(quads).to.include(text)
    expect(quads).to.include(`<${ORCID}>`).and.include('<https://ror.org/00k4n6c32>')
  })

  const spellings: readonly (readonly [says: string, content: Buffer, said?: string])[] = [
    ['Windows-1252', Buffer.from(STAFF, 'latin1'), 'is not UTF-8; it is read as Windows-1252'],
    ['UTF-16', Buffer.from(`\uFEFF${STAFF}`, 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${STAFF}`)],
    ['semicolons', Buffer.from('Name;ORCID;Start\nÄnne Schmidt;0000-0002-1825-0097;2020\n')],
    ['a title above the headings', Buffer.from(`Staff of 2026,,,,,\n\n${STAFF}`)],
  ]
  for (const [says, content, note = ''] of spellings)
    it(`in or with ${says} is read`, async () => {
      const { quads, said } = await loaded({ 'staff.csv': content })
      expect(quads).to.include('"Änne Schmidt"').and.include(`<${ORCID}>`)
      expect(said).to.include(note)
    })
  it('in Windows-1252 of which a later piece begins like a byte order mark is read', async () => {
    const head = 'Name,Department\n'
    const rows = `${'A'.repeat(50)},Pots\n`.repeat(1100)
    const start = head + rows + 'B'.repeat(65_536 - head.length - rows.length - 2) + ',P\n'.slice(0, 2)
    const { quads } = await loaded({
      'staff.csv': Buffer.from(`${start}\u00ff\u00fe\nÄnne,Pots\n`, 'latin1'),
    })
    expect(quads).to.include('"Änne"').and.include('"P\u00ff\u00fe"')
  })
  it('with line ends of a carriage return alone is read, with the lines on which rows start', async () => {
    const { quads, said } = await loaded({ 'staff.csv': `${STAFF}a,b,c,d,e,f,g\n`.replaceAll('\n', '\r') })
    expect(quads).to.include('"Änne Schmidt"')
    expect(said).to.include('staff.csv:4 has 7 fields; 6 are expected')
  })
  it('with several values for what is one has the first, and the others are said', async () => {
    const { findings } = await checkFiles({
      'a.csv': 'Title,Year,DOI,DOI,Titel\nA,2020,10.5555/1,10.5555/2,B\nC,2020,10.5555/3,10.5555/3,C\n',
    })
    expect(findings.map(({ message, line }) => `${line} ${message}`)).to.have.members([
      '2 tables: further values of doi, of which there is one: left out once',
      '2 tables: further values of title, of which there is one: left out once',
    ])
  })
  it('of DSpace is read by its headings, with values between double bars', async () => {
    const headings = 'id,collection,dc.contributor.author[],dc.date.issued[],dc.title[en],dc.subject[en_US]'
    const more = 'dc.identifier.doi,dc.identifier.uri,dc.description.abstract[en],dc.relation.ispartof'
    const row = '7,123/4,"Doe, Jane||Roe, Richard",2020-05,A title,one||two,https://doi.org/10.5555/DS,'
    const { answers } = await load({
      'export.csv': `${headings},${more}\n${row}http://hdl.handle.net/123/7,An abstract,A Journal\n`,
    })
    const work = answers['product https://doi.org/10.5555/ds'] as Json
    expect(work).to.deep.include({ titles: { none: ['A title'] }, abstracts: { none: ['An abstract'] } })
    const text = JSON.stringify(work)
    for (const one of [
      '"Jane Doe"',
      '"Richard Roe"',
      '"2020-05"',
      '"one"',
      '"two"',
      '"A Journal"',
      'hdl.handle.net/123/7',
    ])
      expect(text).to.include(one)
  })
  it('of others may have double bars in a text', async () => {
    const { answers } = await load({
      'w.csv': 'Title,DOI,Abstract\nOn ||A||,10.5555/norm,We bound ||x|| || y\n',
    })
    expect(answers['product https://doi.org/10.5555/norm']).to.deep.include({
      titles: { none: ['On ||A||'] },
      abstracts: { none: ['We bound ||x|| || y'] },
    })
  })
  it('in UTF-8 that becomes something else is refused from there on, with the line', async () => {
    const rest = Buffer.concat([Buffer.from(STAFF), Buffer.from('Zoë,,,,,\n', 'latin1')])
    const { said } = await loaded({ 'staff.csv': rest, 'good.csv': STAFF.replace('Änne', 'Anne') })
    expect(said).to.match(/bad-encoding[^]*staff\.csv:4 is not UTF-8/)
  })
  it('with a row of too many fields, or without a name, has these reported with their lines', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `Person ${i},,,,,\n`).join('')
    const { said, records } = await loaded({ 'staff.csv': `${STAFF}a,b,c,d,e,f,g\n,,x@y.z,,,\n${rows}` })
    expect(said)
      .to.include('staff.csv:4 has 7 fields; 6 are expected')
      .and.include('staff.csv:5 has neither name')
    expect(records['person']).to.equal(42)
  })
  it('with headings that are not known is refused, or passed over if it has tabs, and named', async () => {
    const files = { 'odd.tsv': 'a\tb\n1\t2\n', 'odd.csv': 'c,d\n1,2\n', 'staff.csv': STAFF }
    const { findings, records } = await checkFiles(files)
    const refused = findings.filter(({ kind }) => kind !== 'not-converted')
    expect(refused.map(({ kind, file, message }) => [kind, file, message.slice(0, 31)])).to.deep.equal([
      ['unreadable-file', 'odd.csv', 'has headings that are not known'],
      ['incomplete-record', 'odd.tsv', 'has headings that are not known'],
    ])
    expect(records).to.equal(2)
  })
})

describe('a workbook', () => {
  const head = rowOf(1, 'Name', 'ORCID', 'Department')
  it('is read as its first sheet stands there: formulas as what they have last given', async () => {
    const formula =
      '<row r="3"><c r="A3" t="str"><f>HYPERLINK("http://evil.example")</f><v>Zoe Stone</v></c>' +
      '<c r="B3" t="str"><f>1+1</f><v>0000-0001-5109-3700</v></c></row>'
    const sheet = await workbook(head + rowOf(2, 'Josiah', '0000-0002-1825-0097', 'Pots') + formula)
    const { quads, records } = await loaded({ 'staff.xlsx': sheet })
    expect(quads).to.include(`<${ORCID}>`).and.include('"Zoe Stone"').and.include('0000-0001-5109-3700')
    expect(quads).not.to.include('evil.example')
    expect(records['person']).to.equal(2)
  })
  it('with merged cells is read, and the cells are named', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>'
    const rows = head + rowOf(2, 'Josiah', '0000-0002-1825-0097', 'Pots') + rowOf(3, 'Zoe Stone')
    const { said } = await loaded({ 'staff.xlsx': await workbook(rows, merged) })
    expect(said).to.include('staff.xlsx has merged cells (C2:C3), of which the first has the value')
  })
  it('has its rows named as the sheet counts them', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => rowOf(i + 10, `Person ${i}`, '', 'Pots')).join('')
    const { said } = await loaded({ 'staff.xlsx': await workbook(head + rowOf(7, '', '', 'Pots') + rows) })
    expect(said).to.include('staff.xlsx:7 has neither name nor ORCID')
  })
  it('that is none, or is cut off, is reported, and the others load', async () => {
    const whole = await workbook(head + rowOf(2, 'Josiah', '0000-0002-1825-0097', 'Pots'))
    const { said } = await loaded({
      'none.xlsx': 'no workbook',
      'half.xlsx': whole.subarray(0, 900),
      'staff.xlsx': whole,
    })
    expect(said).to.include('none.xlsx is no workbook that can be read')
    expect(said).to.include('half.xlsx is no workbook that can be read')
  })
  for (const [corner, quote] of [
    ['XFD20000', '"'],
    ['XFD1048576', '"'],
    ['XFD30000', "'"],
  ] as const)
    it(`with a text in ${corner} is refused in bounded memory, and the others are read`, async () => {
      const stray = `<row r="${corner.slice(3)}"><c r=${quote}${corner}${quote} t="inlineStr"><is><t>x</t></is></c></row>`
      const folder = folderOf({
        'far.xlsx': await workbook(head + rowOf(2, 'Josiah') + stray),
        'staff.csv': STAFF,
      })
      const variables = { NODE_OPTIONS: '--max-old-space-size=200' }
      const { code, out, err } = await runProcess(['check', folder, '--base', BASE], undefined, variables)
      expect(code).to.equal(1)
      expect(out + err).to.include(
        `far.xlsx is a workbook with a sheet of which the cells reach to ${corner}; 5 million cells can be read`,
      )
      expect(out + err).to.include('2 records')
    })
  it('with a far cell that is empty is read', async () => {
    const stray = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    const { records } = await loaded({ 'staff.xlsx': await workbook(head + rowOf(2, 'Josiah') + stray) })
    expect(records['person']).to.equal(1)
  })
})
