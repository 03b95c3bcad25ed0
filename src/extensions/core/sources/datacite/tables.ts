/** What the words of DataCite are in SKG-IF: resource types, dates, contributors, relations, identifiers. */

import type { MemberTable } from '../shared/json.ts'

const byType = (type: string, resourceTypes: string): Record<string, string> =>
  Object.fromEntries(resourceTypes.split(/\s+/).map((name) => [name, type]))

/** resourceTypeGeneral → product types. */
export const productTypes: Readonly<Record<string, string>> = {
  ...byType(
    'literature',
    `Book BookChapter ConferencePaper ConferenceProceeding DataPaper Dissertation Journal JournalArticle
    OutputManagementPlan PeerReview Poster Preprint Presentation Report StudyRegistration Text`,
  ),
  ...byType('research data', 'Collection Dataset Image'),
  ...byType('research software', 'ComputationalNotebook Software Workflow'),
  ...byType(
    'other',
    `Audiovisual Event Instrument InteractiveResource Model Other PhysicalObject Project Service Sound
    Standard`,
  ),
}

/** The vocabulary of resourceTypeGeneral. */
export const RESOURCE_TYPES =
  'https://schema.datacite.org/meta/kernel-4.7/include/datacite-resourceType-v4.xsd'

/** Dates of a manifestation ← dateType, else members of the record. */
export const dateTypes: readonly {
  readonly date: string
  readonly type: string
  readonly otherwise?: readonly string[]
}[] = [
  { date: 'publication', type: 'Issued', otherwise: ['published', 'publicationYear'] },
  { date: 'creation', type: 'Created', otherwise: ['created'] },
  { date: 'deposit', type: 'Submitted', otherwise: ['registered'] },
  { date: 'modified', type: 'Updated', otherwise: ['updated'] },
  { date: 'acceptance', type: 'Accepted' },
  { date: 'collected', type: 'Collected' },
  { date: 'copyright', type: 'Copyrighted' },
  { date: 'validity', type: 'Valid' },
  { date: 'retraction', type: 'Withdrawn' },
]

/** What contributors do, in the words of CRediT. */
export const contributionTypes: Readonly<Record<string, string>> = {
  DataCollector: 'investigation',
  DataCurator: 'data curation',
  DataManager: 'data curation',
  ProjectLeader: 'project administration',
  ProjectManager: 'project administration',
  Researcher: 'investigation',
  Sponsor: 'funding acquisition',
  Supervisor: 'supervision',
}

/** Contributors that are where a product is, and not who made it. */
export const hosts = ['HostingInstitution', 'Distributor']

/** Roles in grants. */
export const grantRoles: Readonly<Record<string, string>> = {
  ProjectLeader: 'project leader',
  ProjectManager: 'project manager',
  ProjectMember: 'project member',
  Researcher: 'project member',
  WorkPackageLeader: 'workpackage leader',
}

/** Relations that a product says of itself. */
export const relations: Readonly<Record<string, string>> = {
  Cites: 'cites',
  References: 'cites',
  IsSupplementedBy: 'is_supplemented_by',
  IsDocumentedBy: 'is_documented_by',
  IsNewVersionOf: 'is_new_version_of',
  Obsoletes: 'is_new_version_of',
  IsPartOf: 'is_part_of',
  IsPublishedIn: 'is_part_of',
}

/** Relations that are said of the other product. */
export const inverseRelations: Readonly<Record<string, string>> = {
  IsCitedBy: 'cites',
  IsReferencedBy: 'cites',
  IsSupplementTo: 'is_supplemented_by',
  Documents: 'is_documented_by',
  IsPreviousVersionOf: 'is_new_version_of',
  IsObsoletedBy: 'is_new_version_of',
  HasPart: 'is_part_of',
}

/** Types of identifiers → schemes, where it is not the same word in lower case. */
export const schemes: Readonly<Record<string, string>> = { 'arxiv id': 'arxiv', pmc: 'pmcid', purl: 'url' }

/** Schemes of alternate identifiers that others can look up; those of other types are numbers of a house. */
export const publicSchemes = 'arxiv ark bibcode doi handle igsn isbn pmcid pmid swhid url urn w3id'.split(' ')

export const memberTable: MemberTable = {
  read: `doi identifiers alternateIdentifiers creators titles publisher container publicationYear subjects
  contributors dates language types relatedIdentifiers relatedItems version rightsList descriptions
  fundingReferences url contentUrl prefix suffix xml metadataVersion schemaVersion source isActive state
  created registered published updated id`.split(/\s+/),
  lost: `sizes formats geoLocations viewCount viewsOverTime downloadCount downloadsOverTime referenceCount
  citationCount citationsOverTime partCount partOfCount versionCount versionOfCount reason provider client
  media agency clientId providerId`.split(/\s+/),
}
