/** What people call the values of filters: titles of records, labels of classes, names of codes. */

import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import type { Json } from '../../model/values/json.ts'
import { SOURCE } from '../../model/rows/added-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { lastWord } from '../../record/naming/field-values.ts'
import { nameOf } from '../../record/naming/name-of-record.ts'
import { licenceName } from '../../model/identifiers/licences.ts'
import { loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'

type Label = readonly [value: string, label: string]

/** What readers call the records that values name, be it without the base; no id that was made stays. */
async function titles(context: GraphContext, values: readonly string[]): Promise<readonly Label[]> {
  const named = values.flatMap((value) => {
    const iri = [value, context.base + value].find((one) => context.graph.typesOf(one).length > 0)
    return iri === undefined ? [] : [{ value, iri, type: context.graph.typesOf(iri)[0] as EntityType }]
  })
  const records = await loadRecords(context, named)
  const made = values.filter((value) => isGeneratedId(value) && named.every((one) => one.value !== value))
  return [
    ...named.map(({ value, type }, i) => [value, nameOf(records[i] as Json, type, context)] as const),
    ...made.map((value) => [value, nameOf({ local_identifier: value }, undefined, context)] as const),
  ]
}

/** Terms for which the language of the page has a word of its own. */
const translatedTerms = (values: readonly string[], { locale }: GraphContext): ReadonlyMap<string, string> =>
  new Map(
    values.flatMap((value) => {
      const own = locale.translate(value)
      return own === value ? [] : [[value, own] as const]
    }),
  )

const kindLabels = ({ kinds }: EntityType, values: readonly string[], { locale }: GraphContext) =>
  new Map(values.map((value) => [value, locale.translate(kinds?.names[value]?.label ?? value)]))

/** Value → label, for the values that have one. */
export async function labelValues(
  context: GraphContext,
  type: EntityType,
  filter: Filter,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { kind, types, field } = filter.path.target
  const { record } = context.locale.texts
  const codes = field?.kind === 'string' ? field.codeList : undefined
  if (kind === 'id' && types.length > 0) return new Map(await titles(context, values))
  if (kind === 'id') return new Map(values.map((value) => [value, context.locale.translate(lastWord(value))]))
  if (kind === '@language') return new Map(values.map((value) => [value, context.locale.languageName(value)]))
  if (kind === 'iri') return new Map(values.map((value) => [value, licenceName(value) ?? value]))
  if (kind === '@kind') return kindLabels(type, values, context)
  if (kind === '@cited')
    return new Map(values.map((value) => [value, value === 'true' ? record.yes : record.no]))
  if (filter.key === SOURCE)
    return new Map(
      context.model.sources.flatMap(({ name, provider }) =>
        provider ? [[name, provider.name] as const] : [],
      ),
    )
  if (codes !== undefined)
    return new Map(values.map((value) => [value, context.locale.codeName(value, codes)]))
  return field?.kind === 'vocabTerm' || field?.kind === 'rdfType'
    ? translatedTerms(values, context)
    : new Map()
}
