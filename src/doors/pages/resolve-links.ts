/** Pages of identifiers that several records have, or that records only name: with the names of these. */

import { choicesPage, mentionPage } from '../../pages/resolve.ts'
import type { RecordLink } from '../../api/request/pages.ts'
import { loadRecords } from '../../api/representation/records.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import { siteOf, type PageContext } from './shared/site-of.ts'

async function withNames(request: RouteRequest, found: readonly RecordLink[]): Promise<PageContext> {
  const site = siteOf(request)
  const records = await loadRecords(site, found)
  return {
    ...site,
    namedRecords: new Map(records.map((record, i) => [(found[i] as RecordLink).iri, record])),
  }
}

export const writeChoices = async (
  request: RouteRequest,
  identifier: string,
  found: readonly RecordLink[],
): Promise<string> => choicesPage(identifier, found, await withNames(request, found))

export const writeMention = async (
  request: RouteRequest,
  iri: string,
  total: number,
  found: readonly RecordLink[],
): Promise<string> => mentionPage(iri, total, found, await withNames(request, found))
