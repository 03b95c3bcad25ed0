/** What the helpers that extensions are handed (src/extensions/api.ts) are for, by name. */

export const helpers: Readonly<Record<string, string>> = {
  defineExtension: 'defineExtension(extension) returns the extension; TypeScript checks its rows.',
  readContext:
    'readContext(url) reads a JSON-LD context document from a file: the value of a member of contexts.',
  equals: 'equals(doc, example, more?): a filter for an exact value; more has further members of the row.',
  search: 'search(path, doc, example): a filter for a text inside of the values at the path.',
  attributeFilters:
    'attributeFilters({ prefix?, phrase?, examples, path?, aliasPrefixes? }): exact filters on what an entity is ' +
    'known by (its id, identifiers, names, country, …; the types of the package list them), one for each key of ' +
    'examples, whose value is the example. prefix is what stands in front of the keys of the filters, phrase what ' +
    'stands in front of their English, path what leads to the attributes if that is not prefix.',
  'fields.identifiers': 'A list of identifiers, each with scheme and value.',
  'fields.website': 'A web page.',
  'fields.string': 'string(doc, ...aliases): text.',
  'fields.langString': 'langString(doc, ...aliases): text by language, one for each language.',
  'fields.langStrings': 'langStrings(doc, ...aliases): text by language, several for each language.',
  'fields.keywords': 'keywords(...aliases): a list of keywords.',
  'fields.disciplines': 'A list of classes of the Library of Congress.',
  'fields.period': 'period(doc, required?): a start and an end.',
  'fields.accessRights':
    'accessRights(terms, doc, ...localTerms): a status of the terms, and a description; localTerms are those of ' +
    'the terms that the contexts do not define.',
  'fields.organisations': 'organisations(doc, inverseLabel?): a list of organisations.',
  'fields.by': 'by(doc, inverseLabel?): who did it: a person, organisation or agent.',
  'fields.topics':
    'topics(inverseLabel, serializeAs?): a list of topics, and who assigned them with how much confidence.',
  'fields.productTypes': 'productTypes(doc): the types of products.',
  'fields.path':
    'path(keys, where?): a value of a record, for display, citation and other members: keys that lead there, with ' +
    'dots between; where has the values that other keys of the same object must have.',
}
