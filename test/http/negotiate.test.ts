/** Content negotiation, as RFC 9110 has it. */

import { expect } from 'chai'
import fc from 'fast-check'
import { Problem } from '../../src/config/errors.ts'
import { negotiate } from '../../src/api/negotiate.ts'
import { bareType, mediaTypes, offersOf, type MediaName, type Resource } from '../../src/config/media.ts'
import { runs } from '../support/effort.ts'

describe('negotiation', () => {
  const rows: readonly [resource: Resource, accept: string | undefined, expected: MediaName | 'none'][] = [
    ['entity', undefined, 'json'],
    ['entity', '', 'json'],
    ['entity', '  ', 'json'],
    ['entity', '*/*', 'json'],
    ['entity', 'application/*', 'json'],
    ['entity', 'application/ld+json', 'jsonld'],
    ['entity', 'Application/LD+JSON', 'jsonld'],
    ['entity', 'application/json;q=0.5, application/ld+json;q=0.6', 'jsonld'],
    ['entity', 'application/ld+json;q=0.5, application/json', 'json'],
    ['entity', '*/*, application/ld+json', 'jsonld'],
    ['entity', 'application/json;q=0, */*;q=0.1', 'jsonld'],
    ['entity', 'application/vnd.skgif.ld+json, */*;q=0', 'skgif'],
    ['entity', '*/*;q=0', 'none'],
    ['entity', 'application/vnd.skgif.ld+json, application/ld+json', 'skgif'],
    ['entity', 'image/png, application/json;q=0.1', 'json'],
    ['entity', 'application/json; charset=utf-8', 'json'],
    ['entity', 'application/ld+json;charset="UTF-8"', 'jsonld'],
    ['entity', 'application/json;charset=iso-8859-1', 'none'],
    ['entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', 'jsonld'],
    ['entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#framed"', 'jsonld'],
    ['entity', 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"', 'jsonld'],
    [
      'entity',
      'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded https://a.example/b"',
      'expanded',
    ],
    ['entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#framed", */*;q=0.1', 'jsonld'],
    ['citation', 'text/x-bibliography', 'apa'],
    ['citation', 'text/x-bibliography; style=apa', 'apa'],
    ['citation', 'text/x-bibliography;style=apa;locale=en-US', 'apa'],
    ['entity', 'application/json;version=2', 'none'],
    ['entity', 'image/png', 'none'],
    ['entity', 'json', 'json'],
    ['entity', 'undefined', 'json'],
    ['entity', '*', 'json'],
    ['entity', ',', 'json'],
    ['entity', 'text/turtle;q=x', 'json'],
    ['entity', 'json, text/turtle', 'turtle'],
    ['entity', 'json, image/png', 'none'],
    ['entity', 'a/b;c="x, application/json', 'json'],
    ['entity', ',, application/json,', 'json'],
    ['overview', 'text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    [
      'entity',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
        'application/signed-exchange;v=b3;q=0.7',
      'html',
    ],
    ['list', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', 'html'],
    ['entity', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['list', '*/*', 'json'],
    ['entity', 'application/json, text/plain, */*', 'json'],
    ['entity', 'application/json, text/javascript, */*; q=0.01', 'json'],
    ['entity', 'application/rdf+xml,text/rdf+n3;q=0.9,application/xhtml+xml;q=0.5, */*;q=0.1', 'rdfxml'],
    ['entity', 'text/turtle, application/x-turtle, */*;q=0.1', 'turtle'],
    ['entity', 'text/n3, */*;q=0.1', 'turtle'],
    ['entity', 'text/plain, */*;q=0.1', 'ntriples'],
    ['entity', 'application/trig, */*;q=0.1', 'trig'],
    ['entity', 'application/ld+json, application/json;q=0.9, */*;q=0.1', 'jsonld'],
    [
      'entity',
      'text/turtle,application/n-triples;q=0.9,application/ld+json;q=0.8,application/rdf+xml;q=0.7,*/*;q=0.3',
      'turtle',
    ],
    [
      'entity',
      'application/trig,application/n-quads;q=0.9,text/turtle;q=0.8,application/ld+json;q=0.7,*/*;q=0.3',
      'trig',
    ],
    ['entity', 'application/ld+json, application/json', 'jsonld'],
    ['entity', 'text/*', 'turtle'],
    ['list', 'text/*, text/turtle;q=0', 'csv'],
    ['list', 'text/csv', 'csv'],
    ['list', 'text/csv;header=absent', 'none'],
    ['entity', 'text/csv', 'none'],
    ['select', 'application/xml', 'resultsxml'],
    ['select', 'text/*', 'csv'],
    ['select', 'text/*, text/csv;q=0', 'tsv'],
    ['select', 'application/sparql-results+json;charset=utf-8', 'results'],
    ['select', '*/*;q=1, application/sparql-results+json;q=0, text/csv;q=0.5', 'resultsxml'],
    ['ask', '*/*, application/sparql-results+json;q=0', 'resultsxml'],
    ['select', 'text/foo;q=0.5 , text/json ; q = 0.7', 'json'],
    ['select', 'application/xml ; q = 0.3 , text/csv ; q = 0.2', 'resultsxml'],
    ['select', 'text/foo;q=0.9,text/csv', 'csv'],
    ['entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"', 'expanded'],
    ['entity', 'application/ld+json;profile=http://www.w3.org/ns/json-ld#expanded', 'expanded'],
    [
      'entity',
      'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#expanded"',
      'expanded',
    ],
    ['entity', 'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"', 'jsonld'],
    ['entity', 'text/turtle;profile="http://www.w3.org/ns/json-ld#expanded", text/html;q=0.1', 'turtle'],
    ['entity', 'application/ld+json;profile="a\\"b,c"', 'jsonld'],
    [
      'entity',
      'application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted http://www.w3.org/ns/json-ld#expanded"',
      'expanded',
    ],
    [
      'entity',
      'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded";q=0.2, application/ld+json;q=0.5',
      'jsonld',
    ],
    [
      'entity',
      'application/ld+json;q=0.2, application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded";q=0.5',
      'expanded',
    ],
    [
      'entity',
      'application/ld+json, application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted";q=0',
      'expanded',
    ],
    ['entity', 'text/turtle;q=high, application/json;q=0.1', 'json'],
    ['entity', 'text/turtle;q=-1, application/json;q=0.1', 'json'],
    ['entity', 'text/turtle;q=0.000, application/n-triples;q=0.001', 'ntriples'],
    ['entity', 'text/turtle;q=0.5;level=1, application/json;q=0.4', 'json'],
  ]
  for (const [resource, accept, expected] of rows) {
    it(`gives ${expected} of ${resource} for ${accept}`, () => {
      const choose = (): string => negotiate(accept, offersOf(resource)).name
      if (expected === 'none')
        expect(choose)
          .to.throw(Problem, /application\/json \(format=json\)/)
          .with.property('status', 406)
      else expect(choose()).to.equal(expected)
    })
  }

  it('is outweighed by format', () => {
    for (const name of Object.keys(mediaTypes) as MediaName[]) {
      for (const resource of mediaTypes[name].resources)
        expect(negotiate('image/png', offersOf(resource), name).name).to.equal(name)
    }
    expect(() => negotiate('*/*', offersOf('entity'), 'csv'))
      .to.throw(Problem)
      .with.property('status', 406)
    expect(() => negotiate('*/*', offersOf('entity'), 'toString'))
      .to.throw(Problem)
      .with.property('status', 406)
  })

  it('finds each media type by its own name, and by its others, under which it is then sent', () => {
    for (const resource of ['entity', 'list', 'overview'] as const) {
      for (const offer of offersOf(resource).filter(({ name }) => name !== 'embed')) {
        for (const type of [offer.type, ...(offer.aliases ?? [])])
          expect(negotiate(`${type}, */*;q=0.1`, offersOf(resource))).to.include({ name: offer.name, type })
      }
    }
  })

  it('never takes another name for one that was not asked for', () => {
    for (const accept of ['text/*', '*/*', 'application/*', 'text/*;q=0.5, application/json;q=0.1']) {
      const { name, type } = negotiate(accept, offersOf('entity'))
      expect(type).to.equal(mediaTypes[name].type)
    }
  })

  for (const [title, parameter] of [
    ['style', 'style=mla'],
    ['language', 'locale=fr-FR'],
  ] as const)
    it(`refuses a ${title} in which there are no references, and names the styles`, () => {
      expect(() => negotiate(`text/x-bibliography; ${parameter}`, offersOf('citation'))).to.throw(
        Problem,
        /style=apa \(format=apa\)/,
      )
    })
  it('suggests the format that was meant', () => {
    expect(() => negotiate(undefined, offersOf('citation'), 'bibtx')).to.throw(
      Problem,
      /no format bibtx here; did you mean bibtex\?/,
    )
  })
  it('knows each type once, but for the HTML that only `format` asks for', () => {
    const names = (Object.keys(mediaTypes) as MediaName[]).filter((name) => name !== 'embed')
    const types = names.flatMap((name) =>
      offersOf('list')
        .filter((offer) => offer.name === name)
        .flatMap(({ type, aliases: also = [] }) => [type, ...also]),
    )
    expect(new Set(types).size).to.equal(types.length)
  })

  it('gives an offer or a problem for whatever Accept says', () => {
    const type = fc.constantFrom(
      ...offersOf('list').map(bareType),
      '*/*',
      'text/*',
      'image/png',
      'application/*',
      '*',
      'a/b/c',
      '',
    )
    const parameter = fc.oneof(
      fc.constantFrom(
        ';q=0',
        ';q=1',
        ';q=',
        ';q=1.5',
        ';charset=utf-8',
        ';profile="http://www.w3.org/ns/json-ld#expanded"',
        ';profile="',
        '; ;',
        ';=',
        ';__proto__=1',
        ';constructor=x',
      ),
      fc.string({ maxLength: 8 }),
    )
    const item = fc
      .tuple(type, fc.array(parameter, { maxLength: 3 }))
      .map(([name, parameters]) => name + parameters.join(''))
    const accept = fc.oneof(
      fc.array(item, { maxLength: 6 }).map((items) => items.join(', ')),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ maxLength: 60 }),
    )
    const format = fc.option(
      fc.oneof(fc.constantFrom(...Object.keys(mediaTypes)), fc.string({ maxLength: 8 })),
      { nil: undefined, freq: 10 },
    )
    fc.assert(
      fc.property(
        accept,
        format,
        fc.constantFrom('entity', 'list', 'overview'),
        (text, name, resource: Resource) => {
          const offers = offersOf(resource)
          try {
            const chosen = negotiate(text, offers, name)
            return offers.some((offer) => offer.name === chosen.name)
          } catch (error) {
            return error instanceof Problem && [406, 431].includes(error.status)
          }
        },
      ),
      { numRuns: runs(10_000), seed: 9110 },
    )
  })

  it('takes no time for a long Accept', () => {
    expect(() => negotiate('a/b,'.repeat(16_000), offersOf('entity')))
      .to.throw(Problem)
      .with.property('status', 431)
  })
})
