/** Rows of OpenCitations Meta → products. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { optional, textOf, byName } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { dateFrom, pagesOf } from '../../model/conversion/values.ts'
import { statedOf } from '../shared/values.ts'
import { makeProduct } from '../shared/work.ts'
import { contributionsOf, venueOf } from './agents.ts'
import { idsOf, omidIri, workId } from './ids.ts'

export const FABIO = 'http://purl.org/spar/fabio/'

/** Classes; those of other vocabularies are whole IRIs. */
export const classes = byName<string>({
  'journal article': 'JournalArticle',
  'book chapter': 'BookChapter',
  book: 'Book',
  monograph: 'Book',
  'edited book': 'Book',
  'book section': 'http://purl.org/ontology/bibo/BookSection',
  'book part': 'http://purl.org/spar/doco/Part',
  'book series': 'BookSeries',
  'book set': 'BookSet',
  dataset: 'DataFile',
  'data file': 'DataFile',
  dissertation: 'Thesis',
  journal: 'Journal',
  'journal issue': 'JournalIssue',
  'journal volume': 'JournalVolume',
  'peer review': 'http://purl.org/spar/fr/ReviewVersion',
  preprint: 'Preprint',
  proceedings: 'AcademicProceedings',
  'proceedings article': 'ProceedingsPaper',
  'proceedings series': 'Series',
  'reference book': 'ReferenceBook',
  'reference entry': 'ReferenceEntry',
  report: 'ReportDocument',
  'report series': 'Series',
  standard: 'SpecificationDocument',
  'web content': 'WebContent',
  'retraction notice': 'RetractionNotice',
  'computer program': 'ComputerProgram',
  editorial: 'Editorial',
  presentation: 'Presentation',
  'data management plan': 'DataManagementPlan',
  other: 'Expression',
})

/** Product types; all others are literature. */
const productTypes = byName<string>({
  dataset: 'research data',
  'data file': 'research data',
  'computer program': 'research software',
  standard: 'other',
  other: 'other',
})

/** The kind of the venue in which a work of a type appears. */
const venueTypes = byName<string>({
  'journal article': 'journal',
  'journal issue': 'journal',
  'journal volume': 'journal',
  editorial: 'journal',
  'book chapter': 'book',
  'book section': 'book',
  'book part': 'book',
  'reference entry': 'book',
  'proceedings article': 'conference',
})

/** The first of the types of a class, which has one label. */
const labelOf = (type: string): string =>
  Object.keys(classes).find((other) => classes[other] === classes[type]) ?? type

function typeOf(row: Json, drop: SourceNotes['drop']): string | undefined {
  const type = textOf(row['type'])?.toLowerCase()
  if (type !== undefined && classes[type] === undefined) drop(`unknown type ${type}`)
  return type
}

export function readMeta(row: Json, { drop, refuse, alias, origin }: SourceNotes): Json[] {
  const ids = idsOf(row['id'], drop)
  const title = plainLine(row['title'])
  const local =
    workId(ids) ?? (title === undefined ? undefined : generatedId('opencitations', 'product', title))
  if (local === undefined) {
    refuse('has neither id nor title; id is expected to be words such as doi:10.5555/12345678')
    return []
  }
  const omid = ids.first('omid')
  if (omid !== undefined) alias(omidIri(omid), local)
  const [other] = ids.identifiers
  if (other)
    origin({
      key: omid === undefined ? `${String(other['scheme'])}:${String(other['value'])}` : omidIri(omid),
    })
  const session = ids.first('doi') ?? omid ?? local
  const type = typeOf(row, drop)
  const named = classes[type ?? 'other'] ?? 'Expression'
  const classIri = named.startsWith('http') ? named : FABIO + named
  const published = dateFrom(row['pub_date'], drop)
  return [
    makeProduct({
      id: local,
      type: productTypes[type ?? ''] ?? 'literature',
      identifiers: ids.identifiers,
      titles: optional(title).map((text) => ({ key: 'none', text })),
      contributions: contributionsOf(row, session, drop),
      manifestations: [
        {
          type: {
            class: classIri,
            label: type === undefined ? undefined : labelOf(type),
            scheme: classIri.slice(0, classIri.lastIndexOf('/')),
          },
          dates: { publication: optional(published) },
          place: {
            volume: textOf(row['volume']),
            issue: textOf(row['issue']),
            pages: pagesOf(statedOf(row['page'])),
            venue: venueOf(row, venueTypes[type ?? ''], session, drop),
          },
        },
      ],
    }),
  ]
}
