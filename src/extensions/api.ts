/**
 * What extensions are made with, those of skeg and those of others alike: handed to each, and exported by the
 * package.
 */

export * as fields from './core/shared-fields.ts'
export { attributeFilters, equals, range, search } from './core/shared-filters.ts'
export { UnreadableText } from '../model/rows/source-row.ts'
export { csvText, readCsv } from '../model/conversion/csv.ts'
export { elementsIn, parseXml, textIn } from '../model/conversion/xml.ts'
export { defineSource } from '../load/linking/define-source.ts'
export {
  doiIri,
  doiOf,
  identifiersBy,
  isbnOf,
  issnIri,
  issnOf,
  orcidIri,
  orcidOf,
  rorIri,
  rorOf,
} from '../model/conversion/ids.ts'
export { generatedId } from '../model/identifiers/generated-ids.ts'
export { makeGrant, makeOrganisation, makePerson, makeTopic, makeVenue } from '../model/conversion/agents.ts'
export { dateFrom, pagesOf } from '../model/conversion/values.ts'
export { languageKey, plainLine, plainParagraphs } from '../model/conversion/markup-to-text.ts'
export { merger as recordMerger } from '../load/linking/merge-records.ts'
export { defineExtension, readContext } from '../model/rows/extension.ts'
