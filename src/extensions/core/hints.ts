/**
 * What people write who know other formats (Crossref, DataCite, schema.org, BibTeX), and what SKG-IF has in
 * its place.
 */

import { each, words } from '../../model/values/collections.ts'

const identifier = (scheme: string): string => `identifiers: [{"scheme": "${scheme}", "value": "…"}]`

const schemes = (text: string): Record<string, string> =>
  Object.fromEntries(words(text).map((scheme) => [scheme, identifier(scheme)]))

const contribution = (role: string): string => `contributions: [{"by": {"name": "…"}, "role": "${role}"}]`
const manifestation = (keys: string): string => `manifestations: [${keys}]`
const biblio = (keys: string): string => manifestation(`{"biblio": ${keys}}`)
const date = (key: string): string => manifestation(`{"dates": {"${key}": ["2024-03-15"]}}`)

export const productHints: Readonly<Record<string, string>> = {
  ...schemes('doi isbn pmid pmcid arxiv handle url openalex'),
  ...each('link uri', identifier('url')),
  orcid: 'contributions: [{"by": {"identifiers": [{"scheme": "orcid", "value": "…"}]}}]',
  ror: 'contributions: [{"declared_affiliations": [{"identifiers": [{"scheme": "ror", "value": "…"}]}]}]',
  name: 'titles: {"none": ["…"]}',
  description: 'abstracts: {"none": ["…"]}',
  summary: 'abstracts: {"none": ["…"]}',
  ...each('author authors creator creators', contribution('author')),
  ...each('editor editors', contribution('editor')),
  publisher: contribution('publisher'),
  ...each('publication_date date published date_published issued year publication_year', date('publication')),
  ...each('date_created created', date('creation')),
  ...each('date_modified modified updated', date('modified')),
  ...each('journal venue container_title conference booktitle published_in', biblio('{"in": {"name": "…"}}')),
  ...each('issn', biblio('{"in": {"identifiers": [{"scheme": "issn", "value": "…"}]}}')),
  ...each('volume', biblio('{"volume": "…"}')),
  ...each('issue', biblio('{"issue": "…"}')),
  ...each('page pages', biblio('{"pages": {"first": "…", "last": "…"}}')),
  ...each('repository data_source', biblio('{"hosting_data_source": {"name": "…"}}')),
  ...each('license licence rights', manifestation('{"licence": "https://…"}')),
  ...each('open_access access access_rights', manifestation('{"access_rights": {"status": "open"}}')),
  version: manifestation('{"version": "…"}'),
  ...each('keyword keywords subject subjects', 'topics: [{"term": {"labels": {"none": "…"}}}]'),
  ...each('reference references citation citations cites', 'related_products: {"cites": ["…"]}'),
  ...each('grant grants project projects', 'funding: [{"grant_number": "…"}]'),
  ...each('funder funders', 'funding: [{"funding_agency": {"name": "…"}}]'),
  ...each('affiliation affiliations', 'contributions: [{"declared_affiliations": [{"name": "…"}]}]'),
}

export const contributionHints: Readonly<Record<string, string>> = {
  ...each('name author person agent', 'by: {"name": "…"}'),
  ...each('given_name given', 'by: {"given_name": "…"}'),
  ...each('family_name family', 'by: {"family_name": "…"}'),
  orcid: 'by: {"identifiers": [{"scheme": "orcid", "value": "…"}]}',
  ...each('order position sequence', 'rank: 1'),
  ...each('affiliation affiliations', 'declared_affiliations: [{"name": "…"}]'),
}

export const personHints: Readonly<Record<string, string>> = {
  ...schemes('orcid isni viaf'),
  ...each('first_name forename given', 'given_name: "…"'),
  ...each('last_name surname family', 'family_name: "…"'),
  ...each('full_name display_name label', 'name: "…"'),
  ...each('affiliation organisation organization', 'affiliations: [{"affiliation": {"name": "…"}}]'),
}

export const organisationHints: Readonly<Record<string, string>> = {
  ...schemes('ror isni grid wikidata'),
  ...each('acronym abbreviation', 'short_name: "…"'),
  ...each('url homepage link', 'website: "https://…"'),
  ...each('aliases alternate_names alternative_names', 'other_names: ["…"]'),
  ...each('country_code', 'country: "CH"'),
}

export const grantHints: Readonly<Record<string, string>> = {
  ...schemes('doi'),
  ...each('number code award_number project_number', 'grant_number: "…"'),
  ...each('name', 'titles: {"none": "…"}'),
  ...each('description summary', 'abstracts: {"none": "…"}'),
  ...each('funder agency', 'funding_agency: {"name": "…"}'),
  ...each('amount', 'funded_amount: 1000000'),
  ...each('start_date start', 'duration: {"start": "2024-01-01"}'),
  ...each('end_date end', 'duration: {"end": "2026-12-31"}'),
  ...each('url homepage', 'website: "https://…"'),
  ...each('subject subjects', 'keywords: ["…"]'),
  ...each('participants partners', 'beneficiaries: [{"name": "…"}]'),
}

export const venueHints: Readonly<Record<string, string>> = {
  ...schemes('issn eissn isbn doi'),
  publisher: contribution('publisher'),
  ...each('editor editors', contribution('editor')),
  ...each('short_name abbreviation', 'acronym: "…"'),
  ...each('url homepage', identifier('url')),
}

export const topicHints: Readonly<Record<string, string>> = {
  ...schemes('wikidata url'),
  ...each('label title', 'labels: {"none": "…"}'),
}

export const datasourceHints: Readonly<Record<string, string>> = {
  ...schemes('opendoar url'),
  ...each('homepage website', identifier('url')),
  ...each('type', 'data_source_classification: "repository"'),
  ...each('title', 'name: "…"'),
  ...each('subject subjects', 'disciplines: ["…"]'),
}
