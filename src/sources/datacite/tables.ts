/** What the words of DataCite are in SKG-IF: resource types, dates, contributors, relations, identifiers. */

import { readFileSync } from 'node:fs'
import { byWord, words } from '../../model/values/collections.ts'
import { byName } from '../../model/conversion/json.ts'
import { memberTable } from '../shared/members.ts'

/** What texts mean in several languages: the folded words of each type and of each access right, those of licences. */
const { types, access, licence } = JSON.parse(
  readFileSync(new URL('words.json', import.meta.url), 'utf8'),
) as Readonly<Record<'types' | 'access' | 'licence', Readonly<Record<string, string>>>>
export const [typeWords, accessTexts, licenceWords] = [byWord(types), byWord(access), byName(byWord(licence))]

/** resourceTypeGeneral → product types. */
export const productTypes = byWord({
  literature: `Book BookChapter ConferencePaper ConferenceProceeding DataPaper Dissertation Journal JournalArticle
  OutputManagementPlan PeerReview Poster Preprint Presentation Report StudyRegistration Text`,
  'research data': 'Collection Dataset Image',
  'research software': 'ComputationalNotebook Software Workflow',
  other: `Audiovisual Event Instrument InteractiveResource Model Other PhysicalObject Project Service Sound
  Standard`,
})

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
export const contributionTypes = byWord({
  investigation: 'DataCollector Researcher',
  'data curation': 'DataCurator DataManager',
  'project administration': 'ProjectLeader ProjectManager',
  'funding acquisition': 'Sponsor',
  supervision: 'Supervisor',
})

/** Contributors that are where a product is, and not who made it. */
export const hosts = ['HostingInstitution', 'Distributor']

export const grantRoles = byWord({
  'project leader': 'ProjectLeader',
  'project manager': 'ProjectManager',
  'project member': 'ProjectMember Researcher',
  'workpackage leader': 'WorkPackageLeader',
})

/** Relations that a product says of itself. */
export const relations = byWord({
  cites: 'Cites References',
  is_supplemented_by: 'IsSupplementedBy',
  is_documented_by: 'IsDocumentedBy',
  is_new_version_of: 'IsNewVersionOf Obsoletes',
  is_part_of: 'IsPartOf IsPublishedIn',
})

/** Relations that are said of the other product. */
export const inverseRelations = byWord({
  cites: 'IsCitedBy IsReferencedBy',
  is_supplemented_by: 'IsSupplementTo',
  is_documented_by: 'Documents',
  is_new_version_of: 'IsPreviousVersionOf IsObsoletedBy',
  is_part_of: 'HasPart',
})

/** Types of identifiers → schemes, where it is not the same word in lower case. */
export const schemes = byName<string>({ 'arxiv id': 'arxiv', pmc: 'pmcid', purl: 'url' })

/** Schemes of alternate identifiers that others can look up; those of other types are numbers of a house. */
export const publicSchemes = words('arxiv ark bibcode doi handle igsn isbn pmcid pmid swhid url urn w3id')

export const recordMembers = memberTable(
  `doi identifiers alternateIdentifiers creators:named creators.name:text titles:named titles.title:contents
  publisher:named container publicationYear subjects:named contributors:named contributors.name:text
  dates:objects language types relatedIdentifiers:objects relatedItems version:text rightsList:objects
  descriptions:objects fundingReferences:objects url contentUrl prefix suffix xml metadataVersion
  schemaVersion source isActive state created registered published updated id`,
  `sizes formats geoLocations viewCount viewsOverTime downloadCount downloadsOverTime referenceCount
  citationCount citationsOverTime partCount partOfCount versionCount versionOfCount reason provider client
  media agency clientId providerId`,
)
