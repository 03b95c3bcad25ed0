/** What columns of tables can mean: words by kind of row, each with the headings by which it is recognised. */

import { foldText } from '../../load/linking/names.ts'

/** A word → headings, in small letters without accents, with | between. */
type Words = Readonly<Record<string, string>>

const period: Words = {
  start: 'start|start date|begin|from|since|beginn|von|seit|debut|date de debut|inizio|inicio',
  end: 'end|end date|to|until|ende|bis|fin|date de fin|fine',
}
const id: Words = { id: 'id|local id|number|nr|no|staff id|employee id|personalnummer|identifier' }
const doi: Words = { doi: 'doi|dois|dc identifier doi' }
const country: Words = { country: 'country|country code|land|pays|paese|pais' }

/** The kinds of rows. */
export const kinds = {
  person: {
    ...id,
    ...period,
    name: 'nom|nombre|nome|full name|display name|person|nom complet|nombre completo',
    'given name': 'given names|first name|firstname|forename|vorname|prenom|voornaam',
    'family name':
      'last name|lastname|surname|nachname|familienname|nom de famille|apellido|apellidos|cognome|achternaam',
    orcid: 'orcid id|orcid url|orcid identifier',
    department:
      'department|dept|unit|group|institute|chair|abteilung|institut|lehrstuhl|departement|dipartimento|' +
      'departamento|afdeling|service|laboratory|lab',
    organisation:
      'organisation|organization|institution|affiliation|university|employer|einrichtung|universitat|universite',
    ror: 'ror|ror id|ror url|institution ror|organisation ror|organization ror|affiliation ror',
  },
  organisation: {
    ...id,
    ...country,
    name: 'name|organisation|organization|institution|label',
    'short name': 'short name|acronym|abbreviation|kurzname|sigle',
    'other names': 'other names|aliases|alternative names|other name',
    ror: 'ror|ror id|ror url',
    website: 'website|url|homepage|web|webseite|site web',
    type: 'type|types|kind|art',
  },
  product: {
    ...doi,
    title: 'title|titel|titre|titolo|titulo|article title|document title|publication title|dc title',
    authors:
      'dc contributor author|authors|author|authors names|creators|creator|autoren|auteurs|autori|autores|author names',
    year: 'dc date issued|year|date|publication year|publication date|published|issued|jahr|annee|anno|ano|jaar|py',
    venue:
      'journal|source|source title|venue|container|publication|zeitschrift|revue|rivista|revista|' +
      'book title|dc relation ispartof',
    issn: 'issn|issns|dc identifier issn',
    isbn: 'isbn|dc identifier isbn',
    publisher: 'publisher|verlag|editeur|dc publisher',
    volume: 'volume|vol|band',
    issue: 'issue|heft|numero',
    pages: 'pages|page|seiten',
    type: 'type|document type|publication type|item type|typ|dc type',
    language: 'language|lang|sprache|langue|dc language iso',
    keywords: 'keywords|keyword|subjects|author keywords|schlagworte|dc subject',
    abstract: 'abstract|summary|dc description abstract',
    url: 'url|link|links|dc identifier uri',
    pmid: 'pmid|pubmed id',
  },
  grant: {
    ...doi,
    ...period,
    id: 'id|project id|local id',
    number:
      'grant number|award number|grant|grant id|award|award id|project number|grant no|funding number|' +
      'forderkennzeichen|number|grant agreement|grant agreement number',
    title: 'title|project title|titel|titre|project|name',
    acronym: 'acronym|project acronym|akronym',
    abstract: 'abstract|summary|description|objective',
    funder: 'funder|funder name|funding agency|agency|sponsor|forderer|funding organisation|mittelgeber',
    'funder id': 'funder id|funder doi|funder ror',
    amount: 'amount|funding|funded amount|award amount|betrag|budget|fordersumme|sum',
    currency: 'currency|wahrung|devise',
    website: 'website|url|link',
  },
} as const satisfies Record<string, Words>

export type Kind = keyof typeof kinds

export const isKind = (text: unknown): text is Kind => typeof text === 'string' && Object.hasOwn(kinds, text)

/** Words of which one at least says that rows are of a kind, as `name` and `title` stand in several. */
const telling: Readonly<Record<Kind, readonly string[]>> = {
  person: ['orcid', 'given name', 'family name', 'department', 'mail'],
  organisation: ['ror', 'country', 'short name'],
  product: ['doi', 'authors', 'year', 'venue', 'issn'],
  grant: ['number', 'funder', 'funder id'],
}

/** Headings of what is recognised, and not read. */
const MAIL = /^e?mail/

const headingsOf = (words: Words): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words).flatMap(([word, names]) =>
      [word, ...names.split('|')].map((name): [string, string] => [foldText(name), word]),
    ),
  )

const headings: Readonly<Record<Kind, ReadonlyMap<string, string>>> = {
  person: headingsOf(kinds.person),
  organisation: headingsOf(kinds.organisation),
  product: headingsOf(kinds.product),
  grant: headingsOf(kinds.grant),
}

/** The word that a heading is of in rows of a kind; DSpace has languages behind, as in `dc.title[en]`. */
function wordOf(kind: Kind, heading: string): string | undefined {
  const folded = foldText(heading.replace(/\[[^[\]]*\]$/, ''))
  return MAIL.test(folded) ? 'mail' : headings[kind].get(folded)
}

/** What is a half of a name beside a column of the other half; in English, the whole may stand beside a family name. */
const HALF = { 'family name': /^n(?:ame|om|ombre|ome)$/, 'given name': /^n(?:om|ombre|ome)$/ }

/** The word of each heading in rows of a kind. */
function wordsOf(kind: Kind, row: readonly string[]): (string | undefined)[] {
  const words = row.map((heading) => wordOf(kind, heading))
  const missing = (['family name', 'given name'] as const).filter((half) => !words.includes(half))
  const half = missing.length === 1 ? missing[0] : undefined
  return words.map((word, i) => (half && word === 'name' && HALF[half].test(foldText(row[i])) ? half : word))
}

/** How to read a table. */
export interface TableMap {
  readonly kind: Kind
  /** Headings → words; null: the column is not read. */
  readonly columns: ReadonlyMap<string, string | null>
  /** What holds for all rows, by word. */
  readonly values: ReadonlyMap<string, string>
}

/** The map of a table by its headings; undefined where they are too few to tell. */
export function recogniseHeadings(row: readonly string[]): TableMap | undefined {
  let best: TableMap | undefined
  let most = 1
  for (const kind of Object.keys(kinds) as Kind[]) {
    const words = wordsOf(kind, row)
    const found = new Set(words.filter((word) => word !== undefined))
    if (found.size <= most || !telling[kind].some((word) => found.has(word))) continue
    const columns = row.flatMap((heading, i): [string, string | null][] =>
      heading.trim() === '' ? [] : [[heading.trim(), words[i] === 'mail' ? null : (words[i] ?? null)]],
    )
    most = found.size
    best = { kind, columns: new Map(columns), values: new Map() }
  }
  return best
}
