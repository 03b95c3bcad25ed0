/** Which page of a list is requested. */

import { numberValue, type Query } from './query-parameters.ts'

/** @throws Problem invalid-parameter */
export const readPaging = (query: Query): { readonly page: number; readonly pageSize: number } => ({
  page: numberValue(query, 'page'),
  pageSize: numberValue(query, 'page_size'),
})
