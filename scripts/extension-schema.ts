/** The JSON Schema of extensions (src/model/check/extension-schema.json), from the types of their rows. */

import { fileURLToPath } from 'node:url'
import { createGenerator } from 'ts-json-schema-generator'

// oxlint-disable-next-line typescript/no-explicit-any
type Schema = Record<string, any>

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const SCHEMA = path('src/model/check/extension-schema.json')

/** What comments of the types say beside the keywords of JSON Schema; `expected` is what messages say. */
const KEYWORDS = ['expected', 'items']

/** Makes the schema as ajv reads it: functions, choices, and texts that may be empty only where the types say so. */
function createRefiner(definitions: Schema): (schema: Schema) => Schema {
  const whole = (schema: Schema): Schema => definitions[schema['$ref']?.split('/').at(-1)] ?? schema

  /** By what a value is, or by the first member that an object has: then one choice alone says what is wrong. */
  function choose([first, ...others]: Schema[]): Schema {
    if (others.length === 0) return first as Schema
    const { type, required = [] } = whole(first as Schema)
    const isOther = others.every((other) => whole(other)['type'] !== type)
    return {
      if: isOther ? { type } : { required: required.slice(0, 1) },
      then: first,
      else: choose(others),
    }
  }

  function refineChoice(schemas: readonly Schema[]): Schema {
    const choices = schemas.filter((one) => /^(?:array|object|string)$/.test(whole(one)['type']))
    const types = choices.map((one) => whole(one)['type'])
    const expected = choices.map((one) => whole(one)['expected']).find(Boolean)
    // What is no list and no object is to be the text.
    const ordered = choices
      .map(
        (one, i) =>
          [types[i], { ...refine(one), ...(types[i] === 'string' && expected && { expected }) }] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return {
      ...(types.every((type) => type === 'object') && { type: 'object' }),
      ...choose(ordered.map(([, one]) => one)),
    }
  }

  function refineMember(name: string, value: unknown): unknown {
    if (/^(?:const|enum|required|discriminator|propertyNames)$/.test(name)) return value
    if (Array.isArray(value)) return (value as Schema[]).map(refine)
    if (name === 'properties')
      return Object.fromEntries(
        Object.entries(value as object).map(([key, one]: [string, Schema]) => [key, refine(one)]),
      )
    return typeof value === 'object' ? refine(value as Schema) : value
  }

  function refine(schema: Schema): Schema {
    const { description: _, title: __, definitions: ___, $schema: ____, anyOf, ...own } = schema
    if ('$comment' in own) return { isFunction: true }
    const refined: Schema = Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, refineMember(name, value)]),
    )
    if (own['required'] && own['properties'])
      refined['required'] = Object.keys(own['properties']).filter((name) => own['required'].includes(name))
    // It says so itself, and what is right.
    if (own['discriminator']) delete refined['required']
    const isText = own['type'] === 'string' && !('const' in own)
    if (isText && !['enum', 'pattern', 'format', 'minLength'].some((one) => one in own))
      refined['pattern'] = '\\S'
    if (Array.isArray(own['items'])) {
      refined['prefixItems'] = refined['items']
      delete refined['items']
    }
    return anyOf ? { ...refined, ...refineChoice(anyOf) } : refined
  }
  return refine
}

/** The text of the file: a line for each type. */
export function extensionSchema(): string {
  const { definitions, ...schema } = createGenerator({
    path: path('src/model/rows/extension-row.ts'),
    tsconfig: path('tsconfig.json'),
    type: 'Extension',
    skipTypeCheck: true,
    topRef: false,
    expose: 'export',
    discriminatorType: 'open-api',
    functions: 'comment',
    extraTags: KEYWORDS,
  }).createSchema('Extension') as Schema
  const refine = createRefiner(definitions)
  const top = refine(schema)
  const used: Schema = {}
  // Those that functions take are no part of it.
  for (let rest = [top], one = rest.pop(); one; one = rest.pop())
    for (const [, name = ''] of JSON.stringify(one).matchAll(/#\/definitions\/(\w+)/g))
      if (!used[name]) rest.push((used[name] = refine(definitions[name])))
  // Each type has the filter for words, and no other one.
  used['Operator'].enum = used['Operator'].enum.filter((operator: string) => operator !== 'words')
  const lines = Object.entries(used).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `${JSON.stringify(top).slice(0, -1)}, "definitions": {\n${lines.join(',\n')}\n}}\n`
}
