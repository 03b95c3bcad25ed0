/**
 * The words of the Citation Style Language 1.0.2: variables, and types of items
 * (https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV).
 */

const words = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(' ')))

export const cslDates = words('accessed available-date event-date issued original-date submitted')

export const cslNames = words(
  'author chair collection-editor compiler composer container-author contributor curator director editor',
  'editor-translator editorial-director executive-producer guest host illustrator interviewer narrator',
  'organizer original-author performer producer recipient reviewed-author script-writer series-creator',
  'translator',
)

/** All variables. Those that hold neither a date nor names hold a text. */
export const cslVariables = words(
  'abstract annote archive archive_collection archive_location archive-place authority call-number',
  'categories citation-key citation-label collection-title container-title container-title-short dimensions division',
  'DOI event event-title event-place genre ISBN ISSN jurisdiction keyword language license medium note',
  'original-publisher original-publisher-place original-title part-title PMCID PMID publisher',
  'publisher-place references reviewed-genre reviewed-title scale source status title title-short URL volume-title',
  'year-suffix',
  'chapter-number citation-number collection-number edition first-reference-note-number issue locator number',
  'number-of-pages number-of-volumes page page-first part-number printing-number section supplement-number',
  'version volume',
  ...cslDates,
  ...cslNames,
)

export const cslNameParts = words('family given literal suffix dropping-particle non-dropping-particle')

export const cslTypes = words(
  'article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection',
  'dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview',
  'legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent',
  'performance periodical personal_communication post post-weblog regulation report review review-book',
  'software song speech standard thesis treaty webpage',
)
