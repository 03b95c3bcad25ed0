/** Research products: literature, data, software and anything else that research brings forth. */

import { productExchange } from './exchange.ts'
import type { DateField, ReferenceField, EntityType, Fields, Selection } from '../../model/rows/row.ts'
import { retracted } from '../../model/conversion/values.ts'
import { contributionHints, productHints } from './hints.ts'
import { productFilters } from './product-filters.ts'
import { productKinds } from './product/kinds.ts'
import { citeAs } from './shared-members.ts'
import {
  accessRights,
  path,
  by,
  identifiers,
  organisations,
  productTypes,
  string,
  langString,
  langStrings,
  topics,
} from './shared-fields.ts'

const dates = (doc: string): DateField => ({ kind: 'date', multiple: true, doc, label: doc.replace('.', '') })
const products = (doc: string, backwards: string): ReferenceField => ({
  kind: 'reference',
  range: ['product'],
  multiple: true,
  doc,
  inverseLabel: backwards,
})

export const relatedProducts = {
  cites: products('Products that this one cites.', 'Cited by'),
  is_supplemented_by: products('Products that supplement this one.', 'Supplements'),
  is_documented_by: products('Products that document this one.', 'Documents'),
  is_new_version_of: products('Products of which this one is a new version.', 'Newer versions'),
  is_part_of: products('Products of which this one is a part.', 'Parts'),
} as const satisfies Fields

const manifestation = {
  type: {
    kind: 'labelledClass',
    doc: 'Kind of the manifestation: a class, its labels and its scheme.',
    fields: {
      labels: langString('Labels of the class by language.'),
      defined_in: { kind: 'iri', doc: 'The scheme that defines the class.' },
    },
  },
  identifiers,
  dates: {
    kind: 'nest',
    doc: 'Dates, by what happened then.',
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
      embargo: { ...dates('End of the embargo.'), future: true },
      modified: dates('Modified.'),
      publication: dates('Published.'),
      received: dates('Received.'),
      request: dates('Requested.'),
      retraction: dates('Retracted.'),
      validity: { ...dates('Valid.'), future: true, inputPredicates: ['dctemrs:valid'] },
    },
  },
  peer_review: {
    kind: 'object',
    doc: 'Peer review of the manifestation.',
    aliases: ['peer review'],
    discriminator: {
      status: ['peer reviewed', 'under review'],
      description: ['single-blind peer review', 'double-blind peer review', 'open peer review'],
    },
    fields: {
      status: { kind: 'vocabTerm', doc: 'Status of the review.', terms: ['peer reviewed', 'under review'] },
      description: string('Kind of the review.'),
    },
  },
  access_rights: accessRights(
    ['open', 'closed', 'embargoed', 'restricted', 'unavailable'],
    'Who may read the manifestation.',
  ),
  licence: { kind: 'iri', isLicence: true, doc: 'Licence.', aliases: ['license'] },
  version: string('Version.'),
  biblio: {
    kind: 'nest',
    doc: 'Where it appeared.',
    fields: {
      issue: string('Issue.'),
      volume: string('Volume.'),
      edition: string('Edition.'),
      number: string('Number within the venue, such as a chapter.'),
      pages: {
        kind: 'object',
        doc: 'Pages within the venue.',
        interval: ['first', 'last'],
        fields: {
          first: { kind: 'string', doc: 'First page.', required: true },
          last: { kind: 'string', doc: 'Last page.', required: true },
        },
      },
      in: {
        kind: 'reference',
        range: ['venue'],
        doc: 'The venue.',
        label: 'Published in',
        inverseLabel: 'Products in this venue',
      },
      hosting_data_source: {
        kind: 'reference',
        range: ['datasource'],
        doc: 'The data source that hosts it.',
        label: 'Hosted by',
        inverseLabel: 'Products in this repository',
      },
    },
  },
} as const satisfies Fields

const author = path('contributions.by', { role: 'author' })
const editor = path('contributions.by', { role: 'editor' })
const publisher = path('contributions.by', { role: 'publisher' })
const published = path('manifestations.dates.publication')
const publishedIn = path('manifestations.biblio.in')

/** Identifiers of a scheme, of the product or else of a manifestation. */
const identifiersOf = (scheme: string): readonly Selection[] => [
  path('identifiers', { scheme }),
  path('manifestations.identifiers', { scheme }),
]

export const product = {
  name: 'product',
  path: 'products',
  label: 'Product',
  plural: 'Products',
  doc: 'A research product: literature, data, software or another.',
  charts: { 'cf.publication_year': 'Products by year of publication' },
  examples: ['cf.topic', 'cf.contributor', 'cf.venue'],
  hints: productHints,
  labelFields: ['titles'],
  kinds: productKinds,
  schemaOrg: {
    name: 'CreativeWork',
    properties: {
      name: path('titles'),
      abstract: path('abstracts'),
      identifier: path('identifiers'),
      datePublished: published,
      author,
      editor,
      publisher,
      isPartOf: publishedIn,
      license: path('manifestations.licence'),
      about: path('topics.term'),
      funding: path('funding'),
      citation: path('related_products.cites'),
    },
    propertiesOf: {
      Dataset: {
        description: path('abstracts'),
        creator: author,
        version: path('manifestations.version'),
        distribution: {
          ...path('manifestations.identifiers', { scheme: 'url' }),
          classOfContent: 'DataDownload',
        },
      },
      // What is called the version of a text is which copy it is.
      SoftwareSourceCode: { version: path('manifestations.version') },
    },
  },
  citation: {
    versions: 'manifestations',
    variables: {
      title: path('titles'),
      author,
      editor,
      publisher,
      issued: [
        published,
        path('manifestations.dates.distribution'),
        path('manifestations.dates.deposit'),
        path('manifestations.dates.creation'),
      ],
      'container-title': publishedIn,
      volume: path('manifestations.biblio.volume'),
      issue: path('manifestations.biblio.issue'),
      edition: path('manifestations.biblio.edition'),
      number: path('manifestations.biblio.number'),
      page: path('manifestations.biblio.pages'),
      version: path('manifestations.version'),
      DOI: identifiersOf('doi'),
      ISBN: identifiersOf('isbn'),
      PMID: path('identifiers', { scheme: 'pmid' }),
      PMCID: path('identifiers', { scheme: 'pmcid' }),
      abstract: path('abstracts'),
      URL: identifiersOf('url'),
    },
  },
  display: {
    subtype: 'product_type',
    byline: author,
    bylineNotes: 'declared_affiliations',
    notices: [
      {
        label: 'Retracted',
        text: 'Retracted on {value}. Do not rely on it.',
        level: 'warning',
        selection: path('manifestations.dates.retraction'),
      },
      {
        label: 'Retracted',
        text: 'Retracted. Do not rely on it.',
        level: 'warning',
        selection: path('manifestations.type', { class: retracted.class }),
      },
      {
        label: 'Newer version',
        text: 'There is a newer version: {value}',
        level: 'note',
        referredBy: 'related_products.is_new_version_of',
      },
      {
        label: 'Preprint',
        text: 'This is a preprint: it may not have been peer reviewed.',
        level: 'note',
        kind: 'preprint',
      },
      {
        label: 'Open access',
        level: 'good',
        selection: path('manifestations.access_rights.status', { status: 'open' }),
      },
    ],
    reading: {
      published: [path('identifiers', { scheme: 'doi' }), path('identifiers', { scheme: 'url' })],
      venue: publishedIn,
      host: path('manifestations.biblio.hosting_data_source'),
      deposited: ['preprint', 'dataset', 'software'],
      forms: 'manifestations',
      address: path('identifiers', { scheme: 'url' }),
      access: path('access_rights.status'),
      open: 'open',
      closed: ['closed', 'embargoed', 'restricted', 'unavailable'],
      facts: [path('identifiers'), publishedIn, path('manifestations.licence')],
    },
    chips: 'topics',
    abstract: 'abstracts',
    summary: [published, publishedIn, path('identifiers')],
    metaTags: {
      citation_title: path('titles'),
      citation_author: author,
      citation_publication_date: published,
      citation_journal_title: publishedIn,
      citation_volume: path('manifestations.biblio.volume'),
      citation_issue: path('manifestations.biblio.issue'),
      citation_firstpage: path('manifestations.biblio.pages.first'),
      citation_lastpage: path('manifestations.biblio.pages.last'),
      citation_doi: path('identifiers', { scheme: 'doi' }),
      citation_abstract: path('abstracts'),
    },
  },
  signposts: [
    citeAs,
    { rel: 'license', path: ['manifestations', 'licence'] },
    { rel: 'item', path: ['manifestations', 'identifiers'], where: { scheme: 'url' } },
    { rel: 'author', path: ['contributions', 'by'], where: { role: 'author' } },
  ],
  search: {
    references: ['contributions.by', 'contributions.declared_affiliations', 'manifestations.biblio.in'],
    texts: ['abstracts'],
    years: ['manifestations.dates.publication'],
    example: 'piwowar open access 2018',
  },
  referenceFields: [],
  exchange: productExchange,
  fields: {
    product_type: productTypes('Kind of the product; other also where the data does not say.'),
    identifiers,
    titles: langStrings('Titles by language.', 'title'),
    abstracts: langStrings('Abstracts by language.', 'abstract'),
    topics: topics('Products on this topic'),
    contributions: {
      kind: 'object',
      multiple: true,
      label: 'Contributors',
      doc: 'Who did what for the product.',
      aliases: ['contribution'],
      orderBy: { key: 'rank', fillFromPosition: true, thenBy: 'role' },
      hints: contributionHints,
      hoistFrom: { by: ['declared_affiliations'] },
      identity: ['by', 'role', 'rank'],
      fields: {
        by: { ...by('The person, organisation or agent.', 'Publications'), required: true },
        role: {
          kind: 'vocabTerm',
          doc: 'Role.',
          aliases: ['roles'],
          terms: ['author', 'editor', 'publisher'],
        },
        rank: {
          kind: 'number',
          datatype: 'integer',
          minimum: 1,
          doc: 'Position in the list of those with the role, from 1.',
        },
        contribution_types: {
          kind: 'vocabTerm',
          multiple: true,
          doc: 'What was contributed, as CRediT says it.',
          aliases: ['contribution', 'contribution_type'],
          terms: [
            'conceptualization',
            'data curation',
            'formal analysis',
            'funding acquisition',
            'investigation',
            'methodology',
            'project administration',
            'resources',
            'software',
            'supervision',
            'validation',
            'visualization',
            'writing – original draft',
            'writing – review & editing',
          ],
        },
        declared_affiliations: {
          ...organisations('Affiliations as the product states them.', 'Publications from this organisation'),
          label: 'Affiliation',
        },
      },
    },
    manifestations: {
      kind: 'object',
      multiple: true,
      label: 'Versions',
      doc: 'Forms in which the product exists.',
      fields: manifestation,
    },
    relevant_organisations: organisations(
      'Organisations that matter for the product beyond the affiliations.',
      'Related products',
    ),
    funding: {
      kind: 'reference',
      range: ['grant'],
      multiple: true,
      doc: 'Grants that funded the product.',
      inverseLabel: 'Funded products',
    },
    related_products: { kind: 'nest', doc: 'Other products, by relation.', fields: relatedProducts },
  },
  citedOnly: true,
  filters: productFilters,
  orders: {
    publication_date: { doc: 'date of publication', path: 'manifestations.dates.publication', by: 'date' },
    title: { doc: 'title', path: 'titles', by: 'text' },
    citations: { doc: 'citations in the graph', path: 'related_products.cites', by: 'referrers' },
  },
} as const satisfies EntityType
