/**
 * All texts of pages, in English: what is said of rows stands in these. A text with values is a function of them;
 * nouns come as headings have them, and numbers as they are written, each with its value where the form depends on it.
 */

import { problems, type ProblemCode } from '../../../config/errors.ts'
import { recordTexts } from '../../../record/naming/locale.ts'

interface Forms {
  readonly one: string
  readonly other: string
}

/** Chooses the form for a number. @param language BCP 47 tag */
export function createPlural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other)
}

const plural = createPlural('en')

/** What stands between texts and links, where a text is around them. */
export type Parts<C> = readonly (string | C)[]

export const en = {
  /** @param parts year, month, day, as many as there are */
  day: (parts: readonly string[]) => parts.join('-'),
  /** What the language calls itself. */
  language: 'English',
  ...recordTexts.en,
  page: {
    skip: 'Skip to content',
    languages: 'Language',
    collections: 'Collections',
    more: 'More',
    documentation: 'Documentation',
    aboutData: 'About the data (VoID)',
    publishedBy: <C>(who: C): Parts<C> => ['Published by ', who, '. '],
    licence: <C>(licence: C): Parts<C> => ['Data licence: ', licence, '. '],
    contact: 'Contact',
    poweredBy: (software: string) => `Powered by ${software}.`,
    pages: 'Pages',
    pageOf: (page: string, last: string) => `Page ${page} of ${last}`,
  },
  formats: {
    expanded: 'expanded JSON-LD',
    atom: 'Atom feed',
    embed: 'HTML to embed',
  },
  searchBox: {
    label: 'Search records',
    labelOfAll: 'Search all records',
    placeholder: 'Words, DOI, ORCID or ROR',
    searchType: (types: string) => `Search ${types.toLowerCase()}`,
    searchIn: 'Search in',
    allRecords: 'All records',
    search: 'Search',
  },
  starting: {
    title: 'Starting',
    heading: 'This server is starting',
    help: 'Its graph is being prepared. This page looks again every five seconds.',
  },
  /** Of scripts: `{name}`, `{count}` and `{status}` are put in there. */
  scripts: {
    suggestions: 'Suggestions',
    noSuggestions: 'No suggestions',
    oneSuggestion: '1 suggestion',
    someSuggestions: '{count} suggestions',
    copy: 'Copy',
    copyName: 'Copy {name}',
    copied: 'Copied',
    nameCopied: '{name} copied',
    pressKeys: 'Press Ctrl+C',
    nameSelected: '{name} is selected: press Ctrl+C to copy it',
    query: 'Query',
    completions: 'Completions',
    noTerms: 'The endpoint does not describe itself: {status}',
    noEntities: 'Entities could not be looked up: {status}',
  },
  home: {
    newest: (types: string) => `Newest ${types.toLowerCase()}`,
    mostCited: (types: string) => `Most cited ${types.toLowerCase()}`,
    try: 'Try: ',
    dataVersion: 'Data version',
    created: 'Data created',
    loaded: 'Loaded',
    base: 'Base IRI',
    apiHelp:
      'The collections of the SKG-IF API. Each collection is a list that takes filters; each ' +
      'record has a URL with its id.',
  },
  search: {
    title: (text: string) => `Search: ${text}`,
    resultsFor: (text: string) => `Results for “${text}”`,
    tabs: 'Collections with matches',
    all: 'All',
    identified: (count: number) =>
      plural(count, { one: 'The record with this identifier', other: 'Records with this identifier' }),
    nothing: (text: string) => `Nothing has all the words of “${text}”.`,
    fewer: <C>(words: C): Parts<C> => [' Here is what has ', words, '.'],
    advice: 'Check how it is spelt, or try a more general word.',
  },
  list: {
    ...recordTexts.en.list,
    all: (types: string) => `All ${types.toLowerCase()}`,
    allCounted: (counted: string) => `All ${counted}`,
    /** @param filters what forms call them, with their values */
    described: (types: string, filters: readonly string[]) => `${types} – ${filters.join('; ')}`,
    example: (types: string, word: string) => `“${word}” in ${types.toLowerCase()}`,
    quoted: (text: string) => `“${text}”`,
    activeFilters: 'Active filters',
    removeFilter: (name: string, value: string) => `Remove the filter ${name}: ${value}`,
    removeAll: 'Remove all',
    showCitedOnly: (count: string) => `Also show ${count} known only from citations`,
    and: 'and ',
    filter: 'Filter',
    facets: 'Facets',
    chosen: '(chosen)',
    more: (count: string) => `${count} more`,
    showAll: 'Show all',
    mostFrequent: (some: string, all: string, types: string) =>
      `The ${some} with the most ${types.toLowerCase()}, of ${all}`,
    findIn: (facet: string) => `Find in ${facet}`,
    advanced: 'Advanced search',
    moreFilters: 'More filters',
    inUse: (count: string) => `(${count} in use)`,
    any: 'any',
    exampleValue: (value: string) => `e.g. ${value}`,
    sample: 'Random sample: ',
    sortedBy: 'Sorted by ',
    relevance: 'relevance',
    id: 'id',
    orDescending: <C>(link: C): Parts<C> => [' (ascending or ', link, ')'],
    orAscending: <C>(link: C): Parts<C> => [' (descending or ', link, ')'],
    ascending: 'ascending',
    descending: 'descending',
    pageSizes: 'Records per page: ',
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    last: 'Last',
    none: (described: string) => `Nothing found: ${described}.`,
    emptyRange: ' The first date is after the last one: exchange the two.',
    someHave: <C>(words: C): Parts<C> => [' Some have ', words, '.'],
    pages: (count: number, text: string) =>
      plural(count, { one: 'There is only one page.', other: `There are only ${text} pages.` }),
    bestNamed: <C>(record: C, name: string, lists: C): Parts<C> => [
      'Shown for ',
      record,
      `: the best match for “${name}” among `,
      lists,
      '.',
    ],
    export: 'Export',
    sampleExport: 'A random sample of the list: a download is of the whole list, or of this page.',
    thisPageAs: 'This page as ',
    embed: 'Show on another page',
    frame: 'Frame for another page',
    asSparql: 'Show as SPARQL',
    openSparql: 'Open in SPARQL',
    downloadLimit: (maximum: string) =>
      `A download has ${maximum} records at most: add a filter to have one.`,
    downloadAs: (count: number, text: string) =>
      `Download ${plural(count, { one: 'the record', other: `all ${text} records` })} as `,
    at: (counted: string, title: string) => `${counted} at ${title}`,
    toAppear: (year: string) => `to appear ${year}`,
    alsoCalled: <C>(name: C): Parts<C> => ['Also called ', name],
  },
  record: {
    ...recordTexts.en.record,
    cite: 'Cite',
    read: 'Read or download',
    atPublisher: 'At the publisher',
    referenceIn: (style: string) => `the reference in ${style} style`,
    bibtexEntry: 'the BibTeX entry',
    managers: 'For reference managers: ',
    abstract: 'Abstract',
    source: (count: number) => plural(count, { one: 'Source: ', other: 'Sources: ' }),
    atAGlance: (what: string) => `${what} at a glance`,
    countedOnly: (count: string) => `Only the first ${count} references are counted.`,
    feed: 'Feed',
    series: 'Series ',
    theSeries: (name: string) => `The series ${name}`,
    firstOf: (some: string, all: string) =>
      `The first ${some} of ${all}; the other formats of this record have all of them.`,
    /** What stands in front of a value in a line. */
    noteLabel: (label: string) => label.toLowerCase(),
    kinds: (words: readonly string[]) => words.join(', ').toLowerCase(),
    severalTitle: 'Several records',
    several: (identifier: string) => `These records have the identifier ${identifier}.`,
    noRecord: 'No record',
    mentioned: (count: number, text: string) =>
      `Only mentioned: ${plural(count, { one: 'one record refers', other: `${text} records refer` })} to it, ` +
      'but there is no record of it.',
    firstListed: (count: string) => ` The first ${count} are listed here.`,
    originalAddress: 'Original address: ',
  },
  chart: {
    notShown: 'Not shown: ',
    before: (count: string, year: string) => `${count} before ${year}`,
    after: (count: string, year: string) => `${count} after ${year}`,
  },
  data: {
    title: 'About the data',
    formats: 'For programs, as VoID and DCAT: ',
    triples: 'Triples',
    subjects: 'Subjects',
    download: 'Download',
    dump: 'the whole graph as N-Quads',
    contextsLink: 'contexts',
    classes: 'Classes',
    properties: 'Properties',
    contexts: 'Contexts',
    contextsHelp:
      'The JSON-LD contexts by which the JSON of this server is RDF: the published ones, with corrections.',
    publishedAs: <C>(version: string, link: C): Parts<C> => [`${version}, after `, link],
  },
  problem: {
    error: (status: string) => `Error ${status}`,
    request: 'Request',
    type: 'Error type',
    home: 'Home',
    allTypes: 'All error types',
    details: 'Details',
    /** @param known an identifier with the name of its scheme; absent: `other` is an id */
    noRecord: <C>(known: C | undefined, other: C): Parts<C> =>
      known === undefined ? ['No record has the id ', other, '.'] : ['No record has the ', known, '.'],
    kinds: {
      ...problems,
      'invalid-filter': {
        title: 'This list cannot be filtered like that',
        help: 'Begin with the whole list, or try a search instead.',
      },
      'invalid-parameter': {
        title: 'Something in this address is wrong',
        help: 'Try a search instead.',
      },
      'not-found': {
        title: 'There is no such page',
        help: 'The address may be misspelt or old. Try a search instead.',
      },
      gone: {
        title: 'This record is gone',
        help: 'There was such a record, and it was taken out of the data.',
      },
      busy: {
        title: 'Too much to do',
        help: 'The server cannot answer at the moment. Try again in a minute.',
      },
    } as Readonly<Record<ProblemCode, { readonly title: string; readonly help: string }>>,
  },
  sparql: {
    help: <C>(address: C): Parts<C> => ['Query the whole graph with SPARQL. The endpoint is ', address, '.'],
    keys: 'Ctrl+Enter runs the query. Ctrl+Space completes what is typed. Esc and then Tab leaves the editor.',
    run: 'Run',
    limits: (seconds: string, rows: string, megabytes: string) =>
      `Queries without GRAPH search all named graphs. Limits: ${seconds} seconds, ${rows} rows, ${megabytes} MB.`,
    examples: 'Examples',
    results: 'Results',
    bytes: 'bytes',
    rowsWord: 'rows',
    firstOf: (some: string, all: string, what: string) =>
      `The first ${some} of ${all} ${what}; a download has all of them.`,
    rows: (count: number, text: string) => `${text} ${plural(count, { one: 'row', other: 'rows' })}`,
  },
}

/** A table of texts: each language has all of them. */
export type Texts = typeof en
