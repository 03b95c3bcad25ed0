/**
 * The row types: an entity type is a table of fields and filters, and everything else is an interpreter of
 * that table.
 */

import type { CodeList } from '../values/codes.ts'
import type { FilterRows } from './filter-row.ts'

interface CommonMembers {
  /** One sentence for readers of the API documentation. */
  readonly doc: string
  /** What pages call it; absent: the key, with blanks. */
  readonly label?: string
  /** Other keys that real data uses for this field. */
  readonly aliases?: readonly string[]
  /** Predicates (prefixed names) that RDF from elsewhere uses for this field. */
  readonly inputPredicates?: readonly string[]
  /** The model demands a value; a record without one is loaded with a warning. */
  readonly required?: true
}

interface MultipleMember {
  /** A list in JSON, even of one value. */
  readonly multiple?: true
}

/** A plain string. */
export interface StringField extends MultipleMember, CommonMembers {
  readonly kind: 'string'
  /** The text stands in a blank node, as this property of it. */
  readonly viaNode?: string
  /** Key of the sibling that names the identifier scheme, by which the text is brought into one form. */
  readonly scheme?: string
  /** Upper and lower case mean the same. */
  readonly caseInsensitive?: true
  /** The standard whose codes it holds. */
  readonly codeList?: CodeList
  /** The texts that it may have; others are loaded with a warning. */
  readonly terms?: readonly string[]
}

/** Language code → text or, with `multiple`, texts; `none` where the language is unknown. */
export interface LangStringField extends MultipleMember, CommonMembers {
  readonly kind: 'langString'
}

export interface NumberField extends CommonMembers {
  readonly kind: 'number'
  readonly datatype: 'integer' | 'decimal' | 'float'
  /** Bounds, included. */
  readonly minimum?: number
  readonly maximum?: number
  /** Key of the sibling that says what is counted: pages show both as one. */
  readonly unit?: string
}

export interface BooleanField extends CommonMembers {
  readonly kind: 'boolean'
}

/** A date as its text: year, year and month, day, or date-time. */
export interface DateField extends MultipleMember, CommonMembers {
  readonly kind: 'date'
  /** It may lie in any year to come, as the end of an embargo may. */
  readonly future?: true
}

/** An IRI that names no entity: a web page, a licence. */
export interface IriField extends MultipleMember, CommonMembers {
  readonly kind: 'iri'
  /** It is a licence: filters, facets and schema.org take its pages, and http and https, for one. */
  readonly isLicence?: true
}

/** A term of a vocabulary: an IRI in the graph, a word in JSON. */
export interface VocabTermField extends MultipleMember, CommonMembers {
  readonly kind: 'vocabTerm'
  /** The terms of the vocabulary, each defined by the contexts. */
  readonly terms?: readonly string[]
  /** Terms of the vocabulary that the contexts do not define: they get IRIs below the base of the graph. */
  readonly localTerms?: readonly string[]
  /** Terms outside the vocabulary are allowed. */
  readonly extensible?: true
  /** Other names of terms, accepted on input. */
  readonly termAliases?: Readonly<Record<string, string>>
  /**
   * Namespaces (a prefix of the contexts or an IRI) in which bare words are read; the first is the one
   * written.
   */
  readonly namespaces?: readonly string[]
  /** Names that the first of the namespaces has; others are loaded with a warning. */
  readonly localNames?: readonly string[]
  /** The standard whose codes, in small letters, are names of the first namespace too. */
  readonly codeList?: CodeList
  /** How a value of the namespaces is written: `prefix:word`, the bare word, or the whole IRI. */
  readonly serializeAs?: 'prefixed' | 'bare' | 'iri'
  /** Upper and lower case mean the same. */
  readonly caseInsensitive?: true
}

/** A vocabulary whose terms are classes of the entity itself (rdf:type). */
export interface RdfTypeField extends MultipleMember, CommonMembers {
  readonly kind: 'rdfType'
  readonly terms: readonly string[]
  readonly termAliases?: Readonly<Record<string, string>>
  /** The term of a record that has none of the classes. */
  readonly default?: string
}

/** Reference to other entities. */
export interface ReferenceField extends MultipleMember, CommonMembers {
  readonly kind: 'reference'
  /**
   * Names of the entity types that it may name, the preferred one first; the last is assumed of an id that
   * nothing else is known of.
   * @minItems 1
   */
  readonly range: readonly string[]
  /** References are serialized as bare ids, not as objects. */
  readonly serializeAs?: 'id'
  /**
   * The label, on the page of the referenced entity, of the entities that refer to it here; absent: the label.
   */
  readonly inverseLabel?: string
}

/** The order of a list of nodes. */
export interface OrderBy {
  /** Key of a number. */
  readonly key: string
  /** Where no item of a list has the number, the items get their positions. */
  readonly fillFromPosition?: true
  /** The key of a term that sorts items with equal numbers, in the order of its terms. */
  readonly thenBy?: string
}

/** An object without an id: a blank node in the graph. */
export interface ObjectField extends MultipleMember, CommonMembers {
  readonly kind: 'object'
  readonly fields: Fields
  readonly orderBy?: OrderBy
  /** Keys of which nodes of a list that agree in all are one where copies of a record unite. */
  readonly identity?: readonly string[]
  /**
   * Of fields that share a predicate: a blank node is read as this field if one of these members has one of the listed
   * values (or `any` value).
   */
  readonly discriminator?: Readonly<Record<string, readonly string[] | 'any'>>
  /** Keys of the start and the end of one thing; of two dates the end is not before the start. */
  readonly interval?: readonly [start: string, end: string]
  /** Keys that the node does not have → where their values go, which begins with a key that it has. */
  readonly hints?: Readonly<Record<string, string>>
  /** Keys that real data misplaces inside the named key's object. */
  readonly hoistFrom?: Readonly<Record<string, readonly string[]>>
}

/** A JSON object that is not a node in the graph: its fields belong to the node around it (JSON-LD @nest). */
export interface NestField extends CommonMembers {
  readonly kind: 'nest'
  readonly fields: Fields
}

/**
 * A class with labels and a scheme that belong to the class, wherever it is named: `{class, labels,
 * defined_in}`.
 */
export interface LabelledClassField extends CommonMembers {
  readonly kind: 'labelledClass'
  readonly fields: Fields
  /** The node around it is the class itself (JSON-LD @nest), and has no other values. */
  readonly selfClass?: true
}

/** An IRI, bare or with a class: `{"@id", "@type"}`. */
export interface TypedIriField extends MultipleMember, CommonMembers {
  readonly kind: 'typedIri'
}

/**
 * @discriminator kind
 * @expected an object with kind and doc
 */
export type Field =
  | StringField
  | LangStringField
  | NumberField
  | BooleanField
  | DateField
  | IriField
  | VocabTermField
  | RdfTypeField
  | ReferenceField
  | ObjectField
  | NestField
  | LabelledClassField
  | TypedIriField

export type Kind = Field['kind']
export type FieldOf<K extends Kind> = Extract<Field, { kind: K }>
/**
 * @propertyNames {
 *   "pattern": "^(?!(?:local_identifier|entity_type|meta)$)[^\\u0040\\s.|^][^.|^]*$",
 *   "expected": "this is not a valid name of a field"
 * }
 */
export type Fields = Readonly<Record<string, Field>>

/** Values of a record. */
export interface Selection {
  /**
   * Keys that lead there.
   * @minItems 1
   */
  readonly path: readonly string[]
  /** Of the nodes on the way, only those that have these values. */
  readonly where?: Readonly<Record<string, string>>
}

/** Kinds of records, such as journal articles and books. Each record is of one. */
export interface Kinds {
  /** What others call them, by the word that the filter `cf.kind` takes. */
  readonly names: Readonly<Record<string, KindNames>>
  /**
   * Which records are of a kind: the first row counts of which a record has all values. The last one has none.
   * @minItems 1
   */
  readonly rows: readonly KindRow[]
}

export interface KindNames {
  readonly label: string
  /** The type of item of CSL. */
  readonly csl: string
  /** The last segment of its IRI in the vocabulary of resource types of COAR, and its label there. */
  readonly coar: readonly [segment: string, label: string]
  /** resourceTypeGeneral of DataCite. */
  readonly dataCite: string
  /** Class of schema.org, without its namespace. */
  readonly schemaOrg: string
}

export interface KindRow {
  readonly kind: string
  /**
   * Keys that lead to values, with dots between → the words of which one is there; none: any value. Words of a class
   * are the last segment of its IRI, and its labels.
   */
  readonly has: Readonly<Record<string, readonly string[]>>
}

/**
 * How citations are made (Citation Style Language,
 * https://docs.citationstyles.org/en/stable/specification.html). Records of a type without kinds are not cited
 * themselves, but named where others are.
 */
export interface Citation {
  /** Key of the forms of the record, of which the one that says most is cited. */
  readonly versions?: string
  /** Variables; of several places the first that has a value. */
  readonly variables: Readonly<Record<string, Selection | readonly Selection[]>>
}

/** Those who have a role in a record. */
export interface ExchangedAgents {
  /** `Creator`, or a type of contributor of DataCite. */
  readonly role: string
  /** Keys that lead to the nodes, and the values that these must have. @minItems 1 */
  readonly path: readonly string[]
  readonly where?: Readonly<Record<string, string>>
  /** Key of the agent in a node; absent: the node is the agent. */
  readonly agent?: string
  /** Keys, from the node or the agent, that lead to the organisations where they are. @minItems 1 */
  readonly affiliations?: readonly string[]
}

/** A record as formats of harvesters see it (Dublin Core, DataCite, OpenAIRE, CERIF): their names, and its values. */
export interface Exchange {
  /** The entity of CERIF; absent: it has none. */
  readonly entity?: string
  /** Key of the terms that are other entities, listed in `entities`. */
  readonly entityField?: string
  readonly entities?: Readonly<Record<string, string>>
  /** Values; of several places the first that has one. */
  readonly values: Readonly<Record<string, Selection | readonly Selection[]>>
  readonly agents?: readonly ExchangedAgents[]
  /** Dates by their types in DataCite; of several places the first that has one. */
  readonly dates?: Readonly<Record<string, Selection | readonly Selection[]>>
  /** Other records by the type of relation in DataCite. */
  readonly relations?: Readonly<Record<string, Selection>>
}

/**
 * A link that tells programs what a record is about (FAIR Signposting, https://signposting.org/FAIR/): a
 * link, an entity, or an identifier.
 */
export interface Signpost extends Selection {
  readonly rel: 'cite-as' | 'author' | 'license' | 'item'
}

/** How pages and citations show a record; what is not named here is a fact, in the order of the rows. */
export interface Display {
  /** Key of the terms that say what kind of record it is, where there are no kinds that say it better. */
  readonly subtype?: string
  /** Those who made it. */
  readonly byline?: Selection
  /** Key, beside the last of the byline, of what stands with each of them: their affiliations. */
  readonly bylineNotes?: string
  /** What readers must know before they use the record, and what they look for. */
  readonly notices?: readonly Notice[]
  /** Where it can be read, and what else is known of its forms: it has a column of its own. */
  readonly reading?: Reading
  /** Key of a list of which readers see the names alone, each once. */
  readonly chips?: string
  /** Records of one series, such as the years of a conference. */
  readonly series?: Series
  /** Key of the text that summarises the record. */
  readonly abstract?: string
  /** What a citation says after the title, the first value of each. */
  readonly summary: readonly Selection[]
  /** `<meta>` names that reference managers read (Highwire Press tags); such a record can be cited. */
  readonly metaTags?: Readonly<Record<string, Selection>>
}

/** Where a record can be read: first where it was published, then its copies that are not closed. */
export interface Reading {
  /** Identifiers that lead to where it was published, the best first. */
  readonly published: readonly Selection[]
  /** Where it appeared, and what holds it, which is named where it did not appear or is of a deposited kind. */
  readonly venue: Selection
  readonly host: Selection
  readonly deposited: readonly string[]
  /** Key of the forms of the record. */
  readonly forms: string
  /** In a form: its addresses, and who may read it. */
  readonly address: Selection
  readonly access: Selection
  /** The access of which a form is shown as open, and those of which it is not shown. */
  readonly open: string
  readonly closed: readonly string[]
  /** What of the record stands beside it as facts, each value once. */
  readonly facts: readonly Selection[]
}

/** The records that share a value with a record. */
export interface Series {
  /** Key of the filter that finds them; its path is keys of texts of the record itself, with `|` between. */
  readonly filter: string
  /** Key of the date by which they are told apart. */
  readonly date: string
}

/**
 * Something that a page says above a record, and a list beside it: where the selection finds a value, where the record
 * is of a kind, or where another record refers to it.
 */
export interface Notice {
  /** A word or two, for lists. */
  readonly label: string
  /** A sentence, with `{value}` for what is found; absent: the label alone is shown. */
  readonly text?: string
  /** A warning stands in citations too. */
  readonly level: 'warning' | 'note' | 'good'
  readonly selection?: Selection
  readonly kind?: string
  /** Keys, with dots between, of the reference by which another record of the type names it. */
  readonly referredBy?: string
}

/** The name of a record that has no title: a text with `{value}` for what the selection finds, or its title. */
export interface LabelWithoutTitle extends Selection {
  readonly text: string
}

export interface SchemaOrgProperty extends Selection {
  /** Class of what stands at an address, such as DataDownload. */
  readonly classOfContent?: string
}

/** Class of schema.org, without its namespace. */
export interface SchemaOrgClass {
  readonly name: string
  /** Classes of records by the terms of `display.subtype`. */
  readonly subtypes?: Readonly<Record<string, string>>
  /** Class of records whose name can only be that of a person. */
  readonly ofPersonName?: string
  readonly properties?: Readonly<Record<string, Selection>>
  /** Further properties of records of a class. */
  readonly propertiesOf?: Readonly<Record<string, Readonly<Record<string, SchemaOrgProperty>>>>
}

/** What pages count in the records that refer to one. */
export interface ProfileRow {
  /** Path of the collection of the records that are counted. */
  readonly collection: string
  /** Key of the filter of that collection that takes the id of the record. */
  readonly filter: string
  /** What the records are to it, as a heading. */
  readonly label: string
  /** Facets of that collection, each with its heading. */
  readonly facets: Readonly<Record<string, string>>
  /**
   * Keys of facets that are counted in the items of a list alone that name the record (the affiliations of one
   * contributor), in the newest records.
   */
  readonly itemFacets?: readonly string[]
  /**
   * What of it stands wherever a record is named, so that one can tell it from others: the most frequent value of its
   * item facets in the newest records, the years of the first and the last, how many there are.
   */
  readonly whereNamed?: readonly ('items' | 'years' | 'count')[]
}

/** Where the words stand by which people search for records: `cf.search.words`, /search, suggestions. */
export interface SearchPlaces {
  /** Keys of text that are names of a record, all of them; absent: `labelFields`. @minItems 1 */
  readonly names?: readonly string[]
  /** Paths, with dots, to references to entities by whose names a record is found too. */
  readonly references?: readonly string[]
  /** Keys of longer texts, such as abstracts. @minItems 1 */
  readonly texts?: readonly string[]
  /** Paths, with dots, to dates by whose years a record is found too. @minItems 1 */
  readonly years?: readonly string[]
  /** Words that find something in the demo graph. */
  readonly example?: string
}

/** Values that belong together, such as the parts of a name: of copies that differ, all are those of one copy. */
export interface Composite {
  /** @minItems 1 */
  readonly keys: readonly string[]
  /** Key of the list of texts that takes those of other copies that share a word with the chosen ones. */
  readonly others?: string
  /** Key of a text: copies in which it has no word in common are of different entities, and reported. */
  readonly identifying?: string
}

export interface EntityType {
  /** The value of entity_type; a term of the contexts, which gives the class. */
  readonly name: string
  /**
   * Path segment of its list under the API root.
   * @pattern ^[a-z][a-z0-9_-]*$
   * @expected a segment of a path: small letters, digits, - and _
   */
  readonly path: string
  readonly label: string
  readonly plural: string
  readonly doc: string
  /** The specification has no list of it: it is marked as an addition in OpenAPI. */
  readonly addition?: true
  /** Navigation and first page do not lead to its list. */
  readonly outsideNavigation?: true
  /** Other values of entity_type that mean this type. */
  readonly aliases?: readonly string[]
  readonly hints?: Readonly<Record<string, string>>
  /** Keys of text by which readers know a record, the first that it has. @minItems 1 */
  readonly labelFields: readonly string[]
  readonly composites?: readonly Composite[]
  /** Its names are those of people: readers see `Fenner, Martin` as `Martin Fenner`. */
  readonly hasPersonNames?: true
  /** What a record without any of these is called, by the title of what it names: `Grant of the {value}`. */
  readonly labelsWithoutTitle?: readonly LabelWithoutTitle[]
  readonly search?: SearchPlaces
  readonly kinds?: Kinds
  readonly schemaOrg?: SchemaOrgClass
  /** How harvesters get it. */
  readonly exchange?: Exchange
  /** How it is cited, or named in citations. */
  readonly citation?: Citation
  readonly signposts?: readonly Signpost[]
  readonly display?: Display
  /** Keys shown where another entity names this one, besides local_identifier and entity_type. */
  readonly referenceFields: readonly string[]
  readonly fields: Fields
  /** Filters of its list, by key. */
  readonly filters?: FilterRows
  /**
   * Those of its records that no input has for themselves are told apart from the others: they stand in the graph
   * because others cite them. Its list has the filter `cf.only_cited`.
   */
  readonly citedOnly?: true
  /** Orders of its list beside that by IRI, by name. */
  readonly orders?: Readonly<Record<string, ListOrder>>
  /** What its pages count in the records that refer to it. */
  readonly profiles?: readonly ProfileRow[]
  /** Facets of all its records that the home page shows as charts, each with its heading. */
  readonly charts?: Readonly<Record<string, string>>
  /** Keys of facets of which the home page names the most frequent value, as something to search for. */
  readonly examples?: readonly string[]
}

/** By what a list can be sorted. */
export interface ListOrder {
  /** English that follows “by”. */
  readonly doc: string
  /** Keys that lead to the value, with dots between; of referrers, to the reference by which they are counted. */
  readonly path: string
  /** Path of the list of the referrers that are counted; absent: its own. */
  readonly collection?: string
  /** The first of the dates, the first text, or how many refer to the record. */
  readonly by: 'date' | 'text' | 'referrers'
}
