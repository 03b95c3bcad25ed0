/** The tool `related`: what a record names, and what names it. */

import { Problem } from '../../../config/errors.ts'
import { walkFields } from '../../../model/model.ts'
import { isObject, type Json } from '../../../model/values/json.ts'
import { withSuggestion } from '../../../model/values/closest-match.ts'
import { english } from '../../../pages/texts/locale.ts'
import { conditionOf } from '../../../pages/record/referrer-list.ts'
import { newestOrder } from '../../../pages/shared/list-url.ts'
import { selectValues } from '../../../record/naming/field-values.ts'
import { nameOf } from '../../../record/naming/name-of-record.ts'
import type { Referring } from '../../../search-index/query/references.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { keysAs, keysOf, loadRecords, type RecordKey } from '../../../api/representation/records.ts'
import { findRecords } from '../../../api/request/list-request.ts'
import { cardOf, cardsOf, shortId } from './cards.ts'
import { recordsNamed } from './requests.ts'
import { data, DATA_NOTE, pageLine } from './text.ts'
import { ID, PAGE, SIZE, type Tool } from './tool.ts'

/** Records at the other end of a relation. */
interface Relation {
  readonly name: string
  readonly label: string
  readonly total: number
  /** `count` cards from position `from`. */
  cards(from: number, count: number): Promise<string[]>
}

export const related: Tool = {
  name: 'related',
  title: 'Related records',
  description:
    'What a record names and what names it: cites and cited by, works of a person or an organisation, members. ' +
    'Without relation: which there are, how many, the first of each.',
  schema: () => ({
    type: 'object',
    properties: {
      id: ID,
      relation: { type: 'string', description: 'As an answer without it lists them' },
      page: PAGE,
      size: SIZE,
    },
    required: ['id'],
    additionalProperties: false,
  }),
  async run(args, context) {
    const { id, relation, page, size } = args as { id: string; relation?: string; page: number; size: number }
    const {
      keys: [key],
    } = await recordsNamed(context, [id])
    const [record] = await loadRecords(context, [key as RecordKey])
    const { type, iri } = key as RecordKey
    const relations = [...namedBy(record as Json, key as RecordKey, context), ...(await naming(iri, context))]
    const head = `${DATA_NOTE}\n${cardOf(context, record as Json, type)}`
    if (relation === undefined) return [head, ...(await overview(relations))].join('\n')
    const found = relations.find(({ name }) => name === relation)
    if (!found) throw unknownRelation(relation, relations)
    const { label, total } = found
    const cards = await found.cards((page - 1) * size, size)
    return [head, `${label}: ${pageLine(total, page, size, cards.length)}`, ...cards].join('\n')
  },
}

const unknownRelation = (relation: string, relations: readonly Relation[]): Problem => {
  const names = relations.map(({ name }) => name)
  return new Problem(
    'invalid-parameter',
    names.length === 0
      ? 'The record names nothing, and nothing names it.'
      : withSuggestion(`The record has no relation ${relation.slice(0, 64)}`, relation, names) +
          ` It has ${names.join(', ')}.`,
  )
}

/** Cards of each relation where all are shown. */
const FIRST = 2

async function overview(relations: readonly Relation[]): Promise<string[]> {
  if (relations.length === 0) return ['It names nothing, and nothing names it.']
  const parts = relations.map(async ({ name, label, total, cards }) => [
    `${label}: ${total} (relation=${name})`,
    ...(await cards(0, FIRST)),
  ])
  return (await Promise.all(parts)).flat()
}

const iriOf = (value: unknown): string => String(isObject(value) ? value.local_identifier : value)

/** What the record names: one relation for each of its fields that do. */
function namedBy(record: Json, { type }: RecordKey, context: GraphContext): Relation[] {
  return [...walkFields(type.fields)].flatMap(({ path, field }): Relation[] => {
    if (field.kind !== 'reference') return []
    const values = new Map(
      [...selectValues(record, type.fields, { path })].map(({ value }) => [iriOf(value), value]),
    )
    if (values.size === 0) return []
    const cards = async (from: number, count: number): Promise<string[]> => {
      const shown = [...values].slice(from, from + count)
      const keys = keysOf(
        context,
        shown.map(([iri]) => iri),
      )
      const found = await cardsOf(context, keys)
      const byIri = new Map(keys.map(({ iri }, i) => [iri, found[i] as string]))
      return shown.map(([iri, value]) => byIri.get(iri) ?? mentionOf(context, iri, value))
    }
    return [
      {
        name: path.join('.'),
        label: english.labelOf(path.at(-1) as string, field),
        total: values.size,
        cards,
      },
    ]
  })
}

/** What is named, and is no record here. */
const mentionOf = (context: GraphContext, iri: string, value: unknown): string =>
  `- ${shortId(context, iri)}${isObject(value) ? ` ${data(nameOf(value, undefined, context))}` : ''} (no record here)`

/** What names the record: one relation for each field of a type that does. */
async function naming(iri: string, context: GraphContext): Promise<Relation[]> {
  const { lists } = await context.queries.referring(iri)
  return Promise.all(lists.map((referring) => incoming(iri, referring, context)))
}

async function incoming(iri: string, referring: Referring, context: GraphContext): Promise<Relation> {
  const { type, path, field, iris } = referring
  const condition = conditionOf(iri, referring, context.model)
  const request = { conditions: condition ? [condition] : [], sort: newestOrder(type), sample: undefined }
  // The list has all, also where there are more references than are looked at.
  const find = async (from: number, count: number): Promise<{ total: number; iris: readonly string[] }> =>
    condition
      ? findRecords(context.queries, type, request, from, count)
      : { total: iris.length, iris: iris.slice(from, from + count) }
  return {
    name: `${type.path}:${path.join('.')}`,
    label:
      field.inverseLabel ?? `${type.plural} that name it in ${english.labelOf(path.at(-1) as string, field)}`,
    total: (await find(0, 0)).total,
    cards: async (from, count) => cardsOf(context, keysAs(type, (await find(from, count)).iris)),
  }
}
