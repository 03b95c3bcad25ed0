/** Everything that refers to a record is a list: each reference field of each type has an exact filter. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseFilter } from '../../src/filter/parse.ts'
import { walkFields } from '../../src/model/model.ts'
import { resolvePath } from '../../src/model/rows/paths.ts'
import type { Filter } from '../../src/model/rows/filters.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { openOpinion } from '../support/second-opinion.ts'
import { throughout } from '../support/closing.ts'

type Json = Record<string, unknown>

const fields = model.types.flatMap((type) =>
  [...walkFields(type.fields)].flatMap(({ path, field }) =>
    field.kind === 'reference' ? [{ type, path }] : [],
  ),
)

const filtersOn = (type: EntityType, path: readonly string[]): Filter[] =>
  model
    .filtersOf(type)
    .all.filter(
      ({ key, row }) =>
        row.operator === 'equals' && (row.path ?? key) === `${path.join('.')}.local_identifier`,
    )

/** The ids at the end of a path. */
const idsAt = (value: unknown, [key, ...rest]: readonly string[]): string[] =>
  [(value as Json)[key as string] ?? []].flat().flatMap((one) => {
    if (rest.length > 0) return idsAt(one, rest)
    return [typeof one === 'string' ? one : ((one as Json).local_identifier as string)]
  })

describe('the filter of a reference field', () => {
  const opinion = throughout(async () => {
    const source = await writeGenerated(sources.demo, { seed: 4, grants: 60, services: 40, citations: 100 })
    const opened = await openOpinion(source)
    rmSync(dirname(source.path), { recursive: true })
    return opened
  })

  for (const { type, path } of fields)
    it(`is there, and lists what refers to a record: ${path.join('.')} of ${type.path}`, async () => {
      const [filter] = filtersOn(type, path)
      expect(filter, path.join('.')).to.not.equal(undefined)
      expect(filter!.path).to.deep.equal(resolvePath(model, type, `${path.join('.')}.local_identifier`))
      const referring = new Map<string, string[]>()
      for (const record of opinion.lists.get(type.path)!)
        for (const id of new Set(idsAt(record, path)))
          referring.set(id, [...(referring.get(id) ?? []), record.local_identifier as string])
      for (const [id, expected] of [...referring].slice(0, 10))
        for (const key of [filter!.key, ...(filter!.row.aliases ?? [])]) {
          const conditions = parseFilter([`,${key}:${encodeURIComponent(id)}`], type, model)
          expect((await opinion.graph.search(type, conditions)).slice(), `${key}:${id}`).to.deep.equal(
            expected,
          )
        }
    })

  it('is an addition where the specification has none', () => {
    const derived = model.types.flatMap((type) =>
      model.filtersOf(type).all.filter(({ isDerived }) => isDerived),
    )
    expect(derived).to.have.length.above(15)
    for (const { row } of derived) expect(row.addition).to.equal(true)
    expect(model.filtersOf(model.typeAt('services')!).find('srv_has_hosting_organisation.local_identifier'))
      .to.not.be.undefined
  })

  it('is not made beside one that has a row', () => {
    for (const { type, path } of fields)
      if (filtersOn(type, path).some(({ isDerived }) => !isDerived))
        expect(filtersOn(type, path).filter(({ isDerived }) => isDerived)).to.be.empty
  })
})
