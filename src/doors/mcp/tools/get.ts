/** The tool `get`: whole records, or some fields of them. */

import { Problem } from '../../../config/errors.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { selectFields, selectionOf, type FieldSelection } from '../../../record/json/select-fields.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { loadRecords } from '../../../api/representation/records.ts'
import { readPath } from '../../../api/request/fields.ts'
import { recordsNamed, withoutRecord } from './requests.ts'
import { DATA_NOTE, fitJson } from './text.ts'
import { ID, type Tool } from './tool.ts'

const MAX_IDS = 20
/** Characters of all records of an answer. */
const MAX_RECORDS = 22_000

export const get: Tool = {
  name: 'get',
  title: 'Get records',
  description:
    'Records by id, as JSON of SKG-IF. Long lists and texts are cut, and say how much there is; with fields there is ' +
    'room for more of them.',
  schema: () => ({
    type: 'object',
    properties: {
      ids: { type: 'array', items: ID, maxItems: MAX_IDS, description: 'Of any type' },
      fields: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 50,
        description: 'Keys of the records, with dots for parts; see describe, section fields',
      },
    },
    required: ['ids'],
    additionalProperties: false,
  }),
  async run(args, context) {
    const { ids, fields } = args as { readonly ids: readonly string[]; readonly fields?: readonly string[] }
    const named = await recordsNamed(context, ids)
    const keys = named.keys.slice(0, MAX_IDS)
    const records = await loadRecords(context, keys)
    const types = [...new Set(keys.map(({ type }) => type))]
    const selections = fields && selectionsOf(types, fields, context)
    const texts = keys.map(({ type }, i) => {
      const record = records[i] as Json
      const selection = selections?.get(type)
      return fitJson(
        selection ? selectFields(record, selection) : record,
        Math.floor(MAX_RECORDS / keys.length),
      )
    })
    const note = DATA_NOTE.replace(/^What .*? is/, 'The JSON below is')
    return [...(named.unknown.length > 0 ? [withoutRecord(named.unknown)] : []), note, ...texts].join('\n')
  },
}

/**
 * What is selected of the records of each type: the fields that it has.
 * @throws Problem invalid-parameter for a field of none of them, naming the fields that there are
 */
function selectionsOf(
  types: readonly EntityType[],
  fields: readonly string[],
  { model }: GraphContext,
): ReadonlyMap<EntityType, FieldSelection> {
  const paths = new Map(types.map((type) => [type, [] as string[][]]))
  for (const field of fields.flatMap((text) => text.split(','))) {
    const faults: Problem[] = []
    for (const type of types)
      try {
        paths.get(type)?.push(readPath(field, type, model))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        faults.push(error)
      }
    if (faults[0] && faults.length === types.length) throw faults[0]
  }
  return new Map(Array.from(paths, ([type, some]) => [type, selectionOf(some)]))
}
