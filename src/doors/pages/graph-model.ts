/** The data model of this graph, for the documentation: types, how many there are, and the fields that stand here. */

import type { Model } from '../../model/model.ts'
import type { EntityType, Fields } from '../../model/rows/row.ts'
import type { ExampleValues } from '../../api/lookup/example-values.ts'
import type { Statistics } from '../../search-index/query/index-reader.ts'
import { h, type Content } from '../shared/html.ts'
import { code, countedHeading, fact, factList, linkTo, paragraph } from './shared/components.ts'
import type { Site } from './shared/site.ts'
import { english } from '../../record/naming/locale.ts'

interface FieldCount {
  /** With dots between keys. */
  readonly key: string
  readonly doc: string
  /** Undefined of what is not counted: the kind of a record. */
  readonly values: number | undefined
}

/** The fields that have values, property → values. */
const countFields = (
  fields: Fields,
  counts: ReadonlyMap<string, number>,
  model: Model,
  around = '',
): FieldCount[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const values = counts.get(model.vocabulary.iri(key) ?? '')
    // The fields of an object without a property of its own are those of the record.
    if (field.kind === 'nest') return countFields(field.fields, counts, model, `${around}${key}.`)
    const isThere = values !== undefined || field.kind === 'rdfType'
    return isThere ? [{ key: around + key, doc: field.doc, values }] : []
  })

/** How many values of each property the records of a type have. */
function valuesByProperty(type: EntityType, model: Model, { partitions }: Statistics): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [classes, properties] of partitions)
    if (classes.includes(model.classOf(type)))
      for (const [property, ranges] of properties)
        for (const [, count] of ranges) counts.set(property, (counts.get(property) ?? 0) + count)
  return counts
}

function typeModel(type: EntityType, { records }: ExampleValues, site: Site): Content {
  const { model, graph, urls } = site
  const example = records.get(type)
  return [
    countedHeading('h3', type.plural, english.number(graph.count(type))),
    paragraph(
      type.doc,
      ' In JSON of the entity_type ',
      code(type.name),
      ', in RDF of the class ',
      code(model.vocabulary.toPrefixedName(model.classOf(type))),
      example && ['; ', linkTo(site, urls.entity(type, example.iri), 'an example')],
      '.',
    ),
    factList(
      countFields(type.fields, valuesByProperty(type, model, graph.statistics), model).map(
        ({ key, doc, values }) =>
          fact(code(key), [
            doc,
            values !== undefined &&
              h('span', { class: 'notes' }, `${english.number(values)} ${values === 1 ? 'value' : 'values'}`),
          ]),
      ),
      'wide',
    ),
  ]
}

export const graphModel = (values: ExampleValues, site: Site): Content =>
  site.model.types
    .filter((type) => site.graph.count(type) > 0)
    .map((type) => h('section', { id: `model-${type.path}` }, typeModel(type, values, site)))
