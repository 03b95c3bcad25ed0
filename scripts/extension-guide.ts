/** The tables of docs/extending.md: what an extension, and each row of it, may hold. */

import { extensionSchema, fieldSchemas, type Schema } from '../src/model/check/extension.ts'
import { termRequirements } from '../src/model/check/term-definitions.ts'
import type { FilterRow } from '../src/model/rows/filter-row.ts'
import type { IdentifierScheme } from '../src/model/identifiers/row.ts'
import { textEndings, type TextFormat } from '../src/model/rows/source-row.ts'
import type { EntityType, Field, Kind } from '../src/model/rows/row.ts'

/** What the values of a field of each kind are, in JSON and as RDF. */
const kinds: { readonly [K in Kind]: string } = {
  string: 'Text; with multiple, a list. RDF: plain literals.',
  langString:
    'A language map: an object of texts by language code, none where the language is unknown. ' +
    'RDF: rdf:langString literals.',
  number: 'A number. RDF: a literal of the datatype.',
  boolean: 'true or false.',
  date:
    'A year, month, day or date-time as text. RDF: a literal of the datatype that the text has (xsd:gYear, ' +
    'xsd:gYearMonth, xsd:date or xsd:dateTime), whichever of them the context names.',
  iri: 'An IRI that does not name an entity: a web page, a licence.',
  vocabTerm:
    'A term of a vocabulary. RDF: the IRI that the contexts give the term, or an IRI in one of the namespaces.',
  rdfType: 'A term whose IRI is a class of the entity itself (rdf:type).',
  reference:
    'A reference to other entities, by id or embedded. RDF: their IRIs; an embedded entity gets a ' +
    'named graph of its own.',
  object: 'An object with fields of its own and without an id. RDF: a blank node.',
  nest: 'An object whose fields belong to the object around it (JSON-LD @nest). RDF: no node.',
  labelledClass:
    'A class with labels and a scheme: class, and its fields. RDF: the IRI of the class, and the ' +
    'labels in its own named graph.',
  typedIri: 'An IRI, bare or with a class of its own.',
}

/** What an extension may hold. */
const extensionMembers = {
  name: 'The name of the extension: small letters, digits, - and _.',
  version: 'The version of the extension.',
  contexts:
    'JSON-LD contexts by name: url (where you publish the context: clients that read JSON-LD fetch it there), ' +
    'version and @context, the context itself. Prefixes of other contexts can be used; ' +
    'readContext(new URL("context.json", import.meta.url)) reads all three from a file, which has url, version and @context. Without terms of your own: contexts: {}. A prefix is an IRI that ends ' +
    'in / or #, or { "@id": …, "@prefix": true }. A term is another IRI, or an object with @id (or, for a key of ' +
    'the kind object, @reverse: the triple points from the value to what has the key; references are followed ' +
    'backwards by filters, with ^) and perhaps @type (@id, @vocab or a datatype of XML Schema), @container ' +
    '(@language or @set), @nest, and @context (@vocab or @base of the values of this term). Of other keywords a ' +
    'context may have @version and @protected.',
  identifierSchemes:
    'Identifier schemes, by the term that names them in data: what their identifiers look like, ' +
    'and in which forms people write them.',
  entities:
    'Entity types of its own. The name is the value of entity_type and a term of the contexts, ' +
    'which gives the class; path is the segment under the API root.',
  sources:
    'Formats of metadata from elsewhere (see below), each with name, label, recognises (whether a JSON object ' +
    'is one of its records), read (the records that it becomes) and perhaps provider (who publishes them: name, and ' +
    'url, which stands for it in graphs as what records come from), containers (keys that ' +
    'lead to lists of records), otherFiles (names of files without records, * for any characters, ? for one), selection (where --keep finds what it asks for: isWork(record), and as text the paths ids, cites and keys, each of keys with dots between, which lead through lists, several paths with blanks between, as in keys: { orcid: "people.orcid" }; ids are all of its own ids, by which a kept work names it, as in "doi ror"), origin({ key, sourceDate, collection, deleted }) (which record of its source it is, and as of when), text (how ' +
    'its records stand in a text that is no JSON) and merger (how records of several sources become one). read gets the ' +
    'object and what takes notes: drop(what) counts what has no place, add(record) says something ' +
    'of another entity, alias(other, id) that others call an entity by another id, scopedName(id, scope, ' +
    'name) that it is the one of this name in another entity, refuse(message) leaves the record out.',
  extend:
    'What it adds to the types of other extensions, by type: fields; filters; vocabularies, which ' +
    'are terms for their vocabularies, by the keys that lead to the field.',
  translations:
    'What pages say in place of the English of its rows: language (en, de) → English → text, for labels ' +
    '(a field without one is called by its key, with a capital letter and blanks), plurals, facets, sentences on types, ' +
    'orders, notices, terms. A filter without label or facet is called by what its form says. The rest stays as it is; ' +
    'in English, only a term that is no word needs a text: srv_portal → portal.',
  corrections:
    'Terms that are read and stored otherwise than the published context says, each with the ' +
    'reason: definition is what replaces the published one, for instance where it does not fit ' +
    'the kind of the field; datatypeFrom: "lexicalForm" gives a date the datatype of its text; ' +
    'storedAs: "rows" marks values that no context can describe as they are stored.',
} as const

/** All members that rows of any kind have. */
type Members<T> = T extends unknown ? keyof T : never

const ofFields: { readonly [M in Exclude<Members<Field>, 'kind'>]: string } = {
  doc: 'One sentence for readers of the documentation.',
  label: 'The label on pages; absent: the key, with blanks.',
  aliases: 'Other keys under which records may have the field; it comes back under its own key.',
  inputPredicates: 'Predicates, as prefixed names, that RDF from elsewhere uses for the field.',
  required: 'A record without the field is loaded, with a warning.',
  multiple: 'A list in JSON, even of one value; of langString, a list of texts for each language.',
  viaNode: 'The text stands in a blank node, as this property of it.',
  scheme: 'The key beside it that names the identifier scheme, by which the text is normalised.',
  isLicence: 'Filters, facets and schema.org take all IRIs of one licence for one.',
  caseInsensitive: 'Values that differ in case alone are equal.',
  codeList: 'The standard whose codes it holds: ISO 3166-1 or ISO 4217.',
  datatype: 'integer, decimal or float.',
  minimum: 'The lower bound, included.',
  maximum: 'The upper bound, included.',
  future: 'A date that may lie in any year to come; others warn from the sixth year ahead on.',
  unit: 'The key beside it that says what is counted.',
  terms: 'The terms of the vocabulary, each a term of the contexts; of a string, the texts that it may have.',
  localTerms:
    'Terms of the vocabulary that the contexts do not define: they get IRIs below the base of the graph.',
  extensible:
    'Terms outside the vocabulary are allowed, and become IRIs below the base of the graph; without it, check ' +
    'warns of them.',
  termAliases: 'Other names of terms, accepted on input.',
  namespaces: 'Prefixes or IRIs in which bare terms are resolved; the first is the one of the output.',
  localNames: 'Names in the first of the namespaces; skeg check reports others.',
  serializeAs: 'The form in the output: of a term prefixed, bare or iri; of a reference id.',
  default: 'The term of a record that has none of the classes.',
  range:
    'The entity types that may be referenced, the likeliest first; the last is assumed where the type is unknown.',
  inverseLabel: 'The label, on the page of the referenced entity, of the entities that refer to it here.',
  fields: 'The fields of the object.',
  orderBy:
    'The order of the list: key, the number by which it is sorted; fillFromPosition, the numbers ' +
    'are the positions where no item has one; thenBy, the key of the term that sorts items with ' +
    'equal numbers.',
  identity: 'Keys in which two items of the list agree where they are one, once copies of a record unite.',
  discriminator:
    'Where two keys share a predicate: the members of the object, with the values (or any), by ' +
    'which an object is read as this field.',
  interval:
    'The keys of the start and the end of one thing; of two dates the end must not be before the start.',
  hints: 'Keys that the object does not have, and where their values belong: skeg check says so.',
  hoistFrom: 'Keys that records misplace inside the object of the named key.',
  selfClass: 'The object around it is the class itself (JSON-LD @nest), and has no other values.',
}

const ofTypes: { readonly [M in keyof Required<EntityType>]: string } = {
  name: 'The value of entity_type; a term of the contexts, which gives the class.',
  path: 'The segment of its list under the API root.',
  label: 'The name of one entity.',
  plural: 'The name of several entities.',
  doc: 'One sentence.',
  aliases: 'Other values of entity_type that mean the type.',
  hints: 'Keys that the type does not have, and where their values belong: skeg check says so.',
  addition: 'The specification has no list of it: it is marked as an addition in OpenAPI.',
  outsideNavigation: 'Navigation and the home page do not lead to its list; searches, facets and records do.',
  labelFields: 'The keys of text by which readers know a record; the first that has a value is shown.',
  composites:
    'Values that belong together, such as the parts of a name: where copies of an entity differ, all come from one. Each with ' +
    'keys, others (key of a list of texts, which takes those of other copies that share a word with them) and identifying ' +
    '(key of a text: an identifier of copies in which it has no word in common is reported).',
  hasPersonNames:
    'Its names are those of people: where a source writes the family name first, with a comma behind it, readers ' +
    'see it last.',
  labelsWithoutTitle:
    'What a record without a title is called, by the title of what it names: a text with {value}, and path.',
  search:
    'Where the words stand by which people search for a record (cf.search.words, /search, suggestions): names (keys of ' +
    'text: all its names; without them, labelFields), references (paths, with dots, to references to entities by whose ' +
    'names it is found too), texts (keys of longer texts, such as abstracts), years (paths, with dots, to dates by whose ' +
    'years it is found too), and example (words that find something).',
  referenceFields:
    'The fields that a reference to it shows, in JSON and CSV. Those of the types of the core are in the examples of ' +
    'data-model.md.',
  fields: 'Its fields.',
  filters: 'The filters of its list.',
  charts: 'What the home page counts in all its records: facets (key → heading).',
  examples: 'Facets of which the home page names the most frequent value, as something to search for.',
  profiles:
    'What its pages count in the records that refer to it: collection, filter (which takes its ' +
    'id), label, facets (key → heading), itemFacets (keys of those of the same item of a list) and whereNamed (what of it ' +
    'stands wherever a record is named: items, years, count).',
  citedOnly:
    'Those of its records that no input has for themselves, as others cite them alone, are told apart: by ' +
    'dcterms:isReferencedBy in the graph, by the filter cf.only_cited, and on pages.',
  orders:
    'The orders of its list beside that by IRI, by name: doc (English after “by”), path (keys ' +
    'that lead to the value), by (date, text or referrers) and collection (of the referrers, if not its own).',
  kinds:
    'Kinds of its records, each of which is of one: rows (kind, and has: the paths of values, with dots, and the words ' +
    'of which one is there; none: any value), of which the first counts that a record meets, and names (label, and what ' +
    'CSL, COAR, DataCite and schema.org call the kind). The list has the filter and facet cf.kind. Records of a type ' +
    'without kinds are not cited themselves.',
  display:
    'How pages show a record: subtype, byline, bylineNotes (what stands with each of ' +
    'them), abstract, summary (what stands beside the title; of a date, the year), reading (where it can be read, ' +
    'and what stands beside it as facts), chips (a list of names alone), notices (label, text with {value}, level, and what they depend on: selection, kind or referredBy), series ' +
    '(the filter that finds the records of one series, and the date by which these are told apart), metaTags.',
  schemaOrg:
    'Its class in schema.org: name, subtypes (by the terms of display.subtype), ofPersonName (of records whose name can only be that of ' +
    'a person), properties, and propertiesOf (those that records of one class have beside; classOfContent is the class of what stands at an address).',
  exchange:
    'How harvesters get a record: its entity in CERIF, and by the names of Dublin Core and DataCite its values, agents, ' +
    'dates and relations. Without it, Dublin Core has the title alone.',
  citation:
    'How a record is cited (CSL): versions, variables; of a type without kinds, how it is named where other records ' +
    'are cited.',
  signposts: 'Links for FAIR Signposting.',
}

const ofFilters: { readonly [M in keyof Required<FilterRow>]: string } = {
  operator:
    'equals, contains, within (a year or another span), gte (from) or lte (up to). A date that ' +
    'is a year or a month counts from its first day on.',
  path:
    'The keys that lead to the value, with dots between; absent: the key of the filter. a|b follows ' +
    'both keys, ^ in front follows the first reference backwards, which is a field of the same type: ' +
    '^ and its key lead to the records that refer to this one; after a reference ' +
    'local_identifier is the id, after a labelledClass class is its IRI, after a langString @value ' +
    'and @language are its sides.',
  doc: 'English that follows the plural of the type, with {value} for the value.',
  label: 'What pages call it; absent: its facet, else the names of the fields that lead to the value.',
  example: 'A value, for the documentation: one that finds a record of yours.',
  aliases: 'Other keys of the same filter.',
  scheme: 'The value is an identifier of this scheme, or of one of several with | between them.',
  orIdentifier:
    'Where values are looked for that are identifiers (scheme) and no ids of the graph: path leads to ' +
    'the value of the identifier.',
  sameItem: 'A filter cf.… that applies to the same item of a list as the other filters do.',
  narrows:
    'Beside a list, one more value of the facet narrows the list, since all must hold; absent: any of them may.',
  mainType:
    'The entity type whose records alone stand in charts of the facet, and first beside lists; absent: all values alike.',
  facet:
    'The heading of the facet that counts its values; absent: it is not a facet. skeg_facets= takes the ' +
    'whole key of the filter. The key of a filter on the elements of a list must begin with cf. to be one.',
  addition: 'The specification does not have it: it is marked as an addition in OpenAPI.',
}

const ofSchemes: { readonly [M in keyof Required<IdentifierScheme>]: string } = {
  doc: 'What it identifies.',
  aliases:
    'Other words that mean the scheme, in lower case, by which the identifier is read. The word stays in records as it ' +
    'came, where filters by the scheme do not find it.',
  localTerm:
    'The scheme is no term of the contexts, and gets an IRI below the base of the graph; without it, its name must be one.',
  pattern:
    'A regular expression, as text, for the identifier alone, without ^ and $; it is read in any case.',
  valid: 'A narrower one, for check, in the case that normalise gives.',
  prefixes:
    'What may stand in front of the identifier: nothing (empty), a word such as doi:, or the ' +
    'start of a URL with https://. URLs are also read with http, with or without www., and ' +
    'without their scheme; https://* is any host. Filters and paths find each form by each other.',
  stored:
    'The prefix with which it is stored and shown, whatever it came with; absent, the one with which it came.',
  normalise:
    'Changes that give the identifier alone its one spelling, each of what a regular expression ' +
    'finds: { lower }, { upper }, or { replace, by }; for example [{ upper: ".+" }].',
  resolver: 'The start of the URL to which pages link it.',
  ofEntities:
    'Entities may have the URL at the resolver, which is one of the prefixes, as their IRI; such ' +
    'an IRI is found as identifier.',
  ofOneEntity: 'No two entities have the same one; where two have, a finding (`same-identifier`) names both.',
  checkDigit: 'How its last characters follow from the others: MOD 11-2, ISSN, ISBN or ROR.',
  unambiguous:
    'Identifiers of other schemes do not match by chance: check may propose the scheme where another is given.',
  example: 'An identifier as it is stored.',
}

/** What the helpers that extensions are handed (src/extensions/api.ts) are for, by name. */
const helpers: Readonly<Record<string, string>> = {
  defineExtension: 'defineExtension(extension) returns the extension; TypeScript checks its rows.',
  readContext:
    'readContext(url) reads a JSON-LD context document, with url and version beside @context, from a file: the value of a member of contexts.',
  equals: 'equals(doc, example, more?): a filter for an exact value; more has further members of the row.',
  range:
    'range("gte" or "lte", path, doc, example, label?): a filter from a date or a number on, or up to it; end a label with ' +
    'from or to, as pages do where there is none.',
  defineSource:
    'defineSource(source): a source whose records are linked with those of all others: several records of one product ' +
    'become one, entities are found by each of their ids, and an ORCID that stands beside two names is none.',
  recordMerger:
    'The merger of defineSource: merges(record) says whether it has an entity type, merge(records, drop) makes one record of several; drop(what, name) counts what is left out, and names the first few.',
  csvText:
    'csvText(...tables): the text of a source that is CSV; each of tables is a list of columns that are all there in one ' +
    'kind of table. read gets each row as an object of texts by column.',
  readCsv:
    'readCsv(pieces): an async generator of lists of rows, { fields, line, isCutOff? }, of a text that comes in pieces.',
  parseXml:
    'parseXml(text): { root, fault } of a text; fault, { message, line }, is there where it is no whole XML, and root then has ' +
    'what stands before. Elements have name, namespace, attributes, content and line, and isCutOff where the fault cuts one off: ' +
    'leave that out. ' +
    'No DTD is read.',
  elementsIn: 'elementsIn(element, ...names): the elements inside of one, be it those of some names.',
  textIn:
    'textIn(element): all text inside of an element, without blanks around it; undefined if there is none.',
  UnreadableText: 'new UnreadableText(message): thrown by text.records where nothing more can be read.',
  doiOf: 'doiOf(value): the DOI of a text in any of its forms, in lower case; undefined if it is none.',
  orcidOf: 'orcidOf(value): the same of an ORCID.',
  rorOf: 'rorOf(value): the same of a ROR.',
  issnOf: 'issnOf(value): the same of an ISSN, with its hyphen.',
  isbnOf: 'isbnOf(value): the same of an ISBN, without hyphens.',
  doiIri: 'doiIri(doi): the IRI that a product with the DOI has.',
  orcidIri: 'orcidIri(orcid): the IRI of a person.',
  rorIri: 'rorIri(ror): the IRI of an organisation.',
  issnIri: 'issnIri(issn): the IRI of a journal or series.',
  generatedId:
    'generatedId(session, kind, label): the id of what has no identifier, the same whenever the record is read. session is what ' +
    'it belongs to (the DOI of the record, or what several records have in common), kind what it is, label what ' +
    'distinguishes it from others of the kind.',
  identifiersBy:
    'identifiersBy({ doi, isbn, … }): a list of identifiers by scheme, of which each may have one value, several or none.',
  makePerson:
    'makePerson({ name?, given?, family?, orcid?, identifiers?, madeId }): a person; madeId is the id of one without ORCID. ' +
    'Here and below, orcid, doi, ror and issns are as orcidOf, doiOf, rorOf and issnOf give them.',
  makeOrganisation:
    'makeOrganisation({ name?, ror?, doi?, identifiers?, session }): an organisation, whose id without ROR and DOI is made ' +
    'of session and name; undefined if nothing is known.',
  makeVenue:
    'makeVenue({ name?, type?, series?, issns?, isbns?, doi?, session }): a venue; issns have scheme (issn or eissn) and value.',
  makeGrant:
    'makeGrant({ agency?, number?, doi?, session, facts? }): a grant; facts has further keys of the record.',
  makeTopic: 'makeTopic(session, label, language?): a topic with an id that is made of the two.',
  dateFrom:
    'dateFrom(value, drop): a date as precise as it is one (of 2013-00-00 the year); drop takes what is none.',
  pagesOf: 'pagesOf(text): the first and the last page of a text such as 54–58.',
  languageKey: 'languageKey(language, drop): the key in language maps of a code or a name of a language.',
  plainLine:
    'plainLine(value): a text of one line without mark-up of JATS and HTML; undefined if nothing is left.',
  plainParagraphs: 'plainParagraphs(value): the same with its paragraphs, as lines.',
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

/** What the text of a source holds. */
const ofTexts: { readonly [M in keyof Required<TextFormat>]: string } = {
  endings: `Endings of files that are of the source even if it does not recognise how they begin: one or more of ${textEndings.filter((one) => one !== '.xml').join(', ')}. XML is told by how it begins alone, and a file of any other ending is no text of a source.`,
  recognises: 'recognises(head): whether a text that begins so is of the source.',
  records:
    'records(pieces): an async generator that gets the text piece by piece, and yields lists: of { line, record }, of ' +
    'which record is what read gets, and perhaps warning, what it lacks; and of { line, fault } for what cannot be read. ' +
    'Where nothing more can be read, it throws UnreadableText.',
  mapOf: 'mapOf(head): how a text that begins so is read, as check prints it and --map takes it.',
  withMaps:
    'withMaps(texts): the same text, read as the files of --map say; it throws an Error that says what is wrong.',
}

/** What the term of a field of each kind must have. */
const requirementOfKind = (kind: Kind): string => {
  if (kind === 'number')
    return '"@type": "xsd:integer", "xsd:decimal" or "xsd:float", as its datatype; for an integer also none'
  const { description } = termRequirements[kind]
  if (kind === 'string') return `${description}; wrapped, none that fits`
  if (kind === 'vocabTerm')
    return (
      `${description}; written prefixed or as iri, without words of its own, also "@id"; written bare, also ` +
      '"@context": { "@vocab": … } with the first of its namespaces, or "@base" where that ends in /'
    )
  return kind === 'labelledClass'
    ? `${description}; with itself, ${termRequirements.nest.description}`
    : description
}

/** The members of a row, its kind first, and whether every row must have each. */
const namesOf = ({
  properties = {},
  required = [],
}: Schema): { readonly name: string; readonly needed: boolean }[] =>
  [...new Set(['kind', ...Object.keys(properties)])].map((name) => ({
    name,
    needed: required.includes(name),
  }))

const requiredOf = (type: string): readonly string[] => extensionSchema.definitions[type]?.required ?? []

/** What the tables say, by the part of an extension. */
export const extensionGuide = {
  parts: extensionMembers,
  helpers,
  required: {
    parts: extensionSchema.required,
    entities: requiredOf('EntityType'),
    filters: requiredOf('FilterRow'),
    identifierSchemes: requiredOf('IdentifierScheme'),
  },
  members: {
    texts: ofTexts,
    fields: ofFields,
    entities: ofTypes,
    filters: ofFilters,
    identifierSchemes: ofSchemes,
  },
  kinds: (Object.keys(kinds) as Kind[]).map((kind) => ({
    kind,
    description: kinds[kind],
    term: requirementOfKind(kind),
    members: namesOf(fieldSchemas[kind] as Schema),
  })),
} as const
