/** Fields that several entity types have. */

import type {
  RdfTypeField,
  ReferenceField,
  LangStringField,
  IriField,
  ObjectField,
  Selection,
  VocabTermField,
  StringField,
} from '../../model/rows/row.ts'
import { words } from '../../model/values/collections.ts'

export const identifiers = {
  kind: 'object',
  multiple: true,
  doc: 'Identifiers given by others: a scheme and the value in that scheme.',
  fields: {
    scheme: {
      kind: 'vocabTerm',
      doc: 'Identifier scheme.',
      caseInsensitive: true,
      required: true,
      extensible: true,
      terms: words(`arxiv bibcode crossref doi eissn handle isbn issn ivoid lissn omid openalex opendoar orcid
  pmcid pmid ror spase url urn viaf w3id`),
    },
    value: {
      kind: 'string',
      scheme: 'scheme',
      doc: 'The identifier itself.',
      required: true,
      aliases: ['id'],
    },
  },
} as const satisfies ObjectField

/** Values of a record. @param keys with dots between */
export const path = (keys: string, where?: Selection['where']): Selection => ({
  path: keys.split('.'),
  ...(where && { where }),
})

/** Text by language, one text for each. */
export const langString = (doc: string, ...aliases: string[]): LangStringField => ({
  kind: 'langString',
  doc,
  aliases,
})

/** Text by language, several texts for each. */
export const langStrings = (doc: string, ...aliases: string[]): LangStringField => ({
  ...langString(doc, ...aliases),
  multiple: true,
})

export const string = (doc: string, ...aliases: string[]): StringField => ({ kind: 'string', doc, aliases })

export const website: IriField = { kind: 'iri', doc: 'Web page.', inputPredicates: ['schema:url'] }

export const organisations = (doc: string, backwards?: string): ReferenceField => ({
  kind: 'reference',
  range: ['organisation'],
  multiple: true,
  doc,
  inverseLabel: backwards,
})

export const by = (doc: string, backwards = 'Contributions'): ReferenceField => ({
  kind: 'reference',
  range: ['person', 'organisation', 'agent'],
  doc,
  inverseLabel: backwards,
})

export const keywords = (...aliases: string[]): StringField => ({
  kind: 'string',
  multiple: true,
  doc: 'Keywords.',
  aliases,
  inputPredicates: ['schema:keyword', 'schema:keywords'],
})

export const disciplines = {
  kind: 'vocabTerm',
  multiple: true,
  doc: 'Disciplines as Library of Congress classes; all for every discipline.',
  aliases: ['discipline'],
  terms: ['all'],
  namespaces: ['lcc'],
  serializeAs: 'prefixed',
} as const satisfies VocabTermField

export const period = (doc: string, required?: true): ObjectField => ({
  kind: 'object',
  doc,
  interval: ['start', 'end'],
  fields: {
    start: { kind: 'date', doc: 'First day, month or year.', required },
    end: { kind: 'date', doc: 'Last day, month or year.', future: true },
  },
})

/** @param coined those of the words that no context has */
export const accessRights = (
  values: readonly string[],
  doc: string,
  ...coined: readonly string[]
): ObjectField => ({
  kind: 'object',
  doc,
  fields: {
    status: {
      kind: 'vocabTerm',
      doc: 'Status.',
      terms: values,
      localTerms: coined,
      termAliases: { retricted: 'restricted' },
    },
    description: string('What the status means here.'),
  },
})

export const topics = (backwards: string, written?: 'id'): ObjectField => ({
  kind: 'object',
  multiple: true,
  doc: 'Topics, and who says so with how much trust.',
  fields: {
    term: {
      kind: 'reference',
      range: ['topic'],
      serializeAs: written,
      doc: 'The topic.',
      required: true,
      inverseLabel: backwards,
    },
    provenance: {
      kind: 'object',
      multiple: true,
      doc: 'Who assigned the topic.',
      label: 'Assigned by',
      fields: {
        associated_with: {
          ...by('The agent that assigned the topic.', 'Topics assigned'),
          serializeAs: written,
        },
        trust: {
          kind: 'number',
          datatype: 'float',
          minimum: 0,
          maximum: 1,
          label: 'Confidence',
          doc: 'How much it is to be trusted, 0 to 1.',
        },
      },
    },
  },
})

export const productTypes = (doc: string): RdfTypeField => ({
  kind: 'rdfType',
  doc,
  required: true,
  aliases: ['research_product_type'],
  terms: ['literature', 'research data', 'research software'],
  default: 'other',
})
