/** Query parameters that skeg adds to those of the specification, and their limits. */

/** What the names of these parameters begin with. */
export const OWN_PREFIX = 'skeg_'

/** The order of a list: the name of an order, perhaps with DESCENDING behind it. */
export const SORT = 'skeg_sort'
export const DESCENDING = ':desc'

/** Fields that records have, with commas between them. */
export const FIELDS = 'skeg_fields'

/** The number of records of a random sample, and the seed that gives the same one again. */
export const SAMPLE = 'skeg_sample'
export const SEED = 'skeg_seed'
export const MAX_SAMPLE = 10_000
/** The digits of a seed, so that each is a whole number of JSON. */
export const SEED_DIGITS = 15

/** Facets whose values are counted, and how many values of each. */
export const FACETS = 'skeg_facets'
export const FACET_SIZE = 'skeg_facet_size'
export const MAX_FACETS = 20
export const DEFAULT_FACET_SIZE = 20
export const MAX_FACET_SIZE = 1000

/** Suggestions for a text that is being typed. */
export const DEFAULT_SUGGESTIONS = 10
export const MAX_SUGGESTIONS = 50

/** Of reconciliation: suggestions that may be skipped, and properties that may be requested. */
export const MAX_RECONCILE_ITEMS = 500
