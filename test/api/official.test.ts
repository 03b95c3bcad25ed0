/** Answers to requests that the specification defines are those of its OpenAPI file; additions are marked. */

import { expect } from 'chai'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { isFullEffort } from '../support/effort.ts'
import { fetchDocument, type Document } from '../support/openapi.ts'
import { getJson, openGraphOf, type Json, serve } from '../support/server.ts'
import { DEMO } from '../support/endpoint.ts'

const file = fileURLToPath(new URL('../../../shared/spec/skg-if-openapi-1.0.0.yaml', import.meta.url))

/** Where the file refuses what the specification or the service extension allows; test/long/prism.test.ts says why. */
const ALLOWED = /\/(?:types\/\d+|type|funded_amount)$/

describe('the official OpenAPI file', function () {
  let official: Json
  const server = serve(async function () {
    if (!existsSync(file)) this.skip()
    official = parse(readFileSync(file, 'utf8')) as Json
    return openGraphOf([DEMO])
  })
  const validators = new Map<string, ValidateFunction>()

  /** What is wrong with an answer, by the schema of its path and status. */
  function faultsOf(path: string, status: number, body: Json): string[] {
    const pointer = `official#/paths/${path.replaceAll('/', '~1')}/get/responses/${status}`
    const schema = `${pointer}/content/application~1json/schema`
    let validate = validators.get(schema)
    if (!validate) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
      validate = ajv.addSchema(official, 'official').compile({ $ref: encodeURI(schema) })
      validators.set(schema, validate)
    }
    validate(body)
    // Where a choice fails, each of its parts has a fault: a record is no bare id.
    return (validate.errors ?? [])
      .filter(
        ({ keyword, instancePath, schemaPath }) =>
          !['oneOf', 'anyOf'].includes(keyword) &&
          !schemaPath.includes('LocalIdentifierRef') &&
          !ALLOWED.test(instancePath),
      )
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  const paths = ['products', 'persons', 'organisations', 'grants', 'venues', 'topics', 'datasources']
  for (const path of paths) {
    it(`describes the answers of ${path} without parameters of skeg`, async () => {
      const type = server.graph.model.typeAt(path)!
      const lists = ['', '?page_size=100', '?page=1&page_size=3', `?filter=cf.search.name:a`]
      for (const query of path === 'products' ? ['?filter=cf.search.title:a', ...lists.slice(0, 3)] : lists) {
        const { status, body } = await getJson(`${server.api}/${path}${query}`)
        if (status !== 200) continue
        expect(faultsOf(`/${path}`, status, body), query).to.deep.equal([])
        expect(Object.keys(body.meta as Json).filter((key) => key.startsWith('skeg_'))).to.deep.equal([])
      }
      for (const iri of server.graph.list(type, 0, isFullEffort ? 30 : 4)) {
        const { status, body } = await getJson(`${server.api}/${path}/${encodeURIComponent(iri)}`)
        expect(status).to.equal(200)
        expect(faultsOf(`/${path}/{local_identifier}`, status, body), iri).to.deep.equal([])
      }
    })
  }

  it('describes the refusal of a filter', async () => {
    const { status, body } = await getJson(`${server.api}/products?filter=nope:1`)
    expect(status).to.equal(422)
    expect(faultsOf('/products', 422, body)).to.deep.equal([])
  })

  describe('and that of skeg', () => {
    let document: Document
    before(async () => {
      document = await fetchDocument(server.root)
    })
    const parametersOf = (path: string): Json[] =>
      ((document.paths[path]?.get as Json)?.parameters as Json[]).map((one) =>
        typeof one.$ref === 'string'
          ? (document.components.parameters[one.$ref.split('/').at(-1)!] as Json)
          : one,
      )

    it('have the same paths, but for those that are marked or served beside the API', () => {
      for (const path of Object.keys(official.paths as Json)) expect(document.paths).to.have.property(path)
      const additions = Object.entries(document.paths).filter(
        ([path, { servers }]) => !servers && !Object.hasOwn(official.paths as Json, path) && path !== '/',
      )
      for (const [path, { get }] of additions)
        expect(
          (get as Json)['x-addition'] ??
            (get as Json)['x-extension'] ??
            /addition|extension/.test((get as Json).description as string),
          path,
        ).to.be.ok
    })

    for (const path of paths)
      it(`differ in the parameters of ${path} by what is marked as an addition`, () => {
        const own = parametersOf(`/${path}`)
        const known = ((official.paths as Json)[`/${path}`].get.parameters as Json[]).map((one) =>
          typeof one.$ref === 'string'
            ? (official.components.parameters[one.$ref.split('/').at(-1)!].name as string)
            : (one.name as string),
        )
        expect(own.map(({ name }) => name as string)).to.include.members(known)
        for (const one of own)
          if (!known.includes(one.name as string))
            expect(one['x-addition'] === true || one.name === 'format', one.name as string).to.equal(true)
      })
  })
})
