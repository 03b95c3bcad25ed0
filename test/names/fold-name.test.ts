/** Names as searches compare them, and what is read of a search box. */

import { expect } from 'chai'
import { editDistance } from '../../src/model/values/closest-match.ts'
import { fitOf, NO_FIT } from '../../src/search-index/name-search/complete.ts'
import { fits, type Fit } from '../../src/search-index/query/name-search.ts'
import { parseWords, foldWords } from '../../src/model/values/word-query.ts'

describe('a folded name', () => {
  const table: readonly [title: string, text: string, folded: string][] = [
    ['small letters', 'ETH Zurich', 'eth zurich'],
    ['no accents', 'Universität Zürich', 'universitat zurich'],
    ['letters with a stroke and ligatures', 'Łódź Æsir Straße Søren', 'lodz aesir strasse soren'],
    ['one sigma', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['words between signs', 'COVID-19: (a) review!', 'covid 19 a review'],
    ['letters of other scripts', 'مَرْحَبًا 深層学習', 'مرحبا 深層学習'],
    ['nothing of signs alone', ' -–— … ', ''],
    ['forms of compatibility', 'ﬁeld Ｗｉｄｅ', 'field wide'],
  ]
  for (const [title, text, folded] of table)
    it(`has ${title}`, () => expect(foldWords(text)).to.equal(folded))
})

describe('a search box', () => {
  const table: readonly [text: string, words: readonly string[], phrases: readonly string[]][] = [
    ['Siegwart, Roland', ['siegwart', 'roland'], []],
    ['"open science" data', ['data'], ['open science']],
    ['„Offene Daten“ «données ouvertes»', [], ['offene daten', 'donnees ouvertes']],
    ['an "open quote', ['an', 'open', 'quote'], []],
    ['same Same SAME', ['same'], []],
    ['""', [], []],
    ['SELECT * { ?s ?p "x" }', ['select', 's', 'p'], ['x']],
  ]
  for (const [text, words, phrases] of table)
    it(`reads ${text}`, () => {
      const query = parseWords(text)
      expect({ words: query.words, phrases: query.phrases }).to.deep.equal({ words, phrases })
    })
  it('reads at most twenty words', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' ')
    expect(parseWords(text).words).to.have.length(20)
  })
})

describe('the fit of names', () => {
  const names = ['roland siegwart', 'siegwart', 'eth zurich autonomous systems lab']
  const table: readonly [text: string, fit: Fit | 'none'][] = [
    ['Roland Siegwart', 'exact'],
    ['siegwart', 'exact'],
    ['roland sieg', 'prefix'],
    ['eth zurich', 'prefix'],
    ['Siegwart Roland', 'words'],
    ['lab siegwart', 'words'],
    ['lab autonom', 'word prefixes'],
    ['nomous wart', 'inside'],
    ['no', 'none'],
    ['siegwart lausanne', 'none'],
    ['"systems lab"', 'words'],
    ['"lab systems"', 'none'],
    ['"siegwart eth"', 'none'],
    ['"auto"', 'none'],
  ]
  for (const [text, fit] of table)
    it(`is ${fit} for ${text}`, () => {
      const number = fitOf(names, parseWords(text))
      expect(number === NO_FIT ? 'none' : fits[number]).to.equal(fit)
    })
})

describe('the distance of words', () => {
  const table: readonly [a: string, b: string, limit: number, distance: number][] = [
    ['zurich', 'zurich', 2, 0],
    ['zurich', 'zurch', 2, 1],
    ['zurich', 'zzurich', 2, 1],
    ['zurich', 'zurihc', 2, 1],
    ['zurich', 'zurlch', 2, 1],
    ['bologna', 'bolgona', 2, 1],
    ['bologna', 'blonga', 2, 2],
    ['abcdef', 'uvwxyz', 2, 3],
    ['short', 'muchlonger', 2, 3],
    ['', 'ab', 2, 2],
  ]
  for (const [a, b, limit, distance] of table)
    it(`is ${distance} from ${a || 'nothing'} to ${b}`, () => {
      expect(editDistance(a, b, limit)).to.equal(distance)
      expect(editDistance(b, a, limit)).to.equal(distance)
    })
})
