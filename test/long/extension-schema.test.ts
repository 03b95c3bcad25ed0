/** The schema by which extensions are checked is that of the types of their rows. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { extensionSchema, SCHEMA } from '../../scripts/extension-schema.ts'

it('the schema of extensions is what the types say (npm run docs)', () => {
  expect(readFileSync(SCHEMA, 'utf8')).to.equal(extensionSchema())
})
