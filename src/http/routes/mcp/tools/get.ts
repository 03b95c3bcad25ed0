/** The tool `get`: whole records, or some fields of them. */

import { FIELDS } from '../../../../parameters.ts'
import { offersOf, type MediaType } from '../../../../media.ts'
import type { Json } from '../../../../model/values/json.ts'
import type { EntityType } from '../../../../model/rows/row.ts'
import { selectFields } from '../../../../record/json/select-fields.ts'
import type { GraphContext } from '../../../graph-context.ts'
import { identifiedRecords } from '../../../lookup/identified.ts'
import { keysOf, loadRecords } from '../../../representation/records.ts'
import { readFields } from '../../../request/fields.ts'
import { queryOf, recordsNamed } from './requests.ts'
import { DATA_NOTE, fitJson } from './text.ts'
import { ID, type Tool } from './tool.ts'

const [JSON_FORM] = offersOf('entity') as readonly [MediaType]

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
    const keys = (await Promise.all(ids.map((id) => recordsNamed(context, id)))).flat().slice(0, MAX_IDS)
    const records = await loadRecords(context, keys)
    const texts = keys.map(({ type }, i) =>
      fitJson(select(records[i] as Json, type, fields, context), Math.floor(MAX_RECORDS / keys.length)),
    )
    return [DATA_NOTE.replace(/^What .*? is/, 'The JSON below is'), ...texts].join('\n')
  },
}

/** @throws Problem invalid-parameter, naming the fields that there are */
function select(
  record: Json,
  type: EntityType,
  fields: readonly string[] | undefined,
  { model }: GraphContext,
): Json {
  if (!fields) return record
  const request = readFields(queryOf({ [FIELDS]: fields.join(',') }), type, model, JSON_FORM)
  return request ? selectFields(record, request.selection) : record
}

/** The record with an IRI or another identifier, as text; undefined if there is none. */
export async function recordAsJson(id: string, context: GraphContext): Promise<string | undefined> {
  const [first] = keysOf(context, await identifiedRecords(id, context))
  if (!first) return undefined
  const [record] = await loadRecords(context, [first])
  return fitJson(record, MAX_RECORDS)
}
