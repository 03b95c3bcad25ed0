/** Items of CSL (Citation Style Language), which reference managers keep → products. */

import { parseDate } from '../../model/values/dates.ts'
import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { byWord } from '../../model/values/collections.ts'
import { makeOrganisation, makeTopic, makeVenue } from '../../model/conversion/agents.ts'
import { makeAgent, rankContributions } from './entities.ts'
import { doiIri, doiOf, identifiersBy, isbnOf, issnOf, orcidOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { objectOf, optional, textOf, textsOf } from '../../model/conversion/json.ts'
import { dropMembers, memberTable, peopleIn } from './members.ts'
import { languageKey, plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { makeProduct } from './work.ts'
import { pagesOf } from '../../model/conversion/values.ts'

const itemMembers = memberTable(
  `id type citation-key DOI PMID PMCID ISBN ISSN URL title:text title-short author:person editor:person
  publisher:text issued container-title:texts collection-title volume issue edition number page page-first
  number-of-pages version language abstract:text keyword:texts categories custom custom_properties note
  arxiv`,
  `container-author collection-editor translator director composer illustrator reviewed-author
  accessed submitted original-date event event-date event-place event-title genre medium status archive
  archive_location archive-place call-number annote chapter-number collection-number publisher-place
  references source eprint container-title-short journalAbbreviation shortTitle year-suffix`,
)

/** Types of CSL that are no literature. */
const productTypes = byWord({
  'research data': 'dataset',
  'research software': 'software',
  other: `bill broadcast collection event figure graphic hearing legal_case legislation map motion_picture
  musical_score patent performance regulation song speech standard treaty`,
})

const venueTypes = byWord({
  journal: 'article-journal article-magazine article-newspaper',
  conference: 'paper-conference',
  book: 'chapter entry-encyclopedia entry-dictionary',
})

/** Types whose ISBN is that of the work itself. */
const bookTypes = ['book', 'thesis', 'report']

/** The first date: of `date-parts`, or of a text. */
function dateOf(value: unknown, drop: SourceNotes['drop']): string | undefined {
  const { 'date-parts': dateParts, raw, literal } = objectOf(value)
  const first: unknown = Array.isArray(dateParts)
    ? Array.isArray(dateParts[0])
      ? dateParts[0]
      : dateParts
    : []
  const parts = textsOf(first).slice(0, 3)
  const text =
    parts.length > 0
      ? parts.map((part, i) => part.padStart(i === 0 ? 4 : 2, '0')).join('-')
      : (textOf(raw) ?? textOf(literal) ?? textOf(value))
  if (text === undefined) return undefined
  if (parseDate(text)) return text
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  const year = /^\d{4}\b/.exec(text)?.[0] ?? (new Set(years).size === 1 ? years[0] : undefined)
  drop(year === undefined ? 'dates that are none' : 'dates beyond their year')
  return year
}

function agentOf(agent: Json, place: string, session: string): Json | undefined {
  const literal = plainLine(agent['literal'] ?? agent['name'])
  const [first, last] = [plainLine(agent['given']), plainLine(agent['family'])]
  if (literal !== undefined && last === undefined) return makeOrganisation({ name: literal, session })
  const particle = plainLine(agent['non-dropping-particle'] ?? agent['dropping-particle'])
  const family = [particle, last].filter(Boolean).join(' ')
  const name = [first, family, plainLine(agent['suffix'])].filter(Boolean).join(' ')
  const orcid = orcidOf(agent['ORCID'] ?? agent['orcid'])
  // BibTeX has groups as family names of several words.
  if (first === undefined && orcid === undefined && particle === undefined && name.includes(' '))
    return { entity_type: 'agent', local_identifier: generatedId(session, place, name), name }
  return makeAgent({ name, given: first, family, orcid, place, session })
}

/** `and others` of BibTeX. */
const isEtAl = (given: Json): boolean => given['family'] === 'others' && given['given'] === undefined

function contributionsOf(item: Json, session: string, drop: SourceNotes['drop']): Json[] {
  const people = ['author', 'editor'].flatMap((role) =>
    peopleIn(item[role]).flatMap((agent, i) => {
      if (!isEtAl(agent))
        return optional(agentOf(agent, `${role}-${i + 1}`, session)).map((by) => ({ by, role }))
      drop('«and others»')
      return []
    }),
  )
  const publisher = makeOrganisation({ name: plainLine(item['publisher']), session: 'csl publisher' })
  return rankContributions(people, publisher)
}

/** Values that may stand in one text, with blanks or commas between. */
const several = <T>(value: unknown, read: (text: string) => T | undefined): T[] => [
  ...new Set(textsOf(value).flatMap((text) => text.split(/[,;\s]+/).flatMap((one) => read(one) ?? []))),
]

function topicsOf(item: Json, session: string): Json[] {
  const words = textsOf(item['keyword']).flatMap((text) =>
    text
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter(Boolean),
  )
  return [...new Set([...words, ...textsOf(item['categories'])])].map((label) => ({
    term: makeTopic(session, label),
  }))
}

/** The identifier of an item without DOI. */
function pubMedIdOf(item: Json): string | undefined {
  const [pmid, pmcid] = [textOf(item['PMID']), textOf(item['PMCID'])]
  return pmid === undefined ? pmcid && `pmcid ${pmcid}` : `pmid ${pmid}`
}

/** What an item without identifier is called, by what it says of itself. */
function madeFor(item: Json, title: string | undefined): string | undefined {
  if (title === undefined) return undefined
  const [author] = peopleIn(item['author'])
  const year = dateOf(item['issued'], () => {})?.slice(0, 4)
  return [title, textOf(author?.['family'] ?? author?.['literal']), year].filter(Boolean).join(' ')
}

/** The journal, book or series in which an item appeared. */
function venueOf(item: Json, type: string, isbns: readonly string[], session: string): Json | undefined {
  const [container, series] = ['container-title', 'collection-title'].map((member) =>
    plainLine(textsOf(item[member])[0]),
  )
  const issns = several(item['ISSN'], issnOf)
  const hasVenue = container !== undefined || issns.length > 0
  return makeVenue({
    name: container ?? (hasVenue ? undefined : series),
    series: hasVenue ? series : undefined,
    type: hasVenue ? venueTypes[type] : undefined,
    issns: issns.map((value) => ({ scheme: 'issn', value })),
    isbns,
    session,
  })
}

export function readItem(item: Json, { drop, refuse, origin }: SourceNotes): Json[] {
  const doi = doiOf(item['DOI']) ?? doiOf(item['URL'])
  if (doiOf(item['DOI']) === undefined && textOf(item['DOI']) !== undefined) drop('a DOI that is none')
  const title = plainLine(item['title'])
  const number = pubMedIdOf(item)
  const label = doi ?? number ?? madeFor(item, title)
  if (label === undefined) {
    refuse('has neither DOI nor title; one of the two is expected')
    return []
  }
  if (doi === undefined && number !== undefined) origin({ key: number })
  const [type, url] = [textOf(item['type']) ?? '', textOf(item['URL'])]
  const isOwnDoi = (text: string | undefined): boolean => doi !== undefined && doiOf(text) === doi
  const session = doi ?? `csl ${label}`
  const isbns = several(item['ISBN'], isbnOf)
  const isBook = bookTypes.includes(type)
  const key = languageKey(item['language'], drop)
  const abstract = plainParagraphs(item['abstract'])
  const published = dateOf(item['issued'], drop)
  dropMembers(item, itemMembers, drop)
  return [
    makeProduct({
      id: doi === undefined ? generatedId('csl', 'product', label) : doiIri(doi),
      type: productTypes[type] ?? 'literature',
      identifiers: identifiersBy({
        doi,
        pmid: textOf(item['PMID']),
        pmcid: textOf(item['PMCID']),
        arxiv: textOf(item['arxiv']),
        isbn: isBook ? isbns : [],
      }),
      titles: optional(title).map((text) => ({ key, text })),
      abstracts: optional(abstract).map((text) => ({ key, text })),
      topics: topicsOf(item, session),
      contributions: contributionsOf(item, session, drop),
      manifestations: [
        {
          // What is published as it is, without a journal around it, is an article for CSL.
          type: type === '' ? undefined : { label: type === 'article' ? 'preprint' : type },
          urls: optional(isOwnDoi(url) ? undefined : url),
          dates: { publication: optional(published) },
          version: textOf(item['version']),
          place: {
            volume: textOf(item['volume']),
            issue: textOf(item['issue']),
            edition: textOf(item['edition']),
            number: textOf(item['number']),
            pages: pagesOf(textOf(item['page'])),
            venue: venueOf(item, type, isBook ? [] : isbns, session),
          },
        },
      ],
    }),
  ]
}
