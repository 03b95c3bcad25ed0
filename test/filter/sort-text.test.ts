/** What titles and names are sorted by, beside the collation of Unicode. */

import { expect } from 'chai'
import { sortableText, compareCodePoints } from '../../src/model/values/sorting.ts'

const NAMES = [
  'Zürich',
  'Łódź',
  'Lyon',
  'lodge',
  'Luzern',
  'Ørsted',
  'Oslo',
  'Odense',
  'Đorđević',
  'Dubrovnik',
  'Dortmund',
  'Æsop',
  'Adams',
  'Agder',
  'Straße',
  'Strasbourg',
  'Strauß',
  'Œuvre',
  'oboe',
  'Šibenik',
  'Śląsk',
  'Ħamrun',
  'Hampshire',
  'Hannover',
  'Émile',
  'Emden',
  'Åbo',
  'Aarhus',
  'Ångström',
]

describe('texts to sort by', () => {
  it('sort names as the root collation of Unicode does', () => {
    const { compare } = new Intl.Collator('und')
    const byKey = NAMES.toSorted((a, b) => compareCodePoints(sortableText(a), sortableText(b)))
    expect(byKey).to.deep.equal(NAMES.toSorted(compare))
  })
  for (const [says, text, expected] of [
    ['have no case and no signs in front', '“The” Æon', 'the” aeon'],
    ['have letters of other scripts as they are', 'Ωκεανός', 'ωκεανοσ'],
    ['are no longer than 200 characters', 'ab'.repeat(300), 'ab'.repeat(100)],
  ] as const)
    it(says, () => expect(sortableText(text)).to.equal(expected))
})
