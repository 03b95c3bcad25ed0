/** Paths of routes to which others lead. */

export const SEARCH_PATH = '/search'
export const SUGGEST_PATH = '/suggest'
/** The path of an institution's own pages; the name of one follows. */
export const OWN_PAGES_PATH = '/pages'
export const OPENSEARCH_PATH = '/opensearch.xml'
export const SPARQL_PATH = '/sparql'
export const DOCS_PATH = '/docs'
export const OPENAPI_PATH = '/openapi.json'
