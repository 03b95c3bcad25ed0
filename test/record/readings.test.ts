// Records that many others name are read once for all of them, as long as there are not too many.

import { expect } from 'chai'
import { Readings, View, type Views } from '../../src/doors/oai/formats/view.ts'
import { model } from '../support/model.ts'

/** Others than are kept. */
const MANY = 20_000

describe('records that others name, as harvesters have them', () => {
  let lookUps: string[]
  let views: Views
  beforeEach(() => {
    lookUps = []
    views = {
      model,
      readings: new Readings(),
      urlOf: () => undefined,
      typeOf: () => undefined,
      recordOf(iri, { name }) {
        lookUps.push(`${name} ${iri}`)
        return iri === 'unknown' ? undefined : { local_identifier: iri, titles: { none: `${iri}, as it is` } }
      },
    }
  })
  const title = ({ title: text }: View): { text: string | undefined } => ({ text })
  const named = (iri: string, type = 'product'): View =>
    new View({ local_identifier: iri, titles: { none: 'as named' } }, model.typeNamed(type), views)

  it('are read once by each function, as each of their types', () => {
    for (const read of [title, (view: View) => title(view)])
      for (let i = 0; i < 3; i++) expect(named('a').readWhole(read)).to.deep.equal({ text: 'a, as it is' })
    named('a', 'grant').readWhole(title)
    expect(lookUps).to.deep.equal(['product a', 'product a', 'grant a'])
  })

  it('are as they are named where they are no records, and are looked up again', () => {
    for (let i = 0; i < 2; i++) expect(named('unknown').readWhole(title)).to.deep.equal({ text: 'as named' })
    expect(lookUps).to.have.length(2)
  })

  it('are not all kept', () => {
    named('a').readWhole(title)
    for (let i = 0; i < MANY; i++) named(`b${i}`).readWhole(title)
    lookUps = []
    named(`b${MANY - 1}`).readWhole(title)
    named('a').readWhole(title)
    expect(lookUps).to.deep.equal(['product a'])
  })
})
