/** Links as a document: application/linkset+json (RFC 9264). */

import { encodeNonAscii } from '../../model/context/iri.ts'
import { bare, mediaTypes } from '../../config/media.ts'
import type { PublishedGraph } from '../../record/urls.ts'
import type { HeaderLink } from '../answer.ts'

type Target = Readonly<Record<string, string | readonly string[]>>

/** Attributes that RFC 8288 does not know have lists of values. */
const targetOf = ({ href, type, profile, style }: HeaderLink): Target => ({
  href: encodeNonAscii(href),
  ...(type !== undefined && { type }),
  ...(profile !== undefined && { profile: [profile] }),
  ...(style !== undefined && { style: [style] }),
})

/** The links of one resource: a member for each relation. */
function contextOf(anchor: string, links: readonly HeaderLink[]): object {
  const byRelation: Record<string, Target[]> = {}
  for (const link of links)
    for (const rel of link.rel.split(' ')) (byRelation[rel] ??= []).push(targetOf(link))
  return { anchor: encodeNonAscii(anchor), ...byRelation }
}

/**
 * The links of a landing page, and those that lead back to it from its content (`collection`) and its metadata
 * (`describes`): FAIR Signposting, level 2.
 */
export function writeLinkset(
  { hasPages }: Pick<PublishedGraph, 'hasPages'>,
  page: string,
  links: readonly HeaderLink[],
): string {
  const type = hasPages ? bare(mediaTypes.html.type) : undefined
  const back = (rel: string, inverse: string): object[] =>
    links
      .filter((link) => link.rel.split(' ').includes(rel))
      .map(({ href }) => contextOf(href, [{ href: page, rel: inverse, type }]))
  return JSON.stringify({
    linkset: [contextOf(page, links), ...back('item', 'collection'), ...back('describedby', 'describes')],
  })
}
