/** Questions to filters, each with SPARQL written by hand in the best order that was found for Oxigraph. */

export interface Question {
  readonly path: string
  readonly key: string
  /** Patterns that bind ?value to a value as a client would send it. */
  readonly sample: string
  /** SPARQL of the same question; `$v` is the value as a literal, `$i` as an IRI. */
  readonly best: string
  /** Held to the limits of issue 4. */
  readonly hasGrowthLimit?: true
}

export const PREFIXES = `PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX d: <http://purl.org/spar/datacite/>
PREFIX l: <http://www.essepuntato.it/2010/06/literalreification/> PREFIX fabio: <http://purl.org/spar/fabio/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX pro: <http://purl.org/spar/pro/>
PREFIX dct: <http://purl.org/dc/terms/> PREFIX frapo: <http://purl.org/cerif/frapo/>
PREFIX cito: <http://purl.org/spar/cito/> PREFIX scoro: <http://purl.org/spar/scoro/>
PREFIX srv: <https://w3id.org/skg-if/extension/srv/ontology/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX ti: <http://www.ontologydesignpatterns.org/cp/owl/timeinterval.owl#> `

/** SELECT of the values that a sample binds. */
export const sampleQuery = (sample: string, from: number): string =>
  `${PREFIXES}SELECT DISTINCT ?value WHERE { ${sample} } LIMIT 1 OFFSET ${from}`

export const bestQuery = (best: string, literal: string, iri: string): string =>
  `${PREFIXES}SELECT DISTINCT ?entity WHERE { ${best.replaceAll('$v', () => literal).replaceAll('$i', () => iri)} }`

const P = '?entity a fabio:Work'
const UP = `?entity pro:isRelatedToRoleInTime ?c . ${P}`
const grants = (condition: string): string => `${condition} ?entity a frapo:Grant`

export const questions: readonly Question[] = [
  {
    path: 'products',
    key: 'identifiers.id',
    hasGrowthLimit: true,
    sample:
      '?n d:usesIdentifierScheme d:doi ; l:hasLiteralValue ?value . ?x d:hasIdentifier ?n ; a fabio:Work',
    best: `?n l:hasLiteralValue $v . ?entity d:hasIdentifier ?n . ${P}`,
  },
  {
    path: 'products',
    key: 'cf.contributions_orcid',
    hasGrowthLimit: true,
    sample: '?n d:usesIdentifierScheme d:orcid ; l:hasLiteralValue ?value',
    best:
      '?n l:hasLiteralValue $v . ?n d:usesIdentifierScheme d:orcid . ?p d:hasIdentifier ?n . ?c ' +
      `pro:isHeldBy ?p . ${UP}`,
  },
  {
    path: 'products',
    key: 'contributions.by.family_name',
    hasGrowthLimit: true,
    sample: '?p foaf:familyName ?value',
    best: `?p foaf:familyName $v . ?c pro:isHeldBy ?p . ${UP}`,
  },
  {
    path: 'products',
    key: 'contributions.declared_affiliations.identifiers.id',
    hasGrowthLimit: true,
    sample: '?n d:usesIdentifierScheme d:ror ; l:hasLiteralValue ?value',
    best: `?n l:hasLiteralValue $v . ?o d:hasIdentifier ?n . ?c pro:relatesToOrganization ?o . ${UP}`,
  },
  {
    path: 'products',
    key: 'funding.local_identifier',
    hasGrowthLimit: true,
    sample: '?x frapo:isFundedBy ?value',
    best: `?entity frapo:isFundedBy $i . ${P}`,
  },
  {
    path: 'products',
    key: 'funding.grant_number',
    hasGrowthLimit: true,
    sample: '?g frapo:hasGrantNumber ?value',
    best: `?g frapo:hasGrantNumber $v . ?entity frapo:isFundedBy ?g . ${P}`,
  },
  {
    path: 'products',
    key: 'funding.identifiers.id',
    hasGrowthLimit: true,
    sample:
      '?g a frapo:Grant ; d:hasIdentifier ?n . ?n d:usesIdentifierScheme d:doi ; l:hasLiteralValue ?value',
    best: `?n l:hasLiteralValue $v . ?g d:hasIdentifier ?n . ?entity frapo:isFundedBy ?g . ${P}`,
  },
  {
    path: 'products',
    key: 'funding.identifiers.scheme',
    hasGrowthLimit: true,
    sample: 'VALUES ?value { "doi" }',
    best:
      `?entity frapo:isFundedBy ?g . ${P} . ?g d:hasIdentifier ?n . ?n d:usesIdentifierScheme ?s . ` +
      'FILTER(?s IN (d:doi, $base_DOI))',
  },
  {
    path: 'products',
    key: 'cf.cites',
    hasGrowthLimit: true,
    sample: '?x cito:cites ?value . ?value dct:title ?t',
    best: `?entity cito:cites $i . ${P}`,
  },
  {
    path: 'products',
    key: 'cf.cited_by',
    sample: '?value cito:cites ?x . ?value a fabio:Work',
    best:
      `$i cito:cites ?entity . ${P} . FILTER EXISTS { ?entity ?p ?o FILTER(?p != ` +
      '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>) }',
  },
  {
    path: 'products',
    key: 'cf.cites_doi',
    sample:
      '?x cito:cites ?y . ?y d:hasIdentifier ?n . ?n d:usesIdentifierScheme d:doi ; l:hasLiteralValue ?value',
    best: `?n l:hasLiteralValue $v . ?x d:hasIdentifier ?n . ?entity cito:cites ?x . ${P}`,
  },
  {
    path: 'products',
    key: 'product_type',
    sample: 'VALUES ?value { "research data" }',
    best: `?entity a fabio:Dataset . ${P}`,
  },
  {
    path: 'products',
    key: 'identifiers.scheme',
    sample: 'VALUES ?value { "doi" }',
    best:
      '{ VALUES ?s { d:doi $base_DOI } ?n d:usesIdentifierScheme ?s . ?entity d:hasIdentifier ?n . ' +
      `${P} } UNION { ${P} . FILTER(STRSTARTS(STR(?entity), "https://doi.org/")) ?entity dct:title ` +
      '?t }',
  },
  {
    path: 'products',
    key: 'contributions.by.name',
    sample: '?x a fabio:Work ; pro:isRelatedToRoleInTime ?c . ?c pro:isHeldBy ?p . ?p foaf:name ?value',
    best: `?p foaf:name $v . ?c pro:isHeldBy ?p . ${UP}`,
  },
  {
    path: 'products',
    key: 'contributions.by.local_identifier',
    sample: '?c pro:isHeldBy ?value',
    best: `?c pro:isHeldBy $i . ${UP}`,
  },
  {
    path: 'products',
    key: 'contributions.declared_affiliations.name',
    sample:
      '?x a fabio:Work ; pro:isRelatedToRoleInTime ?c . ?c pro:relatesToOrganization ?p . ?p foaf:name ?value',
    best: `?o foaf:name $v . ?c pro:relatesToOrganization ?o . ${UP}`,
  },
  {
    path: 'products',
    key: 'cf.contributions_aff_country',
    sample: 'VALUES ?value { "GB" }',
    best: `?o frapo:hasCountry $v . ?c pro:relatesToOrganization ?o . ${UP}`,
  },
  {
    path: 'products',
    key: 'cf.search.title',
    sample: 'VALUES ?value { "ocean" }',
    best: `?entity dct:title ?t FILTER(CONTAINS(LCASE(STR(?t)), $v)) ${P}`,
  },
  {
    path: 'products',
    key: 'cf.search.title_abstract',
    sample: 'VALUES ?value { "ocean" }',
    best: `{ ?entity dct:title ?t } UNION { ?entity dct:abstract ?t } FILTER(CONTAINS(LCASE(STR(?t)), $v)) ${P}`,
  },
  {
    path: 'persons',
    key: 'identifiers.id',
    sample: '?n d:usesIdentifierScheme d:orcid ; l:hasLiteralValue ?value',
    best: '?n l:hasLiteralValue $v . ?entity d:hasIdentifier ?n . ?entity a foaf:Person',
  },
  {
    path: 'persons',
    key: 'affiliations.affiliation.name',
    sample: '?c a foaf:Organization ; foaf:name ?value',
    best:
      '?o foaf:name $v . ?c pro:relatesToOrganization ?o . ?entity pro:holdsRoleInTime ?c . ?entity ' +
      'a foaf:Person',
  },
  {
    path: 'persons',
    key: 'affiliations.role',
    sample: 'VALUES ?value { "affiliate" }',
    best: '?c pro:withRole scoro:affiliate . ?entity pro:holdsRoleInTime ?c . ?entity a foaf:Person',
  },
  {
    path: 'persons',
    key: 'cf.search.name',
    sample: 'VALUES ?value { "wang" }',
    best: '?entity a foaf:Person . ?entity foaf:name ?t FILTER(CONTAINS(LCASE(STR(?t)), $v))',
  },
  {
    path: 'organisations',
    key: 'country',
    sample: 'VALUES ?value { "GB" }',
    best: '?entity frapo:hasCountry $v . ?entity a foaf:Organization',
  },
  {
    path: 'grants',
    key: 'grant_number',
    sample: '?g frapo:hasGrantNumber ?value',
    best: grants('?entity frapo:hasGrantNumber $v .'),
  },
  {
    path: 'grants',
    key: 'beneficiaries.name',
    sample: '?g frapo:supports ?o . ?o foaf:name ?value',
    best: grants('?o foaf:name $v . ?entity frapo:supports ?o .'),
  },
  {
    path: 'grants',
    key: 'funding_agency.country',
    sample: 'VALUES ?value { "GB" }',
    best: grants('?o frapo:hasCountry $v . ?entity frapo:hasFundingAgency ?o .'),
  },
  {
    path: 'grants',
    key: 'cf.funded_amount.from',
    sample: 'VALUES ?value { "4900000" }',
    best: grants('?entity frapo:hasCurrency ?a FILTER(xsd:double(STR(?a)) >= 4.9e6)'),
  },
  {
    path: 'grants',
    key: 'cf.duration.start.from',
    sample: 'VALUES ?value { "2024" }',
    best: grants(
      '?entity dct:temporal ?d . ?d ti:hasIntervalStartDate ?a FILTER(STR(?a) >= "2024" && STR(?a) < "a")',
    ),
  },
  {
    path: 'services',
    key: 'name',
    sample: '?s a srv:Service ; foaf:name ?name BIND(STR(?name) AS ?value)',
    best: '?entity a srv:Service . ?entity foaf:name ?n FILTER(STR(?n) = $v)',
  },
  {
    path: 'services',
    key: 'cf.search.org_name',
    sample: 'VALUES ?value { "university" }',
    best:
      '?entity a srv:Service ; ' +
      '(srv:hasHostingOrganisation|srv:hasHostingLegalEntity|srv:isPartOfResearchInfrastructure|dct:relation) ' +
      '?o . ?o (foaf:name|frapo:hasAcronym) ?n FILTER(CONTAINS(LCASE(STR(?n)), $v))',
  },
  {
    path: 'topics',
    key: 'cf.search.labels',
    sample: 'VALUES ?value { "learning" }',
    best: '?entity a fabio:SubjectTerm . ?entity skos:prefLabel ?n FILTER(CONTAINS(LCASE(STR(?n)), $v))',
  },
]
