/**
 * What extensions are made with, those of skeg and those of others alike: handed to each, and exported by the
 * package.
 */

export * as fields from './core/shared-fields.ts'
export { attributeFilters, equals, search } from './core/shared-filters.ts'
export { UnreadableText } from '../model/rows/source-row.ts'
export { defineExtension, readContext } from '../model/rows/extension.ts'
