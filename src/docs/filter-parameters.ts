/** The parameter `filter` of a list, with all of its keys, in an OpenAPI document. */

import { MAX_ALTERNATIVES } from '../filter/values/alternatives.ts'
import type { Model } from '../model/model.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import { parameters } from '../parameters.ts'
import { type Schema, parameter } from './json-schema.ts'

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

/**
 * What a filter text looks like, decoded: a key, a colon and a value, and perhaps more. Which keys there are, and what
 * their values look like, is for the server to say: its 422 names them, and a pattern would refuse what it takes.
 */
const FILTER_PATTERN = '^(?:,?[^,:]+:[\\s\\S]+)?$'

/** The filter of a download, whose keys stand with the list. */
export const downloadFilter = (type: EntityType): Schema =>
  parameter(
    'filter',
    { pattern: FILTER_PATTERN },
    `${parameters.filter.help} The keys are those of the list of ${type.plural.toLowerCase()}.`,
  )

/** The filter of a list. */
export function filterParameter(type: EntityType, model: Model): Schema {
  const { all: filters } = model.filtersOf(type)
  const help = [
    parameters.filter.help,
    `An exact key takes up to ${MAX_ALTERNATIVES} values with \`|\` between them, of which one ` +
      'must be met (an addition to the specification); more are answered with 400.',
    `The keys:\n\n${filters.map(describeFilter(type)).join('\n')}`,
  ].join(' ')
  return {
    ...parameter('filter', { pattern: FILTER_PATTERN }, help),
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
