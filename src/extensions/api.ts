/**
 * What extensions are made with, those of skeg and those of others alike: handed to each, and exported by the
 * package.
 */

export * as fields from './core/shared-fields.ts'
export { attributeFilters, equals, range, search } from './core/shared-filters.ts'
export * from '../sources/api.ts'
export { defineExtension, readContext } from '../model/rows/extension.ts'
