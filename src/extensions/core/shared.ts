/** Fields that several entity types have. */

import type {
  ClassField,
  EntityField,
  LanguagesField,
  LinkField,
  NodeField,
  Selection,
  TermField,
  TextField,
} from '../../model/row.ts'

export const identifiers = {
  kind: 'node',
  many: true,
  doc: 'Identifiers given by others: a scheme and the value in that scheme.',
  fields: {
    scheme: {
      kind: 'term',
      doc: 'Identifier scheme.',
      caseless: true,
      required: true,
      open: true,
      values: [
        'arxiv',
        'bibcode',
        'crossref',
        'doi',
        'eissn',
        'handle',
        'isbn',
        'issn',
        'ivoid',
        'lissn',
        'omid',
        'openalex',
        'opendoar',
        'orcid',
        'pmcid',
        'pmid',
        'ror',
        'spase',
        'url',
        'urn',
        'viaf',
        'w3id',
      ],
    },
    value: { kind: 'text', scheme: 'scheme', doc: 'The identifier itself.', required: true, aliases: ['id'] },
  },
} as const satisfies NodeField

/** Values of a record. @param keys with dots between */
export const at = (keys: string, where?: Selection['where']): Selection => ({
  path: keys.split('.'),
  ...(where && { where }),
})

export const texts = (each: 'one' | 'list', doc: string, ...aliases: string[]): LanguagesField => ({
  kind: 'languages',
  each,
  doc,
  aliases,
})

export const text = (doc: string, ...aliases: string[]): TextField => ({ kind: 'text', doc, aliases })

export const website: LinkField = { kind: 'link', doc: 'Web page.', also: ['schema:url'] }

export const organisations = (doc: string, backwards?: string): EntityField => ({
  kind: 'entity',
  of: ['organisation'],
  many: true,
  doc,
  backwards,
})

export const by = (doc: string, backwards = 'Contributions'): EntityField => ({
  kind: 'entity',
  of: ['person', 'organisation', 'agent'],
  doc,
  backwards,
})

export const keywords = (...aliases: string[]): TextField => ({
  kind: 'text',
  many: true,
  doc: 'Keywords.',
  aliases,
  also: ['schema:keyword', 'schema:keywords'],
})

export const disciplines = {
  kind: 'term',
  many: true,
  doc: 'Disciplines as Library of Congress classes; all for every discipline.',
  aliases: ['discipline'],
  values: ['all'],
  namespaces: ['lcc'],
  written: 'prefixed',
} as const satisfies TermField

export const period = (doc: string, required?: true): NodeField => ({
  kind: 'node',
  doc,
  range: true,
  ordered: ['start', 'end'],
  fields: {
    start: { kind: 'date', doc: 'First day, month or year.', required },
    end: { kind: 'date', doc: 'Last day, month or year.' },
  },
})

/** @param coined those of the words that no context has */
export const accessRights = (
  values: readonly string[],
  doc: string,
  ...coined: readonly string[]
): NodeField => ({
  kind: 'node',
  doc,
  fields: {
    status: { kind: 'term', doc: 'Status.', values, coined, synonyms: { retricted: 'restricted' } },
    description: text('What the status means here.'),
  },
})

export const topics = (written?: 'id'): NodeField => ({
  kind: 'node',
  many: true,
  doc: 'Topics, and who says so with how much trust.',
  fields: {
    term: {
      kind: 'entity',
      of: ['topic'],
      written,
      doc: 'The topic.',
      required: true,
      backwards: 'About this topic',
    },
    provenance: {
      kind: 'node',
      many: true,
      doc: 'Who assigned the topic.',
      label: 'Assigned by',
      fields: {
        associated_with: { ...by('The agent that assigned the topic.', 'Topics assigned'), written },
        trust: {
          kind: 'number',
          datatype: 'float',
          least: 0,
          most: 1,
          doc: 'How much it is to be trusted, 0 to 1.',
        },
      },
    },
  },
})

export const productTypes = (doc: string): ClassField => ({
  kind: 'class',
  doc,
  required: true,
  aliases: ['research_product_type'],
  values: ['literature', 'research data', 'research software'],
  otherwise: 'other',
})
