/**
 * What the Reconciliation Service API 0.2 says of its messages, as JSON Schemas:
 * https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/
 */

import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'

const text = { type: 'string', minLength: 1 }
const url = { type: 'string', pattern: '^https?://' }
const template = { type: 'string', pattern: '\\{\\{id\\}\\}' }
const list = (items: object): object => ({ type: 'array', items })
const byKey = (additionalProperties: object): object => ({ type: 'object', additionalProperties })

/** An object with all of some members; others may be there. */
const object = (required: Record<string, object>, optional: Record<string, object> = {}): object => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

/** An object with one member or several, and no other. */
const exactly = (required: Record<string, object>, optional: Record<string, object> = {}): object => ({
  ...object(required, optional),
  additionalProperties: false,
})

const named = object({ id: text, name: text }, { broader: list({ type: 'object' }) })
const typeOrId = { anyOf: [text, object({ id: text }, { name: text })] }
const service = object({ service_url: url, service_path: { type: 'string', pattern: '^/' } })

const dateTime = {
  type: 'string',
  pattern: '^-?\\d{4,}-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-][0-2]\\d:[0-5]\\d)?$',
}

const cell = {
  oneOf: [
    exactly({}),
    exactly({ id: text, name: text }, { description: text }),
    exactly({ str: { type: 'string' } }),
    exactly({ float: { type: 'number' } }),
    exactly({ int: { type: 'integer' } }),
    exactly({ date: dateTime }),
  ],
}

const propertyValue = {
  anyOf: [{ type: ['string', 'number', 'boolean'] }, object({ id: { type: 'string' } }, { name: text })],
}

const query = {
  ...exactly(
    {},
    {
      query: text,
      type: { anyOf: [text, list(text)] },
      limit: { type: 'integer', minimum: 1 },
      properties: list(object({ pid: text, v: { anyOf: [propertyValue, list(propertyValue)] } })),
      type_strict: { enum: ['any', 'should', 'all'] },
    },
  ),
  anyOf: [{ required: ['query'] }, { required: ['properties'], properties: { properties: { minItems: 1 } } }],
}

const candidate = object(
  { id: text, name: text, score: { type: 'number' } },
  { description: text, match: { type: 'boolean' }, type: list(typeOrId) },
)

const schemas = {
  manifest: object(
    {
      versions: { ...list(text), contains: { const: '0.2' } },
      name: text,
      identifierSpace: url,
      schemaSpace: url,
    },
    {
      defaultTypes: { ...list(named), uniqueItems: true },
      documentation: url,
      batchSize: { type: 'integer', minimum: 1 },
      view: object({ url: template }),
      preview: object({ url: template, width: { type: 'integer' }, height: { type: 'integer' } }),
      suggest: object({}, { entity: service, property: service, type: service }),
      extend: object({}, { propose_properties: service, property_settings: list({ type: 'object' }) }),
    },
  ),
  queryBatch: byKey(query),
  resultBatch: byKey(object({ result: list(candidate) })),
  suggestedEntities: object({
    result: list(object({ id: text, name: text }, { description: text, notable: list(typeOrId) })),
  }),
  suggestedProperties: object({ result: list(object({ id: text, name: text }, { description: text })) }),
  suggestedTypes: object({ result: list(named) }),
  extension: object({
    ids: list(text),
    properties: list(object({ id: text }, { settings: { type: 'object' } })),
  }),
  extended: object({
    meta: list(object({ id: text, name: text }, { type: object({ id: text }), service: url })),
    rows: byKey(byKey(list(cell))),
  }),
  proposal: object({ properties: list(named) }, { type: text, limit: { type: 'integer' } }),
} as const

const ajv = new Ajv({ allErrors: true, strict: false })
const validators = new Map(Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]))

/** What is wrong with a message; empty for nothing. */
export function faultsOfMessage(name: keyof typeof schemas, message: unknown): string {
  const validate = validators.get(name)!
  validate(message)
  return ajv.errorsText(validate.errors).replace(/^No errors$/, '')
}
