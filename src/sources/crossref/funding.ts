/** Funders and awards of a work → grants. */

import type { Json } from '../../model/values/json.ts'
import { makeGrant } from '../../model/conversion/agents.ts'
import { FUNDER } from '../shared/entities.ts'
import { organisationOf, type Reading } from './shared.ts'
import { doiOf } from '../../model/conversion/ids.ts'
import { objectsOf, optional, textsOf, uniqueBy, uniqueEntities } from '../../model/conversion/json.ts'

interface Award {
  readonly award?: string
  readonly doi?: string
}

/** The award numbers of a funder, each with its DOI where that is known. */
function awardsOf(funder: Json): Award[] {
  // The number of an award is a text, or a list around it.
  const awardsOfInfo = objectsOf(funder['award-info']).flatMap((one): Award[] => {
    const doi = doiOf(textsOf(one['award-doi'])[0]) ?? doiOf(one['DOI'])
    const awards = textsOf(one['award-number'] ?? one['award'])
    if (awards.length > 0) return awards.map((award) => ({ award, doi }))
    return doi === undefined ? [] : [{ award: undefined, doi }]
  })
  const plain = textsOf(funder['award']).map((award) => ({ award, doi: undefined }))
  return uniqueBy([...awardsOfInfo, ...plain], ({ award, doi }) => award ?? doi)
}

/** One grant for each award; a funder without award gives one without number, so that it is not lost. */
export function fundingOf({ record, doi, drop }: Reading): Json[] {
  const grants = objectsOf(record['funder']).flatMap((funder) => {
    const agency = organisationOf(funder, FUNDER)
    const awards = awardsOf(funder)
    if (!agency && awards.length === 0) {
      drop('a funder without name, id and award')
      return []
    }
    return (awards.length > 0 ? awards : [{ award: undefined, doi: undefined }]).flatMap((one) =>
      optional(makeGrant({ agency, number: one.award, doi: one.doi, session: doi })),
    )
  })
  return uniqueEntities(grants)
}
