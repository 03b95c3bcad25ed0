/** Research products: literature, data, software and anything else that research brings forth. */

import type { DateField, EntityField, EntityType, Fields } from '../../model/row.ts'
import { productFilters } from './product-filters.ts'
import { accessRights, at, by, identifiers, organisations, productTypes, text, texts, topics } from './shared.ts'

const dates = (doc: string): DateField => ({ kind: 'date', many: true, doc })
const products = (doc: string, backwards: string): EntityField => ({ kind: 'entity', of: ['product'], many: true, doc, backwards })

export const relatedProducts = {
  cites: products('Products that this one cites.', 'Cited by'),
  is_supplemented_by: products('Products that supplement this one.', 'Supplements'),
  is_documented_by: products('Products that document this one.', 'Documents'),
  is_new_version_of: products('Products of which this one is a new version.', 'Newer versions'),
  is_part_of: products('Products of which this one is a part.', 'Parts'),
} as const satisfies Fields

const manifestation = {
  type: {
    kind: 'concept', doc: 'Kind of the manifestation: a class, its labels and its scheme.',
    fields: {
      labels: texts('one', 'Labels of the class by language.'),
      defined_in: { kind: 'link', doc: 'The scheme that defines the class.' },
    },
  },
  identifiers,
  dates: {
    kind: 'group', doc: 'Dates, by what happened then.',
    fields: {
      acceptance: dates('Accepted.'),
      access: dates('Accessed.'),
      collected: dates('Collected.'),
      copyright: dates('Copyrighted.'),
      correction: dates('Corrected.'),
      creation: dates('Created.'),
      decision: dates('Decided on.'),
      deposit: dates('Deposited.'),
      distribution: dates('Distributed.'),
      embargo: dates('End of the embargo.'),
      modified: dates('Modified.'),
      publication: dates('Published.'),
      received: dates('Received.'),
      request: dates('Requested.'),
      retraction: dates('Retracted.'),
      validity: { ...dates('Valid.'), also: ['dctemrs:valid'] },
    },
  },
  peer_review: {
    kind: 'node', doc: 'Peer review of the manifestation.', aliases: ['peer review'],
    toldBy: {
      status: ['peer reviewed', 'under review'],
      description: ['single-blind peer review', 'double-blind peer review', 'open peer review'],
    },
    fields: {
      status: { kind: 'term', doc: 'Status of the review.', values: ['peer reviewed', 'under review'] },
      description: text('Kind of the review.'),
    },
  },
  access_rights: accessRights(['open', 'closed', 'embargoed', 'restricted', 'unavailable'], 'Who may read the manifestation.'),
  licence: { kind: 'link', doc: 'Licence.', aliases: ['license'] },
  version: text('Version.'),
  biblio: {
    kind: 'group', doc: 'Where it appeared.',
    fields: {
      issue: text('Issue.'),
      volume: text('Volume.'),
      edition: text('Edition.'),
      number: text('Number within the venue, such as a chapter.'),
      pages: {
        kind: 'node', doc: 'Pages within the venue.', range: true,
        fields: {
          first: { kind: 'text', doc: 'First page.', required: true },
          last: { kind: 'text', doc: 'Last page.', required: true },
        },
      },
      in: { kind: 'entity', of: ['venue'], doc: 'The venue.', label: 'Published in', backwards: 'Published here' },
      hosting_data_source: { kind: 'entity', of: ['datasource'], doc: 'The data source that hosts it.', label: 'Hosted by', backwards: 'Hosted here' },
    },
  },
} as const satisfies Fields

/** Classes of FaBiO and COAR, and what citations call them. */
const citedClasses = {
  JournalArticle: 'article-journal', ReviewArticle: 'article-journal', c_6501: 'article-journal', c_2df8fbb1: 'article-journal',
  ConferencePaper: 'paper-conference', ProceedingsPaper: 'paper-conference', c_5794: 'paper-conference',
  BookChapter: 'chapter', c_3248: 'chapter', Book: 'book', Monograph: 'book', c_2f33: 'book', Preprint: 'article', c_816b: 'article',
  Thesis: 'thesis', DoctoralThesis: 'thesis', MastersThesis: 'thesis', c_46ec: 'thesis', c_db06: 'thesis', c_bdcc: 'thesis',
  ReportDocument: 'report', TechnicalReport: 'report', WorkingPaper: 'report', c_93fc: 'report', c_18gh: 'report', c_8042: 'report', SpecificationDocument: 'standard',
  DataFile: 'dataset', Dataset: 'dataset', c_ddb1: 'dataset', ComputerProgram: 'software', c_5ce6: 'software',
} as const

export const product = {
  name: 'product', path: 'products', label: 'Product', plural: 'Products',
  doc: 'A research product: literature, data, software or another.',
  title: ['titles'],
  schema: {
    name: 'CreativeWork', by: 'product_type', words: { literature: 'ScholarlyArticle', 'research data': 'Dataset', 'research software': 'SoftwareSourceCode' },
    properties: {
      name: at('titles'), abstract: at('abstracts'), identifier: at('identifiers'), datePublished: at('manifestations.dates.publication'),
      author: at('contributions.by', { role: 'author' }), editor: at('contributions.by', { role: 'editor' }), publisher: at('contributions.by', { role: 'publisher' }),
      isPartOf: at('manifestations.biblio.in'), license: at('manifestations.licence'), version: at('manifestations.version'),
      about: at('topics.term'), funding: at('funding'), citation: at('related_products.cites'),
    },
  },
  citation: {
    told: [{ ...at('manifestations.type'), words: citedClasses }, { ...at('product_type'), words: { literature: 'document', 'research data': 'dataset', 'research software': 'software' } }],
    forms: 'manifestations',
    variables: {
      title: at('titles'), author: at('contributions.by', { role: 'author' }), editor: at('contributions.by', { role: 'editor' }), publisher: at('contributions.by', { role: 'publisher' }),
      issued: [at('manifestations.dates.publication'), at('manifestations.dates.distribution'), at('manifestations.dates.deposit'), at('manifestations.dates.creation')],
      'container-title': at('manifestations.biblio.in'), volume: at('manifestations.biblio.volume'), issue: at('manifestations.biblio.issue'),
      edition: at('manifestations.biblio.edition'), number: at('manifestations.biblio.number'), page: at('manifestations.biblio.pages'), version: at('manifestations.version'),
      DOI: [at('identifiers', { scheme: 'doi' }), at('manifestations.identifiers', { scheme: 'doi' })], ISBN: [at('identifiers', { scheme: 'isbn' }), at('manifestations.identifiers', { scheme: 'isbn' })],
      PMID: at('identifiers', { scheme: 'pmid' }), PMCID: at('identifiers', { scheme: 'pmcid' }), abstract: at('abstracts'),
      URL: [at('identifiers', { scheme: 'url' }), at('manifestations.identifiers', { scheme: 'url' })],
    },
  },
  view: {
    kind: 'product_type', byline: at('contributions.by', { role: 'author' }), lead: 'abstracts',
    brief: [at('manifestations.dates.publication'), at('manifestations.biblio.in'), at('identifiers')],
    tags: {
      citation_title: at('titles'), citation_author: at('contributions.by', { role: 'author' }), citation_publication_date: at('manifestations.dates.publication'),
      citation_journal_title: at('manifestations.biblio.in'), citation_volume: at('manifestations.biblio.volume'), citation_issue: at('manifestations.biblio.issue'),
      citation_firstpage: at('manifestations.biblio.pages.first'), citation_lastpage: at('manifestations.biblio.pages.last'),
      citation_doi: at('identifiers', { scheme: 'doi' }), citation_abstract: at('abstracts'),
    },
  },
  signposts: [
    { rel: 'cite-as', path: ['identifiers'] },
    { rel: 'license', path: ['manifestations', 'licence'] },
    { rel: 'item', path: ['manifestations', 'identifiers'], where: { scheme: 'url' } },
    { rel: 'author', path: ['contributions', 'by'], where: { role: 'author' } },
  ],
  reference: [],
  fields: {
    product_type: productTypes('Kind of the product; other also where the data does not say.'),
    identifiers,
    titles: texts('list', 'Titles by language.', 'title'),
    abstracts: texts('list', 'Abstracts by language.', 'abstract'),
    topics: topics(),
    contributions: {
      kind: 'node', many: true, doc: 'Who did what for the product.', aliases: ['contribution'],
      rank: { key: 'rank', assigned: true },
      misplaced: { by: ['declared_affiliations'] },
      fields: {
        by: { ...by('The person, organisation or agent.'), required: true },
        role: { kind: 'term', doc: 'Role.', aliases: ['roles'], values: ['author', 'editor', 'publisher'] },
        rank: { kind: 'number', datatype: 'integer', least: 1, doc: 'Position in the list of those with the role, from 1.' },
        contribution_types: {
          kind: 'term', many: true, doc: 'What was contributed, as CRediT says it.', aliases: ['contribution', 'contribution_type'],
          values: [
            'conceptualization', 'data curation', 'formal analysis', 'funding acquisition', 'investigation', 'methodology',
            'project administration', 'resources', 'software', 'supervision', 'validation', 'visualization',
            'writing – original draft', 'writing – review & editing',
          ],
        },
        declared_affiliations: { ...organisations('Affiliations as the product states them.', 'Contributions by affiliated persons'), label: 'At' },
      },
    },
    manifestations: { kind: 'node', many: true, doc: 'Forms in which the product exists.', fields: manifestation },
    relevant_organisations: organisations('Organisations that matter for the product beyond the affiliations.', 'Related'),
    funding: { kind: 'entity', of: ['grant'], many: true, doc: 'Grants that funded the product.', backwards: 'Funded' },
    related_products: { kind: 'group', doc: 'Other products, by relation.', fields: relatedProducts },
  },
  filters: productFilters,
} as const satisfies EntityType
