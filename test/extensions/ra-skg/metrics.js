/** Metrics: indicators and badges of products and persons. */
// @ts-check

import { fields, search } from 'skeg'

/** @typedef {import('skeg').Field} Field */
/** @typedef {import('skeg').Fields} Fields */
/** @typedef {import('skeg').FilterRow} FilterRow */

/** @type {(doc: string, selfClass?: true) => import('skeg').LabelledClassField} */
const concept = (doc, selfClass) => ({
  kind: 'labelledClass',
  doc,
  selfClass,
  fields: {
    labels: fields.langString('Labels by language.'),
    defined_in: { kind: 'iri', doc: 'The scheme that defines it.' },
  },
})

/** @type {Field} */
export const metrics = {
  kind: 'object',
  multiple: true,
  label: 'Metrics',
  doc: 'Indicators, which count something, and badges, which claim something.',
  discriminator: { ra_metric: 'any' },
  fields: {
    ra_metric: {
      kind: 'object',
      label: 'Metric',
      doc: 'A measure with its value, or a badge.',
      required: true,
      fields: {
        ra_measure: { ...concept('What is counted.'), label: 'Measure' },
        ra_value: { kind: 'number', datatype: 'decimal', label: 'Value', doc: 'How much of it there is.' },
        ra_category: { ...concept('What is claimed.', true), label: 'Badge' },
      },
    },
    ra_provider: {
      ...fields.by('Who provides the metric.', 'Metrics provided'),
      label: 'Provider',
      serializeAs: 'id',
    },
    ra_discipline: {
      kind: 'reference',
      range: ['topic'],
      serializeAs: 'id',
      label: 'Discipline',
      doc: 'The discipline that the metric is about.',
      inverseLabel: 'Metrics',
    },
    description: fields.string('What the metric means and where its data comes from.'),
  },
}

/** @type {(path: string, doc: string, example: string, more?: Partial<FilterRow>) => FilterRow} */
const equals = (path, doc, example, more) => ({ operator: 'equals', path, doc, example, ...more })

const metric = 'ra_metrics.ra_metric'

/**
 * Filters on the metrics of what a list holds; all speak of the same metric.
 * @param {{ provider: string, measure: string, label: string, badge: string, badgeLabel: string, text:
 * string, value: string }} examples
 * @returns {Readonly<Record<string, FilterRow>>}
 */
export const metricFilters = (examples) => ({
  'ra_metrics.ra_provider': equals(
    'ra_metrics.ra_provider',
    'with a metric provided by {value}',
    examples.provider,
  ),
  [`${metric}.ra_measure.class`]: equals(
    `${metric}.ra_measure.class`,
    'measured by {value}',
    examples.measure,
  ),
  [`${metric}.ra_measure.labels`]: equals(
    `${metric}.ra_measure.labels`,
    'with a measure called {value}',
    examples.label,
  ),
  [`${metric}.ra_measure.defined_in`]: equals(
    `${metric}.ra_measure.defined_in`,
    'with a measure of the scheme {value}',
    'http://www.wikidata.org/',
    { aliases: [`${metric}.ra_measure.defined_id`] },
  ),
  [`${metric}.ra_category.class`]: equals(
    `${metric}.ra_category.class`,
    'with the badge {value}',
    examples.badge,
  ),
  [`${metric}.ra_category.labels`]: equals(
    `${metric}.ra_category.labels`,
    'with a badge called {value}',
    examples.badgeLabel,
  ),
  [`${metric}.ra_category.defined_in`]: equals(
    `${metric}.ra_category.defined_in`,
    'with a badge of the scheme {value}',
    'http://www.wikidata.org/',
  ),
  'cf.search.ra_metrics.description': {
    ...search('ra_metrics.description', 'with a metric whose description contains {value}', examples.text),
    sameItem: true,
  },
  [`cf.min.${metric}.ra_value`]: {
    operator: 'gte',
    path: `${metric}.ra_value`,
    doc: 'with a metric of at least {value}',
    example: examples.value,
    sameItem: true,
  },
  [`cf.max.${metric}.ra_value`]: {
    operator: 'lte',
    path: `${metric}.ra_value`,
    doc: 'with a metric of at most {value}',
    example: examples.value,
    sameItem: true,
  },
})
