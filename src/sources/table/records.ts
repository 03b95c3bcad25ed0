/** Rows of tables → records. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { readItem } from '../shared/item.ts'
import { makeGrant, makeOrganisation, makePerson } from '../../model/conversion/agents.ts'
import { FUNDER } from '../shared/entities.ts'
import { doiOf, issnOf, orcidOf, rorOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { objectOf, optional, orNothing, textsOf, withoutEmpty } from '../../model/conversion/json.ts'
import { plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'
import { amountOf, organisationTypes, websiteOf } from '../shared/values.ts'
import { isKind, type Kind } from './words.ts'

interface Row {
  readonly notes: SourceNotes
  /** The values of a word, in the order of the columns. */
  all(word: string): string[]
  /** The first of them. */
  one(word: string): string | undefined
  /** The first that is an identifier; others are counted as lost. */
  identifier(word: string, read: (value: unknown) => string | undefined): string | undefined
  /** As an id by which nothing else is called. */
  readonly whole: string
}

/** `01.03.2020` is no date of ISO 8601, and means one thing only. */
const dateOf = ({ one, notes }: Row, word: string): string | undefined =>
  dateFrom(one(word)?.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, '$3-$2-$1'), notes.drop)

const periodOf = (row: Row): Json | undefined =>
  orNothing({ start: dateOf(row, 'start'), end: dateOf(row, 'end') })

/** The id of a row without an identifier that all know: its own, else one that is made of all that it says. */
const idOf = ({ one, whole }: Row, kind: Kind): string => one('id') ?? generatedId('table', kind, whole)

function readPerson(row: Row): Json[] {
  const { one, identifier, notes } = row
  const [given, last, orcid] = [one('given name'), one('family name'), identifier('orcid', orcidOf)]
  // What is called «Name» beside a given name is the whole name in some lists.
  const isWhole = given !== undefined && last?.startsWith(`${given} `)
  const family = isWhole ? last?.slice(given.length).trim() : last
  const name = one('name') ?? [given, family].filter(Boolean).join(' ')
  if (name === '' && orcid === undefined) {
    notes.refuse('has neither name nor ORCID; one of the two is expected')
    return []
  }
  const person = makePerson({ name, given, family, orcid, madeId: idOf(row, 'person') })
  const local = one('id')
  if (local !== undefined && orcid !== undefined) notes.alias(local, String(person['local_identifier']))
  const ror = identifier('ror', rorOf)
  const whole = makeOrganisation({ name: one('organisation'), ror, session: 'table' })
  const session = `table ${String(whole?.['local_identifier'] ?? '')}`
  const part = makeOrganisation({ name: one('department'), session })
  const affiliations = [whole, part].flatMap((affiliation) =>
    affiliation ? [withoutEmpty({ affiliation, role: 'affiliate', period: periodOf(row) })] : [],
  )
  return [withoutEmpty({ ...person, affiliations })]
}

const SEVERAL = /\s*[;|\r\n]\s*/

function readOrganisation(row: Row): Json[] {
  const { one, all, identifier, notes } = row
  const [name, ror] = [plainLine(one('name')), identifier('ror', rorOf)]
  if (name === undefined && ror === undefined) {
    notes.refuse('has neither name nor ROR; one of the two is expected')
    return []
  }
  const types = all('type').flatMap((text) => text.toLowerCase().split(/\s*[,;|]\s*/))
  if (types.some((type) => !organisationTypes.includes(type)))
    notes.drop('types of organisations that are none')
  const organisation = makeOrganisation({
    name,
    ror,
    otherId: idOf(row, 'organisation'),
    shortName: one('short name'),
    otherNames: all('other names').flatMap((text) => text.split(SEVERAL)),
    website: websiteOf(one('website'), notes.drop),
    country: one('country'),
    types: types.filter((type) => organisationTypes.includes(type)),
  })
  return optional(organisation)
}

const ORCID = /\(?\s*(?:https?:\/\/orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\s*\)?/i

/** `Carberry, Josiah`, `Josiah Carberry`, each perhaps with an ORCID behind. */
function authorOf(text: string): Json {
  const [, ORCID_ID] = ORCID.exec(text) ?? []
  const name = text.replace(ORCID, '').trim()
  const [family, ...given] = name.split(/\s*,\s*/)
  const words = name.split(/\s+/)
  return withoutEmpty(
    given.length > 0
      ? { family, given: given.join(' '), ORCID: ORCID_ID }
      : words.length === 1
        ? { literal: name, ORCID: ORCID_ID }
        : { family: words.at(-1), given: words.slice(0, -1).join(' '), ORCID: ORCID_ID },
  )
}

/** Names between semicolons and the like; between commas only where each part is a whole name. */
function authorsOf(text: string): Json[] {
  const parts = text.split(/\s*(?:[;|\r\n]|\s&\s|\sand\s)\s*/i)
  const byComma = text.split(/\s*,\s*/)
  const isByComma = parts.length === 1 && byComma.length > 1 && byComma.every((name) => /\S\s+\S/.test(name))
  return (isByComma ? byComma : parts).filter((name) => name.trim() !== '').map(authorOf)
}

/** Words of tables for which CSL has a type. */
const cslTypes: Readonly<Record<string, string>> = {
  article: 'article-journal',
  'journal article': 'article-journal',
  'conference paper': 'paper-conference',
  'book chapter': 'chapter',
}

/** A product, as an item of CSL. */
function readProduct({ one, all, identifier, notes }: Row): Json[] {
  const type = one('type')?.toLowerCase()
  const item = withoutEmpty({
    type: type === undefined ? undefined : (cslTypes[type] ?? type),
    DOI: identifier('doi', doiOf),
    title: one('title'),
    author: all('authors').flatMap(authorsOf),
    issued: one('year') === undefined ? undefined : { literal: one('year') },
    'container-title': one('venue'),
    ISSN: all('issn').filter((text) => text.split(/[,;\s]+/).some(issnOf)),
    ISBN: one('isbn'),
    publisher: one('publisher'),
    volume: one('volume'),
    issue: one('issue'),
    page: one('pages'),
    language: one('language'),
    keyword: all('keywords'),
    abstract: one('abstract'),
    URL: one('url'),
    PMID: one('pmid'),
  })
  return readItem(item, notes)
}

/** `1,200,000.50`, `1.200.000,50`: groups of three digits, and cents. */
function numberOf(text: string | undefined): number | undefined {
  const plain = text?.replace(/[\s'’]|[^\d.,]+/g, '')
  if (!plain) return undefined
  const cents = /[.,]\d{1,2}$/.exec(plain)?.[0] ?? ''
  const whole = plain.slice(0, plain.length - cents.length).replace(/[.,]/g, '')
  return Number(`${whole}${cents.replace(',', '.')}`)
}

function readGrant(row: Row): Json[] {
  const { one, identifier, notes } = row
  const funderId = one('funder id')
  const [ror, doi] = [rorOf(funderId), doiOf(funderId)]
  if (funderId !== undefined && ror === undefined && doi === undefined) notes.drop('a funder id that is none')
  const agency = makeOrganisation({ name: one('funder'), ror, doi, session: FUNDER })
  const [title, number] = [plainLine(one('title')), one('number')]
  const grant = makeGrant({
    doi: identifier('doi', doiOf),
    number,
    agency,
    otherId: one('id'),
    session: `table ${row.whole}`,
    facts: withoutEmpty({
      titles: title === undefined ? undefined : { none: title },
      abstracts: one('abstract') === undefined ? undefined : { none: plainParagraphs(one('abstract')) },
      acronym: one('acronym'),
      duration: periodOf(row),
      website: websiteOf(one('website'), notes.drop),
      ...amountOf(numberOf(one('amount')), one('currency')),
    }),
  })
  if (!grant) notes.refuse('has neither number nor title, funder or DOI; one of them is expected')
  return optional(grant)
}

const readers: Readonly<Record<Kind, (row: Row) => Json[]>> = {
  person: readPerson,
  organisation: readOrganisation,
  product: readProduct,
  grant: readGrant,
}

/** What a grant without id is known by. */
const GRANT_KEY = ['number', 'funder', 'funder id']

export function readRow(record: Json, notes: SourceNotes): Json[] {
  const values = objectOf(record['values'])
  const kind = record['kind']
  if (!isKind(kind)) {
    notes.refuse('is no row of a table')
    return []
  }
  for (const heading of textsOf(record['unread'])) notes.drop(`column ${heading}, which no map reads`)
  const all = (word: string): string[] => textsOf(values[word])
  const readWords = new Set<string>()
  /** The first value, where there is one; others are counted as lost, once. */
  const firstOf = (word: string, found: readonly string[]): string | undefined => {
    const [first, ...more] = new Set(found)
    if (more.length > 0 && !readWords.has(word))
      notes.drop(`further values of ${word}, of which there is one`)
    readWords.add(word)
    return first
  }
  const [key] = [...all('id'), ...(all('number').length > 0 ? [JSON.stringify(GRANT_KEY.map(all))] : [])]
  if (key !== undefined) notes.origin({ key })
  const row: Row = {
    notes,
    all,
    one: (word) => firstOf(word, all(word)),
    identifier(word, read) {
      const given = all(word)
      const found = firstOf(
        word,
        given.flatMap((value) => read(value) ?? []),
      )
      if (found === undefined && given.length > 0) notes.drop(`values of ${word} that are none`)
      return found
    },
    whole: JSON.stringify(values),
  }
  return readers[kind](row)
}
