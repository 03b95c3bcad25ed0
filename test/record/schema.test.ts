// JSON Schema of the records: valid for any validator, true to the rows.

import { expect } from 'chai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ALIAS_OF, recordSchema } from '../../src/record/json/schema.ts'
import { createJsonSchemaValidator } from '../../src/record/json/schema-validator.ts'
import { model } from '../support/model.ts'
import { good } from '../load/good.ts'

const strict = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
  ajv.addKeyword({ keyword: ALIAS_OF, schemaType: 'string' })
  return ajv
}

describe('the JSON Schema of records', () => {
  for (const type of model.types) {
    it(`of type ${type.name} is one, and lets good records pass`, () => {
      const schema = recordSchema(model, type)
      const ajv = strict()
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).to.equal(true)
      const validate = ajv.compile(schema)
      for (const record of good.filter(({ entity_type: of }) => of === type.name))
        expect(validate(record), JSON.stringify(validate.errors)).to.equal(true)
      expect(validate({ entity_type: type.name })).to.equal(false)
    })
    it(`of type ${type.name} has every key of the rows, and demands those that the rows demand`, () => {
      const { properties, required } = recordSchema(model, type) as { properties: object; required: string[] }
      expect(properties).to.include.keys(Object.keys(type.fields))
      expect(required).to.deep.equal([
        'local_identifier',
        'entity_type',
        ...Object.entries(type.fields).flatMap(([key, field]) => (field.required ? [key] : [])),
      ])
    })
  }
  it('reports nothing at a place of which reading has reported something', () => {
    const reported: string[] = []
    const examine = createJsonSchemaValidator(model)
    const type = model.typeNamed('grant')
    const record = { local_identifier: 'g', entity_type: 'grant', funded_amount: 'much', titles: 7 }
    examine(record, type as never, new Set(['funded_amount']), (kind, path) =>
      reported.push(`${kind} ${path.join('.')}`),
    )
    expect(reported).to.deep.equal(['shape-coerced titles'])
  })
})
