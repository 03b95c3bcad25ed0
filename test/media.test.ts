/** Content negotiation, as RFC 9110 has it. */

import { expect } from 'chai'
import { Problem } from '../src/errors.ts'
import { bareType, mediaTypes, negotiate, offersOf, type MediaName, type Resource } from '../src/media.ts'

describe('negotiation', () => {
  const rows: readonly [says: string, resource: Resource, accept: string | undefined, expected: MediaName | 'none'][] = [
    ['no Accept', 'entity', undefined, 'json'],
    ['an empty Accept', 'entity', '', 'json'],
    ['blanks', 'entity', '  ', 'json'],
    ['anything', 'entity', '*/*', 'json'],
    ['a kind of type', 'entity', 'application/*', 'json'],
    ['a type', 'entity', 'application/ld+json', 'jsonld'],
    ['a type in capitals', 'entity', 'Application/LD+JSON', 'jsonld'],
    ['the more wanted', 'entity', 'application/json;q=0.5, application/ld+json;q=0.6', 'jsonld'],
    ['the more wanted, written later', 'entity', 'application/ld+json;q=0.5, application/json', 'json'],
    ['the specific beside anything', 'entity', '*/*, application/ld+json', 'jsonld'],
    ['a specific refusal', 'entity', 'application/json;q=0, */*;q=0.1', 'jsonld'],
    ['a refusal of all but one', 'entity', 'application/vnd.skgif.ld+json, */*;q=0', 'skgif'],
    ['a refusal of everything', 'entity', '*/*;q=0', 'none'],
    ['the first of equals', 'entity', 'application/vnd.skgif.ld+json, application/ld+json', 'skgif'],
    ['a wanted type that there is none of, and another', 'entity', 'text/turtle, application/json;q=0.1', 'json'],
    ['a charset', 'entity', 'application/json; charset=utf-8', 'json'],
    ['a charset in capitals', 'entity', 'application/ld+json;charset="UTF-8"', 'jsonld'],
    ['another charset', 'entity', 'application/json;charset=iso-8859-1', 'none'],
    ['the profile that there is', 'entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', 'jsonld'],
    ['another profile', 'entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#framed"', 'none'],
    ['another profile, or anything', 'entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#framed", */*;q=0.1', 'json'],
    ['an unknown parameter', 'entity', 'application/json;version=2', 'none'],
    ['a type that there is none of', 'entity', 'image/png', 'none'],
    ['no media type at all', 'entity', 'json', 'none'],
    ['an open quotation', 'entity', 'a/b;c="x, application/json', 'none'],
    ['empty items', 'entity', ',, application/json,', 'json'],
    ['a browser, where there is HTML', 'overview', 'text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    ['a browser, where there is none', 'entity', 'text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
  ]
  for (const [says, resource, accept, expected] of rows) {
    it(`${says}: ${expected}`, () => {
      const choose = (): string => negotiate(accept, offersOf(resource)).name
      if (expected === 'none') expect(choose).to.throw(Problem, /application\/json \(format=json\)/).with.property('status', 406)
      else expect(choose()).to.equal(expected)
    })
  }

  it('is outweighed by format', () => {
    for (const name of Object.keys(mediaTypes) as MediaName[]) {
      for (const resource of mediaTypes[name].of) expect(negotiate('image/png', offersOf(resource), name).name).to.equal(name)
    }
    expect(() => negotiate('*/*', offersOf('entity'), 'html')).to.throw(Problem).with.property('status', 406)
  })

  it('finds each media type by its own name', () => {
    for (const resource of ['entity', 'list', 'overview'] as const) {
      for (const offer of offersOf(resource)) expect(negotiate(bareType(offer), offersOf(resource)).name).to.equal(offer.name)
    }
  })

  it('takes no time for a long Accept', () => {
    expect(() => negotiate('a/b,'.repeat(16_000), offersOf('entity'))).to.throw(Problem).with.property('status', 431)
  })
})
