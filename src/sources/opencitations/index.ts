/** OpenCitations: Meta and Index, as CSV of the dumps and as JSON of the APIs. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { csvText } from '../../model/conversion/csv.ts'
import { readMeta } from './meta.ts'
import { words } from '../../model/values/collections.ts'
import { makeReference } from '../shared/entities.ts'
import { textOf } from '../../model/conversion/json.ts'
import { idsOf, omidIri, workId } from './ids.ts'

/** Columns of a citation that have no place. */
const lost = words('creation timespan journal_sc author_sc citing_publication_date cited_publication_date')

/** One of the two products, called by its OMID where there is one, as rows give one DOI or another. */
function productOf(cell: unknown, { drop, alias }: SourceNotes): Json | undefined {
  const ids = idsOf(cell, drop)
  const [local, omid] = [workId(ids), ids.first('omid')]
  if (local === undefined) return undefined
  if (omid !== undefined && ids.first('doi') !== undefined) alias(omidIri(omid), local)
  const local_identifier = omid === undefined ? local : omidIri(omid)
  return makeReference({ local_identifier, identifiers: ids.identifiers })
}

function readCitation(row: Json, notes: SourceNotes): Json[] {
  const citing = productOf(row['citing'] ?? row['citing_id'], notes)
  const cited = productOf(row['cited'] ?? row['cited_id'], notes)
  if (!citing || !cited) {
    notes.refuse('is no citation; citing and cited are expected to be words such as doi:10.5555/12345678')
    return []
  }
  for (const column of lost)
    if (textOf(row[column]) !== undefined) notes.drop(`column ${column} of a citation`)
  notes.origin({ key: textOf(row['oci']) ?? textOf(row['id']) })
  notes.add({ ...citing, related_products: { cites: [cited] } })
  return []
}

/** Rows of tables that say which identifiers an OMID stands for; they make no product. */
function readCorrespondence(row: Json, { drop, refuse, alias, origin }: SourceNotes): Json[] {
  const [omid, local] = [idsOf(row['omid'], drop).first('omid'), workId(idsOf(row['id'], drop))]
  if (omid === undefined || local === undefined)
    refuse('names no work; omid is expected to be like br/0612, id like doi:10.5555/12345678')
  else {
    origin({ key: `ids of ${omidIri(omid)}` })
    alias(omidIri(omid), local)
  }
  return []
}

type Reader = (row: Json, notes: SourceNotes) => Json[]

/** Kinds of rows: columns that are all there. */
const kinds: readonly (readonly [columns: readonly string[], read: Reader])[] = [
  [['citing', 'cited'], readCitation],
  [['citing_id', 'cited_id'], readCitation],
  [['id', 'title', 'author', 'pub_date', 'venue', 'type'], readMeta],
  [['omid', 'id'], readCorrespondence],
]

const readerOf = (names: readonly string[]): Reader | undefined =>
  kinds.find(([columns]) => columns.every((column) => names.includes(column)))?.[1]

const expected = `expected are ${kinds.map(([columns]) => columns.join(', ')).join(', or ')}`

export const opencitations: Source = {
  name: 'opencitations',
  label: 'OpenCitations',
  provider: { name: 'OpenCitations', url: 'https://opencitations.net/' },
  selection: {
    isWork: (record) => 'author' in record || 'venue' in record,
    ids: 'id citing citing_id',
    keys: {
      orcid: 'author editor',
      issn: 'venue id',
      doi: 'id',
      year: 'pub_date',
      type: 'type',
      openalex: 'id',
    },
  },
  recognises: (record) =>
    readerOf(Object.keys(record)) !== undefined &&
    typeof (record['id'] ?? record['citing'] ?? record['citing_id']) === 'string',
  text: csvText(...kinds.map(([columns]) => columns)),
  read(record, notes) {
    const read = readerOf(Object.keys(record))
    if (read) return read(record, notes)
    notes.refuse(`is no row of OpenCitations; ${expected}`)
    return []
  },
}
