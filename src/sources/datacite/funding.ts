/** Funding references of DataCite → grants. */

import type { Json } from '../../model/values/json.ts'
import { FUNDER, makeOrganisation, makeGrant } from '../shared/agents.ts'
import { organisationIds, type Reading } from './parts.ts'
import { doiOf } from '../shared/ids.ts'
import { objectsOf, optional, textOf, uniqueEntities } from '../shared/json.ts'
import { languageKey, plainLine } from '../shared/text.ts'

export function fundingOf({ record, doi: ownDoi, drop }: Reading): Json[] {
  const grants = objectsOf(record['fundingReferences']).flatMap((reference) => {
    const agency = makeOrganisation({
      name: plainLine(reference['funderName']),
      session: FUNDER,
      ...organisationIds(reference['funderIdentifier'], reference['funderIdentifierType']),
    })
    const [uri, title] = [textOf(reference['awardUri']), plainLine(reference['awardTitle'])]
    const doi = doiOf(uri)
    const isPage = doi === undefined && uri !== undefined && /^https?:/i.test(uri)
    if (uri !== undefined && doi === undefined && !isPage) drop('awardUri that is no page and no DOI')
    return optional(
      makeGrant({
        agency,
        number: textOf(reference['awardNumber']),
        doi,
        session: ownDoi,
        facts: {
          titles: title && { [languageKey(record['language'], drop)]: title },
          website: isPage ? uri : undefined,
        },
      }),
    )
  })
  return uniqueEntities(grants)
}
