/** The tool `describe`: what the graph holds, and how it can be asked. */

import { Problem } from '../../../config/errors.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType, Fields } from '../../../model/rows/row.ts'
import { queriesOf } from '../../../pages/example-queries.ts'
import { exampleValues, type ExampleValues } from '../../../pages/example-values.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { countText, typeNamed } from './requests.ts'
import { clean, data, DATA_NOTE } from './text.ts'
import { collectionsOf, type Tool, wordsOf } from './tool.ts'

type Section = (context: GraphContext, type: EntityType | undefined) => string | Promise<string>

const sections: Readonly<Record<string, Section>> = {
  overview,
  filters: async (context, type) => filters(context, requireType(context, type, 'filters')),
  fields: (context, type) => fieldLines(requireType(context, type, 'fields').fields).join('\n'),
  classes,
  queries: (context) =>
    context.graph.endpoint
      ? queriesOf(context.graph.statistics)
          .map(({ title, text }) => `# ${title}\n${text.replace(/^# .*\n/gm, '').trim()}`)
          .join('\n\n')
      : 'There is no SPARQL endpoint here.',
}

export const describe: Tool = {
  name: 'describe',
  title: 'Describe the graph',
  description:
    'What is in the graph and how to ask: overview (types, counts); of a type its filters (with values that occur) ' +
    'or the fields of its records; for sparql the classes and properties, or example queries.',
  schema: (context) => ({
    type: 'object',
    properties: {
      section: { type: 'string', enum: Object.keys(sections) },
      type: { type: 'string', enum: collectionsOf(context) },
    },
    additionalProperties: false,
  }),
  async run(args, context) {
    const { section = 'overview', type } = args as { section?: string; type?: string }
    return sections[section]!(context, type === undefined ? undefined : typeNamed(context, type))
  },
}

function requireType(context: GraphContext, type: EntityType | undefined, section: string): EntityType {
  if (type) return type
  throw new Problem(
    'invalid-parameter',
    `The section ${section} is that of a type: give type, one of ${collectionsOf(context).join(', ')}.`,
  )
}

/** What is in the graph, in a few lines: also what clients are told before they ask anything. */
export async function overview(context: GraphContext): Promise<string> {
  const { about, base, model, graph, urls, has } = context
  const filled = model.types.filter((type) => graph.count(type) > 0)
  const types = await Promise.all(
    filled.map(async (type) => `- ${type.path}: ${await countText(type, [], context)}. ${type.doc}`),
  )
  const places = ['/skg-if/api', '/sparql', '/dump'].filter(has).map((path) => urls.root + path)
  return [
    `${data(about.title)} ${data(about.description, 500)}`,
    ...types,
    `Ids are what follows ${clean(base)}, whole IRIs, or external identifiers (DOI, ORCID, ROR …).`,
    ...(places.length > 0 ? [`Elsewhere: ${places.join(', ')}`] : []),
  ].join('\n')
}

/** Values of a facet that are shown as examples. */
const EXAMPLES = 3

async function filters(context: GraphContext, type: EntityType): Promise<string> {
  const { all } = context.model.filtersOf(type)
  const examples = await exampleValues(context)
  const lines = await Promise.all(
    all.filter(({ isDerived }) => !isDerived).map((one) => filterLine(context, type, one, examples)),
  )
  const orders = Object.entries(type.orders ?? {}).map(([name, { doc }]) => `${name} (by ${doc})`)
  return [
    `Filters of ${type.path}, as key: value. ${DATA_NOTE}`,
    ...lines,
    ...(orders.length > 0 ? [`sort: ${orders.join(', ')}`] : []),
  ].join('\n')
}

/** A filter with values of this graph; a bound, which any date may be, with an example of its form. */
async function filterLine(
  context: GraphContext,
  type: EntityType,
  filter: Filter,
  examples: ExampleValues,
): Promise<string> {
  const { key, row } = filter
  const doc = row.doc.replace('{value}', '…')
  const isBound = row.operator === 'gte' || row.operator === 'lte'
  const example = isBound ? row.example : examples.filters.get(filter)
  if (row.facet === undefined)
    return `- ${key}: ${doc}${example === undefined ? '' : ` (${data(example, 80)})`}`
  const words = wordsOf(filter)
  const values = await context.queries.facet(type, key, [], Math.max(EXAMPLES, words.length))
  const shown = values.map(({ value, count }) => `${data(value, 80)} ${count}`).join(', ')
  return `- ${key} [facet]: ${doc}${shown ? `; here ${shown}` : '; no value here'}`
}

const fieldLines = (fields: Fields, path = ''): string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const line = `${path}${key}: ${field.doc}`
    const inner = 'fields' in field ? fieldLines(field.fields, `${path}${key}.`) : []
    return [line, ...inner]
  })

/** Classes and properties that are shown. */
const MOST = 60

function classes({ graph, model }: GraphContext): string {
  const { statistics } = graph
  const { prefixes } = model.vocabulary
  const used = new Set<string>()
  const short = (iri: string): string => {
    const found = [...prefixes].filter(
      ([, namespace]) => iri.startsWith(namespace) && iri.length > namespace.length,
    )
    const [prefix, namespace] = found.sort(([, a], [, b]) => b.length - a.length)[0] ?? []
    if (prefix === undefined || namespace === undefined) return `<${clean(iri)}>`
    used.add(prefix)
    return `${prefix}:${clean(iri.slice(namespace.length))}`
  }
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .slice(0, MOST)
      .map(([iri, times]) => `${short(iri)} ${times}`)
      .join(', ')
  const [classText, propertyText] = [listed(statistics.classes), listed(statistics.properties)]
  return [
    `Classes, with instances: ${classText}`,
    `Properties, with triples: ${propertyText}`,
    ...[...used].map((prefix) => `PREFIX ${prefix}: <${prefixes.get(prefix)}>`),
  ].join('\n')
}
