/** What people read of a class: its label, or the end of its IRI, in words. */

import { expect } from 'chai'
import type { Field } from '../../src/model/rows/row.ts'
import { classLabel } from '../../src/record/naming/field-values.ts'
import { model } from '../support/model.ts'

const manifestations = model.typeNamed('product')!.fields['manifestations'] as Extract<
  Field,
  { kind: 'object' }
>
const field = manifestations.fields['type']!

describe('the label of a class', () => {
  for (const [label, text] of [
    ['journal-article', 'journal article'],
    ['posted-content', 'posted content'],
    ['e-book', 'e-book'],
    ['Co-authored paper', 'Co-authored paper'],
  ] as const)
    it(`${label} is read as ${text}`, () => {
      const value = { class: 'https://example.org/kind', labels: { en: label } }
      expect(classLabel({ value, field }).text).to.equal(text)
    })
  it('is the end of its IRI where it has none', () => {
    const value = { class: 'http://purl.org/spar/fabio/JournalArticle' }
    expect(classLabel({ value, field }).text).to.equal('Journal article')
  })
})
