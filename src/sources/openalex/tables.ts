/** What the words of OpenAlex are in SKG-IF. */

import { byWord, words } from '../../model/values/collections.ts'
import { byName } from '../../model/conversion/json.ts'
import { memberTable } from '../shared/members.ts'

/** Types of works → product types, those of before 2024 (the words of Crossref) included; others are other. */
export const productTypes = byWord({
  literature: `article book book-chapter book-review book-section conference-abstract conference-paper data-paper
  dissertation editorial erratum letter paratext peer-review preprint reference-entry report retraction review
  journal-article proceedings-article posted-content monograph reference-book edited-book proceedings journal
  book-set book-part book-series book-track report-series report-component journal-issue journal-volume
  proceedings-series`,
  'research data': 'dataset',
  'research software': 'software',
})

/** Types that are known, and for which SKG-IF has no kind but other. */
export const otherTypes = words('other supplementary-materials libguides standard database component')

/** Types of sources → kinds of venues. */
export const venueTypes = byName<string>({
  journal: 'journal',
  conference: 'conference',
  'book series': 'book',
})

/** Types of sources → kinds of data sources. */
export const hostTypes = byName<string>({
  repository: 'repository',
  metadata: 'aggregator',
  'ebook platform': 'publisher archive',
})

/** Types of Crossref whose container title stands beside a location without source → the kind of the venue. */
export const containedTypes = byName<string>({
  'journal-article': 'journal',
  'book-chapter': 'book',
  'proceedings-article': 'conference',
})

const CREATIVE_COMMONS = 'https://creativecommons.org/'

/** Licences; the version is that which OpenAlex itself names, as works do not say theirs. */
export const licences = byName<string>({
  ...Object.fromEntries(
    words('by by-sa by-nc by-nd by-nc-sa by-nc-nd').map((name) => [
      `cc-${name}`,
      `${CREATIVE_COMMONS}licenses/${name}/4.0/`,
    ]),
  ),
  cc0: `${CREATIVE_COMMONS}publicdomain/zero/1.0/`,
})

/** Words for rights that are no licences. */
export const noLicences = words('other-oa publisher-specific-oa implied-oa other-closed unspecified-oa')

/** Least score of keywords and of concepts with which they say something. */
export const MIN_SCORE = { keyword: 0.4, concept: 0.3 }

/** An author who is none: works of many people have it. The second is called Deleted Author. */
export const nullAuthors = ['A9999999999', 'A5317838346']

/** Members of all entities that say nothing about them: counts, and what is derived. */
const TECHNICAL = `id ids display_name updated_date created_date updated @timestamp @version works_api_url works_count
  relevance_score cited_by_api_url counts_by_year cited_by_count summary_stats image_url image_thumbnail_url
  oa_works_count wiki_page`

export const workMembers = memberTable(
  `${TECHNICAL} doi doi_registration_agency title:text publication_year publication_date language type
  primary_location locations:objects authorships:objects authorships.author:objects
  authorships.author.display_name:text biblio is_retracted topics:objects keywords:objects concepts mesh
  sustainable_development_goals awards funders grants referenced_works:texts abstract_inverted_index
  is_authors_truncated institutions primary_topic best_oa_location open_access has_fulltext has_content
  content_urls fulltext_origin ngrams_url is_oa institution_assertions countries_distinct_count
  institutions_distinct_count authors_count locations_count referenced_works_count concepts_count
  topics_count fwci citation_normalized_percentile cited_by_percentile_year cited_by_percentile is_xpac
  abstract_inverted_index_v3 authorships_truncated corresponding_author_ids corresponding_institution_ids
  type_crossref`,
  `related_works apc_list apc_paid indexed_in versions datasets is_paratext host_venue
  alternate_host_venues host_organizations`,
)

export const authorMembers = memberTable(
  `${TECHNICAL} orcid affiliations last_known_institution last_known_institutions`,
  `display_name_alternatives topics topic_share x_concepts parsed_longest_name longest_name block_key sources
  most_cited_work`,
)

export const institutionMembers = memberTable(
  `${TECHNICAL} ror country_code type type_id homepage_url display_name_acronyms display_name_alternatives roles
  international country works`,
  `lineage associated_institutions geo repositories topics topic_share x_concepts is_super_system status
  awards_count`,
)

export const publisherMembers = memberTable(
  `${TECHNICAL} alternate_titles homepage_url country_codes roles`,
  'parent_publisher lineage hierarchy_level sources_api_url sources_count',
)

export const funderMembers = memberTable(
  `${TECHNICAL} alternate_titles homepage_url country_code roles grants_count awards_count`,
  'description topics',
)

export const sourceMembers = memberTable(
  `${TECHNICAL} issn issn_l type type_id is_oa is_in_doaj is_core host_organization host_organization_name
  host_organization_lineage host_organization_lineage_names publisher publisher_id is_in_doaj_since_year
  is_high_oa_rate is_high_oa_rate_since_year is_in_scielo is_indexed_in_scopus oa_flip_year
  last_publication_year works`,
  `alternate_titles abbreviated_title societies apc_prices apc_usd country country_code homepage_url
  first_publication_year is_ojs topics topic_share x_concepts`,
)

export const topicMembers = memberTable(
  `${TECHNICAL} wikidata subfield field domain level`,
  'description keywords siblings ancestors related_concepts international fields subfields topics image',
)

export const awardMembers = memberTable(
  `${TECHNICAL} description funder_award_id funder amount currency start_date end_date start_year end_year
  landing_page_url doi funder_scheme lead_investigator co_lead_investigator investigators funded_outputs_count`,
  'funded_outputs funding_type provenance',
)
