/** The parameter `filter` of a list, with all of its keys, in an OpenAPI document. */

import { MAX_ALTERNATIVES } from '../../filter/values/alternatives.ts'
import type { Model } from '../../model/model.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { parameters } from '../../config/parameters.ts'
import { type Examples, type Schema, parameter, withExample } from './json-schema.ts'

interface Described {
  readonly model: Model
  readonly examples: Examples
}

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

/** Conditions that find something in the graph, decoded. */
const examplesOf = (type: EntityType, { model, examples }: Described): [Filter, string][] =>
  model.filtersOf(type).all.flatMap((filter) => {
    const value = examples.filters.get(filter)
    return value === undefined ? [] : [[filter, value]]
  })

const conditionText = ([{ key }, value]: readonly [Filter, string]): string => `${key}:${value}`

/** The filter of a download, whose keys stand with the list. */
export const downloadFilter = (type: EntityType, described: Described): Schema =>
  withExample(
    parameter(
      'filter',
      { pattern: FILTER_PATTERN },
      `${parameters.filter.help} The keys are those of the list of ${type.plural.toLowerCase()}.`,
    ),
    examplesOf(type, described).map(conditionText)[0],
  )

/** The filter of a list. */
export function filterParameter(type: EntityType, described: Described): Schema {
  const { model } = described
  const { all: filters } = model.filtersOf(type)
  const help = [
    parameters.filter.help,
    `An exact key takes up to ${MAX_ALTERNATIVES} values with \`|\` between them, of which one ` +
      'must be met (an addition to the specification); more are answered with 400.',
    `The keys:\n\n${filters.map(describeFilter(type)).join('\n')}`,
  ].join(' ')
  const examples = examplesOf(type, described).map((one) => {
    const [{ key, row }, value] = one
    return [key, { summary: row.doc.replace('{value}', () => value), value: conditionText(one) }] as const
  })
  return {
    ...parameter('filter', { pattern: FILTER_PATTERN }, help),
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
    'x-filters': filters.map(({ key, row: { operator, aliases = [], addition } }) => ({
      key,
      operator,
      aliases,
      ...(addition && { addition }),
    })),
  }
}
