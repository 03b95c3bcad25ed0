// Languages: under which tag a text is kept, whatever tag or key it came with.

import { expect } from 'chai'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { languageNamed, readLanguage, type LanguageKey } from '../../src/model/values/languages.ts'

const keys: [key: string, tag: string, fault?: LanguageKey['fault']][] = [
  ['en', 'en'],
  ['zh-Hant-TW', 'zh-hant-tw'],
  ['en-x-foo', 'en-x-foo'],
  ['de-u-co-phonebk', 'de-u-co-phonebk'],
  ['x-dialect', 'x-dialect'],
  ['be-tarask', 'be-tarask'],
  ['zh-min-nan', 'zh-min-nan'],
  ['cmn', 'cmn'],
  ['grc', 'grc'],
  ['none', 'none'],
  ['@none', 'none'],
  ['eng', 'en', 'form-normalised'],
  ['ger', 'de', 'form-normalised'],
  ['deu-AT', 'de-at', 'form-normalised'],
  ['twi', 'tw', 'form-normalised'],
  ['tgl', 'tl', 'form-normalised'],
  ['en_US', 'en-us', 'form-normalised'],
  ['und', 'none', 'no-language'],
  ['und-Latn', 'none', 'no-language'],
  ['zxx', 'none', 'no-language'],
  ['mul', 'none', 'no-language'],
  ['', 'none', 'no-language'],
  ['english', 'none', 'no-tag'],
  ['engl', 'none', 'no-tag'],
  ['xx', 'none', 'no-tag'],
  ['en-', 'none', 'no-tag'],
  ['en-toolongsubtag', 'none', 'no-tag'],
  ['en-x', 'none', 'no-tag'],
]

const names: [name: string, code: string | undefined][] = [
  ['english', 'en'],
  ['Deutsch', 'de'],
  ['français', 'fr'],
  ['klingonese', undefined],
]

describe('languages', () => {
  for (const [key, tag, fault] of keys)
    it(`${JSON.stringify(key)} is kept as ${tag}${fault ? ` (${fault})` : ''}`, () =>
      expect(readLanguage(key)).to.deep.equal({ tag, ...(fault && { fault }) }))
  for (const [name, code] of names)
    it(`${name} is the name of ${String(code)}`, () => expect(languageNamed(name)).to.equal(code))

  it('are kept under a tag that is kept as it is, and that Oxigraph reads', () => {
    const tags = fc.stringMatching(
      /^[a-zA-Z]{2,3}(-[a-z]{3,4})?(-[A-Z]{2})?(-[a-z]{5})?(-[a-z]-[a-z0-9]{2,4})?(-x-[a-z0-9]{1,8})?$/,
    )
    fc.assert(
      fc.property(fc.oneof(tags, fc.constantFrom(...keys.map(([key]) => key))), (key) => {
        const { tag } = readLanguage(key)
        expect(readLanguage(tag)).to.deep.equal({ tag })
        if (tag === 'none') return
        const store = new oxigraph.Store()
        store.load(`<http://a/> <http://a/p> "a"@${tag} .`, { format: 'nt' })
        expect(store.dump({ format: 'nt', from_graph_name: oxigraph.defaultGraph() })).to.include(
          `"a"@${tag}`,
        )
      }),
    )
  })
})
