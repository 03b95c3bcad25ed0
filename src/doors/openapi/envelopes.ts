/** JSON Schemas of all answers but the records in them: what surrounds these, and problems. */

import { problems } from '../../config/errors.ts'
import type { Model } from '../../model/model.ts'
import { closed, listOf, open, refTo, TEXT, URI, type Schema } from './json-schema.ts'
import { schemaName } from './schemas.ts'
import { staticSchemas } from './server-schemas.ts'

/** The contexts that all answers name, the base, and those of extensions. */
function contextSchema({ contexts }: Model, base: string): Schema {
  const [first] = contexts
  const [core, extra] = [true, false].map((isCore) =>
    contexts.filter(({ extension }) => (extension === first?.extension) === isCore).map(({ url }) => url),
  ) as [string[], string[]]
  const named = closed({ '@base': { enum: [base] } })
  return {
    description:
      'JSON-LD contexts, in this order: data model, API, the base against which ids resolve, and the contexts of ' +
      'extensions that the records use.',
    type: 'array',
    uniqueItems: true,
    minItems: core.length + 1,
    maxItems: contexts.length + 1,
    // No `prefixItems` and no `const`: generated clients take the first of them for every item.
    items: { anyOf: [{ enum: [...core, ...extra] }, named] },
  }
}

/** @param about schema of `meta` @param isRequired whether it is always there */
const envelope = (about: string, items: Schema, graph: Schema, isRequired = false): Schema => {
  const meta = { meta: refTo(about) }
  const members = { '@context': refTo('Context'), '@graph': { ...listOf(items), ...graph } }
  return isRequired ? closed({ ...members, ...meta }) : closed(members, meta)
}

/**
 * The type is a plain URI: generated clients would refuse one that is new.
 * @param docs URL of the page that explains them
 */
function problemSchema(docs: string): Schema {
  const types = Object.entries(problems).map(([code, row]) => ({
    type: 'type' in row ? row.type : `${docs}#${code}`,
    title: row.title,
    status: row.status,
    help: row.help,
  }))
  return {
    description: 'A problem (RFC 9457). All members are strings.',
    'x-problem-types': types,
    ...open({ type: URI, title: TEXT, status: TEXT, detail: TEXT, instance: TEXT }, { occurence: TEXT }),
  }
}

const envelopes = (model: Model): Record<string, Schema> => ({
  ...Object.fromEntries(
    model.types.map((type) => [
      `${schemaName(type)}Envelope`,
      envelope('MetaSingleEntity', refTo(schemaName(type)), { minItems: 1, maxItems: 1 }),
    ]),
  ),
  ...Object.fromEntries(
    model.types.map((type) => [
      `${schemaName(type)}List`,
      envelope('MetaSearch', refTo(schemaName(type)), { minItems: 1 }, true),
    ]),
  ),
  AbsentEntity: envelope('MetaSingleEntity', {}, { maxItems: 0 }),
  EmptyList: envelope('MetaSearch', {}, { maxItems: 0 }, true),
})

/**
 * Schemas of envelopes, problems and overviews by name.
 * @param docs URL of the page that explains the problems
 */
export const serverSchemas = (model: Model, base: string, docs: string): Record<string, Schema> => ({
  Context: contextSchema(model, base),
  ...envelopes(model),
  Problem: problemSchema(docs),
  ...staticSchemas,
})
