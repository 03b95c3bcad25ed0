/** What sources are made with, those of skeg and those of others alike. */

export { UnreadableText } from '../model/rows/source-row.ts'
export { csvText, readCsv } from './shared/csv.ts'
export { defineSource } from './define-source.ts'
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
} from './shared/ids.ts'
export { makeGrant, makeOrganisation, makePerson, makeTopic, makeVenue } from './shared/agents.ts'
export { dateFrom, pagesOf } from './shared/values.ts'
export { languageKey, plainLine, plainParagraphs } from './shared/text.ts'
export { merger as recordMerger } from './linking/merge-records.ts'
