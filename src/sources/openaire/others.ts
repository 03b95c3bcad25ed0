/** Organisations, data sources, projects and persons of OpenAIRE. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeGrant, makeOrganisation, makePerson } from '../../model/conversion/agents.ts'
import { FUNDER, makeDatasource } from '../shared/entities.ts'
import { identifiersBy, issnOf, orcidOf, valuesOf } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, orNothing, textOf, textsOf } from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'
import { amountOf, websiteOf } from '../shared/values.ts'
import {
  classifications,
  datasourceMembers,
  funders,
  organisationMembers,
  personMembers,
  projectMembers,
} from './tables.ts'
import { identifiersIn, openaireId, pageIri } from './values.ts'

/** An organisation, as a record or inside one; undefined if it has neither id nor ROR. */
export function organisationOf(record: Json, drop: SourceNotes['drop']): Json | undefined {
  const identifiers = identifiersIn(record['pid'])
  const [id, ror] = [openaireId(record['id']), valuesOf({ identifiers }, 'ror')[0]]
  if (id === undefined && ror === undefined) return undefined
  const name = plainLine(record['legalname'])
  const short = plainLine(record['legalshortname'] ?? record['acronym'])
  return makeOrganisation({
    ror,
    otherId: id === undefined ? undefined : pageIri('organisation', id),
    identifiers: [...identifiers, ...identifiersBy({ openaire: id })],
    name: name ?? short,
    shortName: short,
    otherNames: textsOf(record['alternativename']),
    website: websiteOf(record['websiteurl'], drop),
    country: textOf(objectOf(record['country'])['code']),
  })
}

export function readOrganisation(record: Json, { drop, alias, refuse }: SourceNotes): Json[] {
  dropMembers(record, organisationMembers, drop)
  const organisation = organisationOf(record, drop)
  const id = openaireId(record['id'])
  if (organisation === undefined)
    refuse('has no id; an organisation of OpenAIRE has an id such as openorgs____::0…')
  else if (id !== undefined) alias(pageIri('organisation', id), String(organisation['local_identifier']))
  return organisation === undefined ? [] : [organisation]
}

export function readDatasource(record: Json, { drop, refuse }: SourceNotes): Json[] {
  const id = openaireId(record['id'])
  if (id === undefined) {
    refuse('has no id; a data source of OpenAIRE has an id such as opendoar____::0…')
    return []
  }
  dropMembers(record, datasourceMembers, drop)
  const kinds = [record['type'], record['eoscdatasourcetype']].flatMap((one) => [
    textOf(objectOf(one)['value'] ?? objectOf(one)['label']) ?? '',
    textOf(objectOf(one)['scheme']) ?? '',
  ])
  const journal = objectOf(record['journal'])
  const originals = textsOf(record['originalid']).map((one) => one.replace(/^.*::/, ''))
  const issns = [journal['issnprinted'], journal['issnonline'], ...originals].flatMap(
    (one) => issnOf(one) ?? [],
  )
  const [name, english] = [plainLine(record['officialname']), plainLine(record['englishname'])]
  if (name !== undefined && english !== undefined && name !== english)
    drop('English names of data sources beside the official one')
  const website = websiteOf(record['websiteurl'], drop)
  return [
    makeDatasource({
      id: pageIri('datasource', id),
      identifiers: [
        ...identifiersIn(record['pid']),
        ...identifiersBy({ openaire: id, issn: [...new Set(issns)], url: website }),
      ],
      name: name ?? english,
      classification: classifications.find(([pattern]) => kinds.some((kind) => pattern.test(kind)))?.[1],
    }),
  ]
}

interface Agency {
  readonly agency?: Json
  readonly stream?: string
}

/** The funder of a project, in today's spelling, that of the API and that which products embed. */
function agencyOf(record: Json): Agency {
  const [first = {}] = objectsOf(record['funding'])
  const funder = { ...objectOf(record['funder']), ...objectOf(first['funder']), ...first }
  const short = plainLine(funder['shortname'])
  const funderEntity = makeOrganisation({
    name: plainLine(funder['name']) ?? short,
    doi: funders[short ?? ''],
    session: FUNDER,
  })
  const jurisdiction = textOf(funder['jurisdiction'])
  const stream = funder['fundingstream'] ?? funder['level0']
  return {
    agency: funderEntity && {
      ...funderEntity,
      ...(short !== undefined && short !== funderEntity['name'] && { short_name: short }),
      // EU and the like are no countries.
      ...(/^(?!EU|OC|AF)[A-Z]{2}$/.test(jurisdiction ?? '') && { country: jurisdiction }),
    },
    stream: plainLine(typeof stream === 'string' ? stream : (objectOf(stream)['description'] ?? '')),
  }
}

/** A grant, as a record or inside a product; one without number says who gave money. */
export function projectOf(record: Json, { drop, alias }: SourceNotes): Json | undefined {
  const id = openaireId(record['id'])
  const { agency, stream } = agencyOf(record)
  const { currency, fundedamount } = objectOf(record['granted'])
  const [title, summary] = [plainLine(record['title']), plainParagraphs(record['summary'])]
  const start = dateFrom(record['startdate'], drop)
  const grant = makeGrant({
    agency,
    number: textOf(record['code']),
    session: `openaire ${id ?? ''}`,
    facts: {
      identifiers: identifiersBy({ openaire: id }),
      titles: title === undefined ? undefined : { none: title },
      abstracts: summary === undefined ? undefined : { none: summary },
      acronym: plainLine(record['acronym']),
      funding_stream: stream,
      website: websiteOf(record['websiteurl'], drop),
      ...amountOf(fundedamount, currency),
      duration:
        start === undefined ? undefined : orNothing({ start, end: dateFrom(record['enddate'], drop) }),
      keywords: textsOf(record['keywords']).flatMap((text) =>
        text
          .split(text.includes(';') ? ';' : ',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    },
  })
  if (grant !== undefined && id !== undefined) alias(pageIri('grant', id), String(grant['local_identifier']))
  return grant
}

export function readProject(record: Json, notes: SourceNotes): Json[] {
  dropMembers(record, projectMembers, notes.drop)
  if (Number(objectOf(record['granted'])['totalcost'] ?? 0) > 0) notes.drop('totalcost of a project')
  if (objectsOf(record['funding']).length > 1) notes.drop('fundings of a project beyond the first')
  const made = projectOf(record, notes)
  if (made === undefined) notes.refuse('has neither code, title nor funder; one of these is expected')
  return made === undefined ? [] : [made]
}

export function readPerson(record: Json, { drop, refuse }: SourceNotes): Json[] {
  const orcid = textsOf(record['originalid']).flatMap((one) => orcidOf(one) ?? [])[0]
  const id = openaireId(record['id'])
  if (orcid === undefined && id === undefined) {
    refuse('has neither an ORCID in originalId nor an id; one of these is expected')
    return []
  }
  dropMembers(record, personMembers, drop)
  return [
    makePerson({
      given: plainLine(record['givenname']),
      family: plainLine(record['familyname']),
      orcid,
      madeId: `https://explore.openaire.eu/search/person?personId=${encodeURIComponent(id?.toWellFormed() ?? '')}`,
    }),
  ]
}
