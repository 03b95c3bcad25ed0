/** Instances of a product of OpenAIRE, the copies in repositories and journals → manifestations. */

import type { Json } from '../../model/values/json.ts'
import { makeVenue, type Issn } from '../../model/conversion/agents.ts'
import { makeDatasource } from '../shared/entities.ts'
import { issnOf } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, optional, orNothing, textOf, textsOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import type { ManifestationFacts, PlaceFacts } from '../shared/work.ts'
import { dateFrom } from '../../model/conversion/values.ts'
import { urlOf } from '../shared/values.ts'
import { accessStatus, COAR, containedTypes, resourceTypes } from './tables.ts'
import { identifiersIn, openaireId, pageIri, type Reading } from './values.ts'

/** The journal or the proceedings in which the product appeared, with volume and pages. */
function containerOf({ record, session, drop }: Reading): PlaceFacts {
  const container = objectOf(record['container'])
  const issns = (['issnprinted', 'issnonline', 'issnlinking'] as const).flatMap((member): Issn[] => {
    const value = issnOf(container[member])
    return value === undefined ? [] : [{ scheme: member === 'issnonline' ? 'eissn' : 'issn', value }]
  })
  const [first, last] = [textOf(container['sp']), textOf(container['ep'])]
  for (const member of ['conferenceplace', 'conferencedate'])
    if (container[member] !== undefined) drop(`${member} of a container`)
  return {
    volume: textOf(container['vol']),
    issue: textOf(container['iss']),
    edition: textOf(container['edition']),
    pages: orNothing({ first: first ?? last, last: last ?? first }),
    venue: makeVenue({
      name: plainLine(container['name']),
      type: issns.length > 0 ? 'journal' : undefined,
      issns,
      session,
    }),
  }
}

function hostOf(instance: Json): Json | undefined {
  const { key, value } = objectOf(instance['hostedby'])
  const [id, name] = [openaireId(key), plainLine(value)]
  if (id === undefined || name === undefined || name === 'Unknown Repository') return undefined
  return makeDatasource({ id: pageIri('datasource', id), name })
}

/** What the instance, or the product of one, says of who may read it; a licence that is no URL is a description. */
function rightsOf(instance: Json, { record }: Reading): Pick<ManifestationFacts, 'access' | 'licence'> {
  // The best access of several instances is that of one of them.
  const isOnly = objectsOf(record['instance']).length < 2 && !instance['hostedby']
  const access = instance['accessright'] ?? (isOnly ? record['bestaccessright'] : undefined)
  const { code, label } = typeof access === 'string' ? { code: access, label: access } : objectOf(access)
  const licence = textOf(instance['license'])
  const url = urlOf(licence)
  const status = accessStatus[textOf(code) ?? ''] ?? accessStatus[textOf(label)?.toUpperCase() ?? '']
  return {
    access: { status, description: url === undefined ? plainLine(licence) : undefined },
    licence: url,
  }
}

function typeOf(instance: Json): ManifestationFacts['type'] {
  const label = textOf(instance['type'])
  if (label === undefined) return undefined
  const code = resourceTypes[label]
  return { class: code === undefined ? undefined : COAR + code, label }
}

export function manifestationsOf(reading: Reading): ManifestationFacts[] {
  const { record, drop } = reading
  const instances = objectsOf(record['instance'])
  const container = containerOf(reading)
  const isContained = (one: Json): boolean => containedTypes.includes(textOf(one['type']) ?? '')
  const hasContained = instances.some(isContained)
  const version = textOf(record['version'])
  const embargo = dateFrom(record['embargoenddate'], drop)
  const all: readonly Json[] = instances.length === 0 ? [{}] : instances
  return all.map((instance, i) => {
    for (const member of ['alternateidentifier', 'articleprocessingcharge'])
      if (instance[member] !== undefined) drop(`${member} of an instance`)
    const published = dateFrom(instance['publicationdate'] ?? record['publicationdate'], drop)
    const isReviewed = /^(?:peerReviewed|0001)$/i.test(textOf(instance['refereed']) ?? '')
    return {
      type: typeOf(instance),
      identifiers: identifiersIn(instance['pid']),
      urls: textsOf(instance['url']),
      dates: { publication: optional(published), embargo: optional(embargo) },
      isPeerReviewed: isReviewed,
      ...rightsOf(instance, reading),
      version,
      place: {
        ...((hasContained ? isContained(instance) : i === 0) ? container : {}),
        host: hostOf(instance),
      },
    }
  })
}
