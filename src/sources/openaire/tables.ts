/** What the words of OpenAIRE are in SKG-IF. */

import { byName } from '../../model/conversion/json.ts'
import { memberTable } from '../shared/members.ts'
import { accessByCode } from '../shared/values.ts'

export const productTypes = byName<string>({
  publication: 'literature',
  dataset: 'research data',
  data: 'research data',
  software: 'research software',
  other: 'other',
})

export const accessStatus = byName<string>({
  ...accessByCode,
  OPEN: 'open',
  'OPEN SOURCE': 'open',
  RESTRICTED: 'restricted',
  CLOSED: 'closed',
  EMBARGO: 'embargoed',
})

export const COAR = 'http://purl.org/coar/resource_type/'

/** Types of instances → concepts of the vocabulary of COAR, by which citations know them. */
export const resourceTypes = byName<string>({
  Article: 'c_6501',
  Preprint: 'c_816b',
  'Conference object': 'c_c94f',
  'Part of book or chapter of book': 'c_3248',
  Book: 'c_2f33',
  Thesis: 'c_46ec',
  'Doctoral thesis': 'c_db06',
  'Master thesis': 'c_bdcc',
  'Bachelor thesis': 'c_7a1f',
  Report: 'c_93fc',
  Review: 'c_efa0',
  Dataset: 'c_ddb1',
  Software: 'c_5ce6',
  Image: 'c_c513',
})

/** Types of instances that stand in the container of the product. */
export const containedTypes = ['Article', 'Conference object', 'Review', 'Part of book or chapter of book']

/** Kinds of data sources, by what their type begins or ends with. */
export const classifications: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/aggregator/i, 'aggregator'],
  [/cris/i, 'cris system'],
  [/journal/i, 'journal archive'],
  [/publisher/i, 'publisher archive'],
  [/database/i, 'scientific database'],
  [/repository/i, 'repository'],
]

export const productMembers = memberTable(
  `id type pid maintitle:text subtitle:text author:objects author.fullname:text author.name:text
  author.surname:text language description:texts subject:objects publisher:text publicationdate
  embargoenddate container instance:objects bestaccessright projects organizations version`,
  `originalid contributor country coverage format source context communities collectedfrom
  dateofcollection lastupdatetimestamp indicators isgreen openaccesscolor isindiamondjournal publiclyfunded
  documentationurl coderepositoryurl programminglanguage contactpeople contactperson contactgroup tool size
  geolocation`,
)

export const organisationMembers = memberTable(
  'id pid legalname:text legalshortname alternativename:texts websiteurl country',
  'originalid collectedfrom funding',
)

export const datasourceMembers = memberTable(
  'id pid originalid officialname englishname type eoscdatasourcetype journal websiteurl',
  `openairecompatibility openairecompatibilityid logourl dateofvalidation description subject languages
  contenttypes releasestartdate releaseenddate missionstatementurl accessrights uploadrights
  databaseaccessrestriction datauploadrestriction versioning citationguidelineurl pidsystems certificates
  policies collectedfrom thematic links jurisdiction odlanguages`,
)

export const projectMembers = memberTable(
  'id code acronym title:text websiteurl startdate enddate keywords funding funder summary granted',
  `callidentifier openaccessmandateforpublications openaccessmandatefordataset subject h2020programmes
  h2020programme validated provenance originalid collectedfrom`,
)

export const personMembers = memberTable(
  'id originalid givenname familyname',
  'alternativename biography subject indicator context consent coauthors',
)

/**
 * Funders by their short name in OpenAIRE → their DOI in the Funder Registry, by which other sources know them, as in
 * OpenAIRE's own importer of Crossref and, of FWF and DFG, in its rules for repositories.
 */
export const funders = byName<string>({
  EC: '10.13039/501100000780',
  NSF: '10.13039/100000001',
  NIH: '10.13039/100000002',
  ARC: '10.13039/501100000923',
  NHMRC: '10.13039/501100000925',
  DFG: '10.13039/501100001659',
  ANR: '10.13039/501100001665',
  SNSF: '10.13039/501100001711',
  FCT: '10.13039/501100001871',
  FWF: '10.13039/501100002428',
  AKA: '10.13039/501100002341',
  NWO: '10.13039/501100003246',
  WT: '10.13039/100004440',
  UKRI: '10.13039/100014013',
  SFI: '10.13039/501100001602',
  CIHR: '10.13039/501100000024',
  NSERC: '10.13039/501100000038',
  SSHRC: '10.13039/501100000155',
  TUBITAK: '10.13039/501100004410',
  HRZZ: '10.13039/501100004488',
  MZOS: '10.13039/501100006588',
  MESTD: '10.13039/501100004564',
  RCN: '10.13039/501100005416',
  RSF: '10.13039/501100006769',
})
