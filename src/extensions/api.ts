/**
 * What extensions are made with, those of skeg and those of others alike: handed to each, and exported by the
 * package.
 */

export * as fields from './core/shared-fields.ts'
export { attributeFilters, equals, range, search } from './core/shared-filters.ts'
export { UnreadableText } from '../model/rows/source-row.ts'
export { csvText, readCsv } from '../sources/shared/csv.ts'
export { defineSource } from '../sources/index.ts'
export {
  doiIri,
  doiOf,
  generatedId,
  identifiersBy,
  isbnOf,
  issnIri,
  issnOf,
  orcidIri,
  orcidOf,
  rorIri,
  rorOf,
} from '../sources/shared/ids.ts'
export { makeGrant, makeOrganisation, makePerson, makeTopic, makeVenue } from '../sources/shared/agents.ts'
export { dateFrom, pagesOf } from '../sources/shared/values.ts'
export { languageKey, plainLine, plainParagraphs } from '../sources/shared/markup-to-text.ts'
export { merger as recordMerger } from '../sources/linking/merge-records.ts'
export { defineExtension, readContext } from '../model/rows/extension.ts'
