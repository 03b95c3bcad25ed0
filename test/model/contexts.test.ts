// The files of contexts/ are the published contexts, but for the corrections, each of which corrects something.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extensions } from '../../src/extensions/index.ts'
import { readContext, readCorrections } from '../../src/model/rows/extension.ts'
import type { Correction } from '../../src/model/context/context-document.ts'
import { validateExtension } from '../../src/model/check/extension.ts'
import { applyCorrections, parseContext } from '../../src/model/context/context.ts'

type Context = Record<string, unknown>

const spec = new URL('../../../shared/spec/', import.meta.url)
const here = existsSync(spec)
const published = {
  core: 'context-core-1.1.0.json',
  api: 'context-api-1.0.0.json',
  srv: 'context-srv-in-data.json',
} as const
const names = Object.keys(published) as (keyof typeof published)[]

/** A definition that says no more than its IRI as that IRI. */
const plain = (definition: unknown): unknown => {
  const keys = typeof definition === 'object' && definition !== null ? Object.keys(definition) : []
  return keys.length === 1 && keys[0] === '@id' ? (definition as Context)['@id'] : definition
}

function readPublished(name: keyof typeof published): Context {
  const { '@context': context } = JSON.parse(readFileSync(new URL(published[name], spec), 'utf8')) as {
    '@context': Context
  }
  return Object.fromEntries(
    Object.entries(context)
      .filter(([key]) => !/^(_comment|TODO)/.test(key))
      .map(([key, definition]) => [key, plain(definition)]),
  )
}

const all = JSON.parse(
  readFileSync(new URL('../../contexts/corrections.json', import.meta.url), 'utf8'),
) as Correction[]

describe('the contexts', () => {
  for (const name of names) {
    it(`of ${name} is the published one, term by term`, function () {
      if (!here) return this.skip()
      const ours = readContext(name)['@context']
      const theirs = readPublished(name)
      for (const term of new Set([...Object.keys(theirs), ...Object.keys(ours)]))
        expect(ours[term], term).to.deep.equal(theirs[term])
    })
  }
  it('and their corrections have the form that is asked of extensions', () => {
    for (const extension of extensions) expect(validateExtension(extension), extension.name).to.deep.equal([])
  })
  it('are those that the extensions use, with the published addresses', () => {
    const used = extensions.flatMap(({ contexts }) =>
      Object.entries(contexts).map(([name, { url }]) => [name, url]),
    )
    expect(used).to.deep.equal([
      ['core', 'https://w3id.org/skg-if/context/1.1.0/skg-if.json'],
      ['api', 'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json'],
      ['srv', 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'],
    ])
    expect(readdirSync(new URL('../../contexts/', import.meta.url)).sort()).to.deep.equal(
      ['README.md', ...names.map((name) => `${name}.json`), 'corrections.json'].sort(),
    )
  })
})

describe('the corrections', () => {
  const corrected = Object.fromEntries(
    names.map((name) => [name, applyCorrections(name, readContext(name), readCorrections(name))['@context']]),
  )

  for (const { context, terms, definition, datatypeFrom, reason } of all) {
    for (const term of terms) {
      it(
        `of ${context} ${term} ${datatypeFrom ? '(datatype) ' : ''}corrects something, says why, ` +
          'and is applied',
        function () {
          expect(context).to.be.oneOf(names)
          expect(reason.length).to.be.greaterThan(5)
          expect(definition === undefined, 'a definition or a datatype').to.equal(
            datatypeFrom === 'lexicalForm',
          )
          if (definition !== undefined) expect(corrected[context]?.[term]).to.deep.equal(definition)
          if (!here) return this.skip()
          const theirs = readPublished(context as keyof typeof published)[term]
          if (definition === undefined) expect((theirs as Context)['@type']).to.equal('xsd:dateTime')
          else expect(theirs).to.not.deep.equal(plain(definition))
        },
      )
    }
  }
  it('concern each term once', () => {
    const defined = all.flatMap(({ context, terms, definition }) =>
      definition === undefined ? [] : terms.map((term) => `${context} ${term}`),
    )
    expect(defined).to.deep.equal([...new Set(defined)])
  })
  it('concern every date', function () {
    const dates = [...parseContext(readContext('core')['@context']).terms]
      .filter(([, { type }]) => type === 'xsd:dateTime')
      .map(([term]) => term)
    expect(all.filter(({ datatypeFrom }) => datatypeFrom).flatMap(({ terms }) => terms)).to.have.members(
      dates,
    )
  })
  it('leave every other term as it is', () => {
    for (const name of names) {
      const own = new Set(
        readCorrections(name).flatMap(({ terms, definition }) => (definition === undefined ? [] : terms)),
      )
      const before = readContext(name)['@context']
      for (const term of Object.keys(before))
        if (!own.has(term)) expect(corrected[name]?.[term], term).to.deep.equal(before[term])
      for (const term of Object.keys(corrected[name] ?? {}))
        expect(term in before || own.has(term), term).to.equal(true)
    }
  })
})
