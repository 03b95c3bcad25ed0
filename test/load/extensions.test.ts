/** Extensions from outside that cannot be used: each fault is told, all at once, with what would be right. */

import { expect } from 'chai'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { ExtensionError, loadExtensions } from '../../src/load/extensions.ts'
import { validateExtension } from '../../src/model/check/extension.ts'
import { buildModel, ModelError } from '../../src/model/model.ts'
import { temporaryFolder } from '../support/folders.ts'

type Json = Record<string, any>

const context = {
  url: 'https://lab.example/context.json',
  version: '1',
  '@context': { lab: 'https://lab.example/ns#', lab_thing: 'lab:Thing', lab_size: 'lab:size' },
}
const thing = {
  name: 'lab_thing',
  path: 'things',
  label: 'Thing',
  plural: 'Things',
  doc: 'A thing.',
  labelFields: ['lab_size'],
  referenceFields: [],
  fields: { lab_size: { kind: 'string', doc: 'Its size.' } },
}
const good = { name: 'lab', version: '1', contexts: { lab: context }, entities: [thing] }

/** An extension with the field in the place of its only one. */
const withField = (field: unknown): Json => ({
  ...good,
  entities: [
    { ...thing, labelFields: ['name'], fields: { name: { kind: 'string', doc: 'Name.' }, lab_size: field } },
  ],
})
const withEntity = (change: Json): Json => ({ ...good, entities: [{ ...thing, ...change }] })
const withContext = (change: Json): Json => ({ ...good, contexts: { lab: { ...context, ...change } } })
/** An extension whose context defines more, or something else. */
const withTerms = (change: Json): Json => withContext({ '@context': { ...context['@context'], ...change } })
const CONTEXT = 'contexts.lab.@context'
const AT = 'entities[0].fields.lab_size'

const scheme = {
  localTerm: true,
  doc: 'Research activities.',
  pattern: '10\\.\\d+/\\w+',
  prefixes: ['https://raid.org/', ''],
  example: 'https://raid.org/10.25/a',
}
/** An extension with an identifier scheme that is changed. */
const withScheme = (change: Json, name = 'raid'): Json => ({
  ...good,
  identifierSchemes: { [name]: { ...scheme, ...change } },
})

const shapes: [extension: unknown, faults: (string | RegExp)[]][] = [
  [good, []],
  [
    'lab',
    [
      'is "lab"; it must be an object with name, version, contexts, corrections, ' +
        'identifierSchemes, entities, sources, extend, translations',
    ],
  ],
  [{}, ['lacks name', 'lacks version', 'lacks contexts']],
  [
    { ...good, entitys: [] },
    [
      'has the unknown member entitys; did you mean entities? known are name, version, contexts, ' +
        'corrections, identifierSchemes, entities, sources, extend, translations',
    ],
  ],
  [withScheme({}), []],
  [
    { ...good, identifierSchemes: { raid: {} } },
    ['doc', 'pattern', 'prefixes', 'example'].map((name) => `identifierSchemes.raid lacks ${name}`),
  ],
  [withScheme({}, 'RAiD'), ['identifierSchemes has the key "RAiD"; a word in lower case is expected']],
  [
    withScheme({
      pattern: '(10',
      prefixes: ['raid', 'http://raid.org/'],
      normalise: ['lower', { lower: '[' }],
      checkDigit: 'Luhn',
      resolver: 'raid.org',
    }),
    [
      'identifierSchemes.raid.pattern is "(10"; it must be a regular expression as text',
      /^identifierSchemes\.raid\.prefixes\[0\] is "raid"; it must be empty, a word with a mark behind it/,
      /^identifierSchemes\.raid\.prefixes\[1\] is "http:\/\/raid\.org\/"; it must be .* that begins with https:/,
      'identifierSchemes.raid.normalise[0] is "lower"; it must be an object with lower, upper, or replace and by',
      'identifierSchemes.raid.normalise[1].lower is "["; it must be a regular expression as text',
      'identifierSchemes.raid.resolver is "raid.org"; it must be the start of an http(s) URL',
      'identifierSchemes.raid.checkDigit is "Luhn"; it must be MOD 11-2 or ISSN or ISBN or ROR',
    ],
  ],
  [{ ...good, name: 'The Lab' }, ['name is "The Lab"; it must be a name of small letters, digits, - and _']],
  [
    withEntity({ fields: { ...thing.fields, local_identifier: { kind: 'string', doc: 'x' } } }),
    ['entities[0].fields has the key "local_identifier"; this is not a valid name of a field'],
  ],
  [
    withEntity({ path: 'my things/' }),
    ['entities[0].path is "my things/"; it must be a segment of a path: small letters, digits, - and _'],
  ],
  [
    withEntity({ filters: { lab_size: { operator: 'is', doc: 'of size {value}', example: 'L' } } }),
    ['entities[0].filters.lab_size.operator is "is"; it must be equals or contains or within or gte or lte'],
  ],
  [
    withContext({ url: 'context.json' }),
    ['contexts.lab.url is "context.json"; it must be the http(s) URL under which the context is published'],
  ],
  [
    { ...good, contexts: { lab: { url: context.url, version: '1', prefixes: {}, terms: {} } } },
    [
      'contexts.lab lacks @context',
      'contexts.lab has the unknown member prefixes; known are url, version, @context',
      'contexts.lab has the unknown member terms; known are url, version, @context',
    ],
  ],
  [
    withContext({ '@context': [context['@context']] }),
    [`${CONTEXT} is a list; it must be an object of prefixes and terms`],
  ],
  [
    withTerms({
      '@version': 1.1,
      '@protected': false,
      sosa: { '@id': 'http://www.w3.org/ns/sosa', '@prefix': true },
      lab_nest: '@nest',
      lab_a: { '@id': 'lab:a', '@type': '@vocab', '@nest': 'lab_nest', '@context': { '@vocab': 'lab:' } },
      lab_b: { '@reverse': 'lab:b', '@container': '@set', '@context': { '@base': 'https://lab.example/' } },
    }),
    [],
  ],
  [
    withTerms({ '@version': 1.0, '@protected': 'yes', '@vocab': 'lab:' }),
    [
      `${CONTEXT} has the key "@vocab"; known are @version, @protected and keys that do not start with @`,
      `${CONTEXT}.@version is 1; it must be 1.1`,
      `${CONTEXT}.@protected is "yes"; it must be true or false`,
    ],
  ],
  [
    withTerms({ a: null, b: 5, c: ['lab:c'], d: ' ', '': 'lab:e' }),
    [
      `${CONTEXT} has the key ""; known are @version, @protected and keys that do not start with @`,
      ...['null', '5', 'a list', '" "'].map(
        (value, i) =>
          `${CONTEXT}.${'abcd'[i]} is ${value}; it must be an IRI, or an object with @id or @reverse`,
      ),
    ],
  ],
  [
    withTerms({ lab_size: { '@id': 'lab:size', '@contaner': '@language', '@index': 'lab:index' } }),
    [
      `${CONTEXT}.lab_size has the unknown member @contaner; did you mean @container? known are @id, ` +
        '@reverse, @type, @container, @nest, @context, @prefix',
      /has the unknown member @index; (?:did you mean @nest\? )?known are/,
    ],
  ],
  [
    withTerms({ lab_size: { '@id': 5, '@type': ['@id'], '@container': '@list', '@prefix': 'yes' } }),
    [
      `${CONTEXT}.lab_size.@id is 5; it must be text`,
      `${CONTEXT}.lab_size.@type is a list; it must be text`,
      `${CONTEXT}.lab_size.@container is "@list"; it must be @language or @set`,
      `${CONTEXT}.lab_size.@prefix is "yes"; it must be true, or left out`,
    ],
  ],
  [withTerms({ lab_size: { '@type': '@id' } }), [`${CONTEXT}.lab_size lacks @id or @reverse`]],
  [
    withTerms({ lab_size: { '@id': 'lab:size', '@type': '@id', '@prefix': true } }),
    [`${CONTEXT}.lab_size has @type; with @prefix it can have @id alone`],
  ],
  [
    withTerms({ lab_size: { '@id': 'lab:size', '@reverse': 'lab:sizeOf' } }),
    [`${CONTEXT}.lab_size has @id and @reverse, of which it can have one`],
  ],
  [
    withTerms({
      a: { '@reverse': 'lab:a', '@nest': 'b' },
      c: { '@reverse': 'lab:c', '@container': '@language' },
    }),
    [
      `${CONTEXT}.a has @reverse and @nest, which JSON-LD does not allow together`,
      `${CONTEXT}.c has @reverse and @container @language, which JSON-LD does not allow together`,
    ],
  ],
  [
    withTerms({
      b: { '@id': 'lab:b', '@context': { '@base': 'x' } },
      c: { '@id': 'lab:c', '@context': { '@vocab': 'lab:', name: 'lab:name' } },
      d: { '@id': 'lab:d', '@context': 'https://lab.example/d.json' },
    }),
    [
      `${CONTEXT}.b.@context.@base is "x"; it must be an IRI, whole or prefixed`,
      `${CONTEXT}.c.@context has the unknown member name; known are @vocab, @base`,
      `${CONTEXT}.d.@context is "https://lab.example/d.json"; it must be an object with @vocab, @base`,
    ],
  ],
  [
    withTerms({
      a: { '@id': 'lab:a', '@context': {} },
      b: { '@id': 'lab:b', '@context': { '@vocab': 'lab:', '@base': 'lab:a' } },
    }),
    ['a', 'b'].map((term) => `${CONTEXT}.${term}.@context must have one of @vocab and @base`),
  ],
  [
    { ...good, extend: { product: { field: {} } } },
    [
      'extend.product has the unknown member field; did you mean fields? known are fields, vocabularies, filters',
    ],
  ],
  [
    { ...good, corrections: [{ context: 'lab', terms: ['lab_size'], definition: 'lab:length' }] },
    ['corrections[0] lacks reason'],
  ],
  [
    {
      ...good,
      corrections: [
        {
          context: 'lab',
          terms: ['@vocab'],
          definition: { '@id': 'lab:length', '@typ': '@id' },
          reason: 'x',
        },
      ],
    },
    [
      'corrections[0].terms[0] is "@vocab"; it must be a term, which does not start with @',
      /^corrections\[0\]\.definition has the unknown member @typ; did you mean @type\? known are @id, /,
    ],
  ],
]

/** A field, and its faults behind its place. */
const fieldShapes: [field: unknown, fault: string][] = [
  [
    { doc: 'x' },
    ' has the kind undefined; known are string, langString, number, boolean, date, iri, ' +
      'vocabTerm, rdfType, reference, object, nest, labelledClass, typedIri',
  ],
  [
    { kind: 'strng', doc: 'x', scheme: 'y' },
    ' has the kind "strng"; did you mean string? known are string, ',
  ],
  [{ kind: 'constructor', doc: 'x' }, ' has the kind "constructor"; known are'],
  ['text', ' is "text"; it must be an object with kind and doc'],
  [{ kind: 'string' }, ' lacks doc'],
  [{ kind: 'string', doc: 'x', multiple: true, each: 'one' }, ' has the unknown member each; known are '],
  [{ kind: 'string', doc: 'x', multiple: 'yes' }, '.multiple is "yes"; it must be true, or left out'],
  [{ kind: 'vocabTerm', doc: 'x', terms: 'a' }, '.terms is "a"; it must be a list'],
  [{ kind: 'string', doc: 'x', codeList: 'ISO 9001' }, '.codeList is "ISO 9001"; it must be ISO 3166-1 or '],
  [{ kind: 'reference', doc: 'x', range: [] }, '.range is a list; it must be a list of 1 or more'],
  [
    {
      kind: 'object',
      doc: 'x',
      fields: { a: { kind: 'nest', doc: 'y', fields: { b: { kind: 'x', doc: 'z' } } } },
    },
    '.fields.a.fields.b has the kind "x"; known are',
  ],
]

const fits: [extension: Json, faults: string[]][] = [
  [
    withScheme({ aliases: ['iri'], localTerm: undefined }, 'doi'),
    [
      'two identifier schemes are named doi (core and lab)',
      'two identifier schemes are named iri (core and lab)',
    ],
  ],
  [
    withScheme({ localTerm: undefined }),
    [
      'the identifier scheme raid has no term in the contexts; "raid": IRI is expected in one of them, or localTerm: true',
    ],
  ],
  [
    withScheme({}, 'lab_size'),
    [
      'the identifier scheme lab_size has localTerm, but the contexts define it as https://lab.example/ns#size',
    ],
  ],
  [
    withScheme({ stored: 'raid:' }),
    ['the identifier scheme raid is stored with "raid:", which is not one of its prefixes'],
  ],
  [
    withScheme({ prefixes: ['https://*/raid/', ''] }),
    ['the identifier scheme raid has a prefix with any host; it must say with which prefix it is stored'],
  ],
  [
    withScheme({ ofEntities: true }),
    ['the identifier scheme raid may be the IRI of entities, but has no resolver'],
  ],
  [
    withScheme({ ofEntities: true, resolver: 'https://raid.example/' }),
    ['the identifier scheme raid may be the IRI of entities, but its resolver is not one of its prefixes'],
  ],
  [withScheme({ example: 'x' }), ['the identifier scheme raid has an example that is no raid: x']],
  [
    withScheme({ stored: '' }),
    [
      'the identifier scheme raid has the example https://raid.org/10.25/a; it must be 10.25/a, as it is stored',
    ],
  ],
  [
    { ...good, extend: { venue: { fields: { website: thing.fields.lab_size } } } },
    ['lab adds venue.website, which is there already'],
  ],
  [
    withEntity({ filters: { lab_weight: { operator: 'equals', doc: 'of weight', example: 'L' } } }),
    [
      'the filter lab_weight of lab_thing has no {value} in its doc',
      'the filter lab_weight of lab_thing has lab_weight, which is not a field; known are lab_size',
    ],
  ],
]

/**
 * A field with its term, and what is wrong with it beyond the place: how it is said. For which kinds and terms,
 * test/record/term-definitions.test.ts says.
 */
const terms: [field: Json, definition: unknown, fault: string | undefined][] = [
  [
    { kind: 'iri' },
    'lab:size',
    'iri, so that its term must have "@type": "@id" or "@vocab"; it is "lab:size"',
  ],
  [
    { kind: 'vocabTerm', namespaces: ['lab'], serializeAs: 'bare' },
    { '@id': 'lab:size', '@type': '@vocab' },
    'vocabTerm, so that its term must have "@type": "@vocab" and "@context": { "@vocab": ' +
      '"https://lab.example/ns#" }; it is { "@id": "lab:size", "@type": "@vocab" }',
  ],
  [
    { kind: 'vocabTerm', terms: ['lab_thing'] },
    { '@id': 'lab:size', '@type': '@vocab', '@context': { '@vocab': 'lab' } },
    'vocabTerm without namespaces, so that its term must not have "@context"; it is { "@id": ' +
      '"lab:size", "@type": "@vocab", "@context": { "@vocab": "lab" } }',
  ],
  [
    { kind: 'string' },
    '@nest',
    'string, so that its term must have an IRI, and "@type": "xsd:string", or none; it is "@nest"',
  ],
  [
    { kind: 'date' },
    'lab:size',
    'date, so that its term must have "@type": "xsd:dateTime" or "xsd:date" or "xsd:gYearMonth" ' +
      'or "xsd:gYear"; it is "lab:size"',
  ],
  [
    { kind: 'labelledClass', selfClass: true, fields: {} },
    { '@id': 'lab:size', '@type': '@id' },
    'labelledClass, so that its term must have "@id": "@nest"; it is { "@id": "lab:size", "@type": "@id" }',
  ],
  [
    { kind: 'nest', fields: {} },
    'lab:size',
    'nest, so that its term must have "@id": "@nest"; it is "lab:size"',
  ],
  [{ kind: 'nest', fields: {} }, '@nest', undefined],
  [
    { kind: 'rdfType', terms: ['lab_thing'] },
    { '@id': 'lab:size', '@type': '@vocab' },
    'rdfType, so that its term must have "@id": "@type", or "@id": "rdf:type" and "@type": ' +
      '"@vocab"; it is { "@id": "lab:size", "@type": "@vocab" }',
  ],
  [{ kind: 'rdfType', terms: ['lab_thing'] }, { '@id': 'rdf:type', '@type': '@vocab' }, undefined],
  [
    { kind: 'string', viaNode: 'name' },
    'lab:size',
    'text wrapped in a node, which no context can say; a correction of lab_size must say so, with storedAs: rows',
  ],
]

const faultsOf = async (work: () => unknown): Promise<readonly string[]> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof ExtensionError || error instanceof ModelError) return error.faults
    throw error
  }
  return []
}

describe('an extension from outside', () => {
  for (const [extension, faults] of shapes) {
    it(faults.length > 0 ? `is refused: ${faults.join()}` : 'is taken', () => {
      const found = validateExtension(extension)
      expect(found.length, found.join('\n')).to.equal(faults.length)
      faults.forEach((fault, i) =>
        typeof fault === 'string' ? expect(found[i]).to.equal(fault) : expect(found[i]).to.match(fault),
      )
    })
  }
  for (const [field, fault] of fieldShapes)
    it(`is refused with a field of which is said: ${fault}`, () => {
      const [found, ...more] = validateExtension(withField(field))
      expect(found?.slice(0, AT.length + fault.length)).to.equal(AT + fault)
      expect(more).to.deep.equal([])
    })
  for (const [extension, faults] of fits) {
    it(`does not fit: ${faults.join()}`, async () => {
      expect(validateExtension(extension)).to.deep.equal([])
      expect(await faultsOf(() => buildModel([...extensions, extension as never]))).to.deep.equal(faults)
    })
  }
  for (const [field, definition, fault] of terms) {
    it(
      `with ${JSON.stringify(definition)} for ${JSON.stringify(field)} ` +
        (fault === undefined ? 'fits' : 'does not fit, as JSON-LD would say other triples than Turtle'),
      async () => {
        const extension = {
          ...withField({ ...field, doc: 'x' }),
          contexts: withTerms({ lab_size: definition }).contexts,
        }
        expect(validateExtension(extension)).to.deep.equal([])
        expect(await faultsOf(() => buildModel([...extensions, extension as never]))).to.deep.equal(
          fault === undefined ? [] : [`lab_thing.lab_size is ${fault}`],
        )
        const corrections = [{ context: 'lab', terms: ['lab_size'], storedAs: 'rows', reason: 'It is so.' }]
        expect(
          await faultsOf(() => buildModel([...extensions, { ...extension, corrections } as never])),
          'with a correction that says so',
        ).to.deep.equal([])
      },
    )
  }
  it('that fits adds a type', () =>
    expect(buildModel([...extensions, good as never]).typeAt('things')?.name).to.equal('lab_thing'))
  it('says all that is wrong at once', () =>
    expect(
      validateExtension({ ...withField({ kind: 'string', docs: 'x', multiple: 1 }), version: 2 }),
    ).to.have.length(4))

  describe('as a file', () => {
    const folder = temporaryFolder()
    const writeText = (name: string, text: string): string => {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }

    const text = JSON.stringify(good)
    const forms: [title: string, path: string, files: Record<string, string>][] = [
      ['a module', 'a.mjs', { 'a.mjs': `export default ${text}` }],
      [
        'a function of what skeg exports',
        'b.mjs',
        { 'b.mjs': `export default ({ defineExtension }) => defineExtension(${text})` },
      ],
      [
        'a function that takes its time',
        'c.mjs',
        { 'c.mjs': `export default async ({ defineExtension }) => defineExtension(${text})` },
      ],
      ['a CommonJS module', 'd.cjs', { 'd.cjs': `module.exports = ${text}` }],
      ['a folder', 'e', { 'e/index.mjs': `export default ${text}` }],
      [
        'a package with main',
        'f',
        { 'f/package.json': '{"type":"module","main":"./lib/x.js"}', 'f/lib/x.js': `export default ${text}` },
      ],
      [
        'a package with exports',
        'g',
        {
          'g/package.json':
            '{"type":"module","main":"./no.js","exports":{".":{"types":"./x.d.ts","import":"./x.js"}}}',
          'g/x.js': `export default ${text}`,
        },
      ],
    ]
    for (const [title, path, files] of forms) {
      it(`can be ${title}`, async () => {
        for (const [name, content] of Object.entries(files)) writeText(name, content)
        expect(await loadExtensions([join(folder, path)], api)).to.deep.equal([good])
      })
    }

    const broken: [path: string, files: Record<string, string>, fault: RegExp][] = [
      ['nothing.mjs', {}, /nothing\.mjs: cannot be loaded: does not exist$/],
      [
        'empty',
        { 'empty/readme.txt': '' },
        /is a folder without index\.mjs, index\.js and without a package\.json that names a module/,
      ],
      [
        'no-main',
        { 'no-main/package.json': '{"main":"./x.js"}' },
        /has a package\.json that names \.\/x\.js, which does not exist/,
      ],
      [
        'broken.mjs',
        { 'broken.mjs': 'export default {' },
        /is no JavaScript module: .*may have to be called \.mjs/,
      ],
      [
        'none.mjs',
        { 'none.mjs': 'export const a = 1' },
        /has no default export; export default \{ name, version, contexts, entities, extend \}, or a function/,
      ],
      [
        'throws.mjs',
        { 'throws.mjs': 'throw new Error("no luck")' },
        /throws\.mjs: cannot be loaded: no luck \(line 1\)$/,
      ],
      [
        'fails.mjs',
        { 'fails.mjs': 'export default ({ fields }) => fields.nothing()' },
        /cannot be loaded: fields\.nothing is not a function \(line 1\)/,
      ],
      [
        'void.mjs',
        { 'void.mjs': 'export default () => {}' },
        /void\.mjs: is undefined; it must be an object with name/,
      ],
      [
        'import.mjs',
        { 'import.mjs': 'import "skeg"; export default {}' },
        /imports skeg, which is not installed beside it; install it there, or write export default \(skeg\) =>/,
      ],
      [
        'import2.mjs',
        { 'import2.mjs': 'import "./gone.mjs"; export default {}' },
        /Cannot find module .*gone\.mjs/,
      ],
    ]
    for (const [path, files, fault] of broken) {
      it(`${path} is refused`, async () => {
        for (const [name, content] of Object.entries(files)) writeText(name, content)
        const [found, ...more] = await faultsOf(() => loadExtensions([join(folder, path)], api))
        expect(found).to.match(fault)
        expect(more).to.deep.equal([])
      })
    }
    it('is named in each fault, and all faults of all are told', async () => {
      const one = writeText('one.mjs', 'export default { name: 1 }')
      const two = writeText('two.mjs', 'export default [')
      const faults = await faultsOf(() =>
        loadExtensions([one, two, writeText('a.mjs', `export default ${text}`)], api),
      )
      expect(faults.map((fault) => fault.split(': ')[0])).to.deep.equal([one, one, one, two])
    })
  })
})
