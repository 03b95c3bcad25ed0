/** The parameter `filter` of a list, with all of its keys, in an OpenAPI document. */

import { MAX_ALTERNATIVES } from '../filter/alternatives.ts'
import type { Model } from '../model/model.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import { parameters } from '../parameters.ts'
import { parameter } from './parameter-schemas.ts'
import type { Schema } from './json-schema.ts'

/** A filter for readers of the document: its key, its English, and what it may be called as well. */
const describeFilter =
  (type: EntityType) =>
  ({ key, row }: Filter): string => {
    const aliases = row.aliases?.map((alias) => `\`${alias}\``).join(', ')
    return (
      `- \`${key}\`: ${type.plural.toLowerCase()} ${row.doc.replace('{value}', 'VALUE')}` +
      (aliases ? ` (also ${aliases})` : '') +
      (row.addition ? ' (an addition to the specification)' : '')
    )
  }

const MONTH_AND_DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9]))'
const TIME =
  'T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]{1,9})?)?(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?'

/** What a value looks like of which not every text can be one, by the kind of the field. */
const valuePatterns: Readonly<Record<string, string>> = {
  number: '-?[0-9]+(?:[.][0-9]+)?',
  date: `[0-9]{4}(?:-(?:0[1-9]|1[0-2])|-${MONTH_AND_DAY}(?:${TIME})?)?`,
  boolean: '(?:true|false)',
  iri: '[^,|<>"{}\\\\^`\\u0000-\\u0020\\u007f]+',
  id: '[^,|<>"{}\\\\^`\\u0000-\\u0020\\u007f]+',
  reference: '[^,|<>"{}\\\\^`\\u0000-\\u0020\\u007f]+',
}

/**
 * What a filter text looks like, decoded: conditions whose values have a form, and at the end one that takes any text,
 * commas with further conditions too.
 */
function filterPattern(filters: readonly Filter[]): string {
  const keysByPattern = new Map<string | undefined, string[]>()
  for (const { key, row, path } of filters) {
    const isAny = row.operator === 'contains' || (row.operator === 'equals' && path.target.kind === 'date')
    const pattern = isAny ? undefined : valuePatterns[path.target.kind]
    const keys = [key, ...(row.aliases ?? [])].map((one) => one.replaceAll('.', '[.]'))
    keysByPattern.set(pattern, [...(keysByPattern.get(pattern) ?? []), ...keys])
  }
  const [formed, any] = [
    [...keysByPattern].filter(([pattern]) => pattern),
    keysByPattern.get(undefined) ?? [],
  ]
  const conditions = formed.map(
    ([pattern = '', keys]) => `(?:${keys.join('|')}):${pattern}(?:[|]${pattern})*`,
  )
  const one = `(?:${conditions.join('|')})`
  const last = [...conditions, ...(any.length > 0 ? [`(?:${any.join('|')}):.+`] : [])]
  return `^,?(?:${conditions.length > 0 ? `(?:${one},)*` : ''}(?:${last.join('|')}),?)?$`
}

export function filterParameter(type: EntityType, model: Model): Schema {
  const { all: filters } = model.filtersOf(type)
  const help = [
    parameters.filter.help,
    `An exact key takes up to ${MAX_ALTERNATIVES} values with \`|\` between them, of which one ` +
      'must be met (an addition to the specification); more are answered with 400.',
    `The keys:\n\n${filters.map(describeFilter(type)).join('\n')}`,
  ].join(' ')
  return {
    ...parameter('filter', { pattern: filterPattern(filters) }, help),
    examples: Object.fromEntries(
      filters.flatMap(({ key, row, isDerived }) =>
        isDerived
          ? []
          : [[key, { summary: row.doc.replace('{value}', row.example), value: `${key}:${row.example}` }]],
      ),
    ),
    'x-filters': filters.map(({ key, row: { operator, aliases = [], addition } }) => ({
      key,
      operator,
      aliases,
      ...(addition && { addition }),
    })),
  }
}
