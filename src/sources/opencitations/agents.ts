/** Names in OpenCitations Meta, each with identifiers in brackets → persons, organisations and venues. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation, makePerson, makeVenue } from '../../model/conversion/agents.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { idsOf, omidIri, type Ids } from './ids.ts'

interface Named {
  readonly name?: string
  readonly ids: Ids
}

/** `Name [scheme:value scheme:value]`. */
function readNamed(text: string, drop: SourceNotes['drop']): Named {
  const trimmed = text.trim()
  const open = trimmed.endsWith(']') ? trimmed.lastIndexOf('[') : -1
  const ids = open === -1 ? '' : trimmed.slice(open + 1, -1)
  // A bracket inside shows that these are no identifiers.
  const end = open === -1 || ids.includes(']') ? trimmed.length : open
  return { name: plainLine(trimmed.slice(0, end)), ids: idsOf(end === open ? ids : '', drop) }
}

/** The parts of a list; a `;` divides nothing where the next bracket is one that closes. */
function partsOf(cell: unknown): string[] {
  const text = textOf(cell) ?? ''
  const parts: string[] = []
  let [end, nextBracket] = [text.length, '']
  for (let i = text.length - 1; i >= 0; i--) {
    const character = text[i] as string
    if (character === '[' || character === ']') nextBracket = character
    if (character !== ';' || nextBracket === ']') continue
    parts.push(text.slice(i + 1, end))
    end = i
  }
  parts.push(text.slice(0, end))
  return parts.reverse().filter((part) => part.trim() !== '')
}

/** An entity that is called by its OMID, where it has one. */
const withOmid = (entity: Json, omid: string | undefined): Json =>
  omid === undefined ? entity : { ...entity, local_identifier: omidIri(omid) }

/** `Family, Given [orcid:… omid:ra/…]`; a name without comma is that of an organisation. */
function agentOf(text: string, place: string, session: string, drop: SourceNotes['drop']): Json | undefined {
  const { name, ids } = readNamed(text, drop)
  const [orcid, omid] = [ids.first('orcid'), ids.first('omid')]
  if (name === undefined && ids.identifiers.length === 0) return undefined
  const comma = name?.indexOf(',') ?? -1
  const otherIds = ids.identifiers.filter((one) => one['scheme'] !== 'orcid')
  if (name !== undefined && comma === -1 && orcid === undefined) {
    const made = makeOrganisation({ name, identifiers: otherIds, session })
    return made && withOmid(made, omid)
  }
  const [family, given] = [name?.slice(0, comma).trim(), name?.slice(comma + 1).trim()]
  const fullName = comma === -1 ? (name ?? '') : [given, family].filter(Boolean).join(' ')
  return makePerson({
    name: fullName,
    given: comma === -1 || given === '' ? undefined : given,
    family: comma === -1 ? undefined : family,
    orcid,
    identifiers: otherIds,
    madeId: omid === undefined ? generatedId(session, place, fullName) : omidIri(omid),
  })
}

export function contributionsOf(row: Json, session: string, drop: SourceNotes['drop']): Json[] {
  const people = ['author', 'editor'].flatMap((role) =>
    partsOf(row[role]).flatMap((part, i) => {
      const by = agentOf(part, `${role}-${i + 1}`, session, drop)
      return by ? [{ by, role, rank: i + 1 }] : []
    }),
  )
  const publishers = partsOf(row['publisher']).flatMap((part) => {
    const { name, ids } = readNamed(part, drop)
    const [omid, member] = [ids.first('omid'), ids.first('crossref')]
    const publisher = makeOrganisation({
      name,
      identifiers: ids.identifiers,
      session: member === undefined ? 'opencitations publisher' : `crossref member ${member}`,
    })
    return publisher ? [{ by: withOmid(publisher, omid), role: 'publisher' }] : []
  })
  const last = people.filter(({ role }) => role === 'author').length
  return [...people, ...publishers.map((one, i) => ({ ...one, rank: last + i + 1 }))]
}

/** `Name [issn:… isbn:… omid:br/…]`. */
export function venueOf(
  row: Json,
  type: string | undefined,
  session: string,
  drop: SourceNotes['drop'],
): Json | undefined {
  const { name, ids } = readNamed(textOf(row['venue']) ?? '', drop)
  const [issns, isbns] = [ids.valuesOf('issn'), ids.valuesOf('isbn')]
  const venue = makeVenue({
    name,
    type,
    issns: issns.map((value) => ({ scheme: 'issn', value })),
    isbns,
    doi: ids.first('doi'),
    // The book of a DOI is a product.
    isProduct: true,
    session,
  })
  const hasNumber = issns.length > 0 || isbns.length > 0
  return (
    venue && {
      ...withOmid(venue, hasNumber ? undefined : ids.first('omid')),
      ...(ids.identifiers.length > 0 && { identifiers: ids.identifiers }),
    }
  )
}
