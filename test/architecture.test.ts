// Holds src/ to the floors of the house: who imports whom, which package has which door, and that rows alone
// name types and fields.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { walkFields } from '../src/model/model.ts'
import { purposes } from '../scripts/file-list.ts'
import { doors, floors } from '../scripts/floors.ts'
import { model } from './support/model.ts'

const root = new URL('../src/', import.meta.url)
const files = (readdirSync(root, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .sort()
const textOf = new Map(files.map((name) => [name, readFileSync(new URL(name, root), 'utf8')]))

/** Only these may know the extensions; the others receive rows as values. */
const knowsExtensions = ['main', 'index', 'thread', 'extensions']

interface Import {
  readonly from: string
  readonly to: string
  readonly line: string
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** The imports of a file: static, of types, re-exports, dynamic, and the files of worker threads. */
function importsOf(name: string): Import[] {
  const text = withoutComments(textOf.get(name) as string)
  const found = [
    ...text.matchAll(/\b(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|(?<!\.)\bimport\s*\(?\s*'([^']+)'/g),
  ]
  return found.map((match) => ({
    from: name,
    to: (match[1] ?? match[2]) as string,
    line: match[0].replace(/\s+/g, ' '),
  }))
}
const all = files.flatMap(importsOf)
const inner = all
  .filter(({ to }) => to.startsWith('.'))
  .map((one) => ({ ...one, to: normalize(join(dirname(one.from), one.to)) }))
const outer = all.filter(({ to }) => !to.startsWith('.') && !to.startsWith('node:'))

const partOf = (name: string): string =>
  name.includes('/') ? name.slice(0, name.indexOf('/')) : name.replace(/\.ts$/, '')
const floorOf = (name: string): number => floors.findIndex((floor) => floor.includes(partOf(name)))
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** What leads back to itself along arrows, as a path; empty if nothing does. */
function circleIn(nodes: readonly string[], arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const visited = new Set<string>()
  const visit = (name: string, above: readonly string[]): string[] => {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name]
    if (visited.has(name)) return []
    for (const to of arrows.get(name) ?? []) {
      const found = visit(to, [...above, name])
      if (found.length > 0) return found
    }
    visited.add(name)
    return []
  }
  return nodes.map((name) => visit(name, [])).find((found) => found.length > 0) ?? []
}

/** The arrows between files, or between what files stand in. */
function arrowsBetween(nameOf: (file: string) => string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of inner) {
    const [a, b] = [nameOf(from), nameOf(to)]
    if (a !== b || from === to) arrows.set(a, (arrows.get(a) ?? new Set()).add(b))
  }
  return arrows
}

/** The folder of a file; files of src itself stand for themselves. */
const folderOf = (name: string): string => (name.includes('/') ? dirname(name) : name)

describe('the imports of src', () => {
  it('are read: every file is reached from main or index', () => {
    const workers = [...textOf].flatMap(([name, text]) =>
      [...text.matchAll(/new URL\(`(\.{1,2}\/[\w-]+)\$\{EXTENSION\}`/g)].map(([, file]) =>
        join(dirname(name), `${file}.ts`),
      ),
    )
    const reached = new Set(['main.ts', 'index.ts', ...workers])
    for (const name of reached)
      for (const { to } of inner.filter(({ from }) => from === name)) reached.add(to)
    expect(files.filter((name) => !reached.has(name))).to.deep.equal([])
    expect(inner.map(({ to }) => to).filter((name) => !files.includes(name))).to.deep.equal([])
  })
  it('know a floor for each file', () =>
    expect(files.filter((name) => floorOf(name) === -1)).to.deep.equal([]))
  it('go to lower floors or stay in the folder', () => {
    const isSibling = (from: string, to: string): boolean =>
      floorOf(from) === floorOf(to) && dirname(from) === dirname(to)
    expect(
      inner
        .filter(
          ({ from, to }) =>
            partOf(from) !== partOf(to) && floorOf(to) <= floorOf(from) && !isSibling(from, to),
        )
        .map(({ from, line }) => `${from}: ${line}`),
    ).to.deep.equal([])
  })
  it('reach each ring by its table, and from the tables of routes, of commands and of extensions alone', () => {
    const rings: Readonly<Record<string, readonly string[]>> = {
      doors: ['server/routes/routes.ts', 'commands/commands.ts'],
      tools: ['commands/commands.ts'],
      sources: ['extensions/index.ts'],
    }
    const memberOf = (name: string): string => name.split('/').slice(0, 2).join('/')
    const isTable = (name: string): boolean =>
      Object.keys(rings).some((ring) => name === `${ring}/${ring}.ts`)
    const unexpected = inner.filter(({ from, to }) => {
      const ring = partOf(to)
      const origin = partOf(from)
      if (!(ring in rings)) return false
      if (origin !== ring) return !isTable(to) || !rings[ring]?.includes(from)
      return !isTable(from) && memberOf(from) !== memberOf(to) && memberOf(to) !== `${ring}/shared`
    })
    expect(unexpected.map(({ from, line }) => `${from}: ${line}`)).to.deep.equal([])
  })
  it('reach the extensions from main and index only', () => {
    expect(
      inner
        .filter(({ from, to }) => partOf(to) === 'extensions' && !knowsExtensions.includes(partOf(from)))
        .map(({ from, line }) => `${from}: ${line}`),
    ).to.deep.equal([])
  })
  it('make no circle of files', () =>
    expect(
      circleIn(
        files,
        arrowsBetween((name) => name),
      ),
    ).to.deep.equal([]))
  it('make no circle of folders', () =>
    expect(circleIn([...new Set(files.map(folderOf))], arrowsBetween(folderOf))).to.deep.equal([]))
  it('reach each package through its doors', () => {
    expect(
      outer
        .filter(({ from, to }) => !(doors[packageOf(to)] ?? []).some((door) => from.startsWith(door)))
        .map(({ from, line }) => `${from}: ${line}`),
    ).to.deep.equal([])
  })
  it('need every door', () => {
    const places = Object.entries(doors).flatMap(([name, at]) => at.map((door) => ({ name, door })))
    expect(
      places.filter(
        ({ name, door }) => !outer.some(({ from, to }) => packageOf(to) === name && from.startsWith(door)),
      ),
    ).to.deep.equal([])
  })
  it('use every package that package.json brings, and no other', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { dependencies: object; optionalDependencies: object }
    const used = new Set(
      outer.filter(({ line }) => !/^(?:import|export) type\b/.test(line)).map(({ to }) => packageOf(to)),
    )
    const names = Object.keys({ ...dependencies, ...optionalDependencies })
    const isTyping = (name: string): boolean => name.startsWith('@types/')
    expect([...used].sort()).to.deep.equal(names.filter((name) => !isTyping(name)).sort())
    for (const name of names.filter(isTyping)) expect([...used]).to.include(name.slice('@types/'.length))
  })
})

describe('what is read when a command starts', () => {
  const isStatic = ({ line }: Import): boolean => !/^(?:import|export) type\b|^import\s*\(/.test(line)
  /** Packages of a file and of all that it imports, but for what it imports when it is needed. */
  function packagesBehind(...names: string[]): string[] {
    const reached = new Set(names)
    for (const name of reached)
      for (const one of inner) if (one.from === name && isStatic(one)) reached.add(one.to)
    return [
      ...new Set(
        outer.filter((one) => reached.has(one.from) && isStatic(one)).map(({ to }) => packageOf(to)),
      ),
    ].sort()
  }

  it('is no package before it is known which one', () => expect(packagesBehind('main.ts')).to.deep.equal([]))
  it('of serve is no package before the graph is opened and the server is made, beside each other', () =>
    expect(packagesBehind('commands/serve.ts')).to.deep.equal([]))
  it('of serve is no reader of records for a prepared graph', () =>
    expect(packagesBehind('load/open/prepared.ts')).to.deep.equal(['lmdb', 'lru-cache']))
  it('of serve is what records and lists need, and no page', () => {
    expect(packagesBehind('server/app.ts')).to.deep.equal([
      '@koa/router',
      'fresh',
      'koa',
      'lru-cache',
      'negotiator',
      'pino',
    ])
  })
  it('of load is what most records need', () => {
    const rare = ['jsonld', 'rdf-ext', 'rdfxml-streaming-parser', 'rdf-validate-shacl', 'koa']
    expect(
      packagesBehind('commands/load.ts', 'commands/check.ts', 'load/prepare.ts').filter((name) =>
        rare.includes(name),
      ),
    ).to.deep.equal([])
  })
})

/** Extensions outside of src, each a folder; they have the public API alone. */
const outside = ['examples/instruments', 'test/extensions'].flatMap((place) => {
  const at = new URL(`../${place}/`, import.meta.url)
  return (readdirSync(at, { recursive: true }) as string[])
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => ({ name: `${place}/${name}`, text: readFileSync(new URL(name, at), 'utf8') }))
})

describe('what is published', () => {
  it('holds and reads nothing of src', () => {
    const published = JSON.parse(readFileSync(new URL('../package.json', root), 'utf8')) as {
      files: string[]
    }
    expect(published.files.filter((name) => name.startsWith('src'))).to.deep.equal([])
    const readers = files.filter((name) => /new URL\([^)]*\bsrc\//.test(textOf.get(name) as string))
    expect(readers).to.deep.equal([])
  })
})

describe('the extensions outside of src', () => {
  it('import nothing but skeg and files of their own', () => {
    expect(outside.map(({ name }) => name)).to.include.members([
      'examples/instruments/index.mjs',
      'test/extensions/ra-skg/index.js',
    ])
    const imports = outside.flatMap(({ name, text }) =>
      [
        ...text.matchAll(
          /\bfrom\s+['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]|\brequire\s*\(\s*['"]([^'"]+)['"]/g,
        ),
      ].map((match) => ({ name, to: match[1] ?? match[2] ?? (match[3] as string) })),
    )
    expect(imports.length).to.be.greaterThan(5)
    expect(imports.filter(({ to }) => to !== 'skeg' && !/^\.\/[\w-]+\.m?js$/.test(to))).to.deep.equal([])
  })
  it('find what they import in the exports of the package, which lead to one module', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      exports: object
    }
    expect(exports).to.deep.equal({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } })
  })
})

/** JavaScript that no compiler reads, with the folder that it stands in. */
const scripts = ['test', 'scripts', 'examples'].flatMap((folder) => {
  const at = new URL(`../${folder}/`, import.meta.url)
  return (readdirSync(at, { recursive: true }) as string[])
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, url: new URL(name, at) }))
})

describe('the scripts', () => {
  it('import files that are there, those of dist by their sources', () => {
    const imports = scripts.flatMap(({ name, url }) =>
      [...readFileSync(url, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map(([, to]) => ({
        name,
        to: new URL(to as string, url),
      })),
    )
    expect(imports.map(({ name }) => name)).to.include('test/bench/load-skeg.mjs')
    const root = new URL('../', import.meta.url).href
    const sourceOf = ({ href }: URL): URL =>
      href.startsWith(`${root}dist/`)
        ? new URL(href.replace(`${root}dist/`, `${root}src/`).replace(/\.js$/, '.ts'))
        : new URL(href)
    const dead = imports.filter(({ to }) => !existsSync(sourceOf(to)))
    expect(dead.map(({ name, to }) => `${name}: ${to.href.slice(root.length)}`)).to.deep.equal([])
  })
})

/** Names of entity types and of fields. */
const names = new Set(
  model.types.flatMap(({ name, path, fields }) => [
    name,
    path,
    ...[...walkFields(fields)].map(({ path: keys }) => keys.at(-1) as string),
  ]),
)

/** Words of the code that happen to be such names. */
const kinds = new Set(['number', 'term', 'type'])
const allowed: [file: string, name: string, reason: string][] = [
  ['tools/conformance/check-server.ts', 'name', 'a member of parameters in OpenAPI'],
  ['tools/conformance/check-server.ts', 'value', 'a member of examples in OpenAPI'],
  ['tools/conformance/filters.ts', 'status', 'a member of problems'],
  ['config/about.ts', 'pages', 'what is said of the server'],
  ['config/about.ts', 'agent', 'a kind of value in what is said of the server'],
  ['load/write/graph-files.ts', 'about', 'a file of prepared graphs'],
  ['model/values/codes.ts', 'currency', 'a kind of name in Intl'],
  ['config/parse-settings.ts', 'version', 'a flag'],
  ['doors/openapi/server-schemas.ts', 'service', 'a link relation'],
  ['doors/openapi/openapi.ts', 'types', 'a parameter of searches'],
  ['api/request/search-parameters.ts', 'types', 'a parameter of searches'],
  ['api/routes/search/routes.ts', 'types', 'a parameter of searches'],
  ['server/http/log.ts', 'request', 'what the log calls a line'],
  ['server/metrics/prometheus.ts', 'status', 'a label of figures'],
  ['server/http/connections.ts', 'request', 'an event of Node'],
  ['server/http/server.ts', 'request', 'an event of Node'],
  ['load/rdf/rdf.ts', 'end', 'an event of Node'],
  ['store/client/exchange.ts', 'end', 'an event of Node'],
  ['doors/pages/search/feed.ts', 'name', 'an element of Atom'],
  ['doors/pages/search/list.ts', 'first', 'a link relation'],
  ['doors/pages/search/list.ts', 'last', 'a link relation'],
  ...['edition', 'issue', 'pages', 'series', 'version', 'volume'].map((name): [string, string, string] => [
    'record/citation/bibtex.ts',
    name,
    'a field of BibTeX or a variable of CSL',
  ]),
  ['doors/pages/shared/page-layout.ts', 'types', 'a parameter of searches'],
  ['doors/pages/shared/page-layout.ts', 'website', 'a type of Open Graph'],
  ...['edition', 'issue', 'version', 'volume'].map((name): [string, string, string] => [
    'record/citation/references.ts',
    name,
    'a variable of CSL',
  ]),
  ...['edition', 'issue', 'volume'].map((name): [string, string, string] => [
    'record/citation/ris.ts',
    name,
    'a variable of CSL',
  ]),
  ['doors/shared/changes.ts', 'types', 'a key of an object'],
  ['doors/oai/oai.ts', 'request', 'an element of OAI-PMH'],
  ['doors/oai/verbs.ts', 'description', 'an element of OAI-PMH'],
  ['doors/oai/verbs.ts', 'scheme', 'an element of OAI-PMH'],
  ...['titles', 'dates', 'volume', 'issue', 'edition', 'version', 'descriptions', 'description'].map(
    (name): [string, string, string] => ['doors/oai/formats/datacite.ts', name, 'an element of DataCite'],
  ),
  ['search-index/query/stamps.ts', 'modified', 'the order of lists by stamps'],
  ['doors/pages/recipes.ts', 'value', 'a member of the values of a facet'],
  ['record/answer/envelope.ts', 'service', 'a link relation'],
  ['record/serializers/rdfxml.ts', 'about', 'an attribute of RDF/XML'],
  ['sparql/ast.ts', 'in', 'an operator of SPARQL'],
]

interface Named {
  readonly file: string
  readonly name: string
}

/** What is made for research products: their rows, readers of foreign records, and what links and selects these. */
const KNOWS_ROWS = /^(?:extensions|sources|load\/(?:linking|selection)|model\/conversion)\//

const code = files
  .filter((name) => !KNOWS_ROWS.test(name))
  .map((file) => ({ file, text: withoutComments(textOf.get(file) as string) }))
const quoted: Named[] = code
  .flatMap(({ file, text }) =>
    [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map((match) => ({
      file,
      name: match[2] as string,
    })),
  )
  .filter(({ name }) => names.has(name) && !kinds.has(name))
const snake: Named[] = code
  .flatMap(({ file, text }) =>
    [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => ({ file, name })),
  )
  .filter(({ name }) => names.has(name))

describe('the folders of src', () => {
  it('have sixteen files at most', () => {
    const folders = [...new Set(files.map((name) => dirname(name)))]
    const sizeOf = (folder: string): number => files.filter((name) => dirname(name) === folder).length
    expect(folders.filter((folder) => sizeOf(folder) > 16)).to.deep.equal([])
  })
})

describe('the files of src', () => {
  it('are small ones for few things: at most 70 have less than 40 lines', () => {
    const small = [...textOf].filter(([, text]) => text.split('\n').length <= 40)
    expect(small.length, 'one with one caller joins it').to.be.at.most(70)
  })
})

describe('what src says', () => {
  it('stands on lines of 120 columns at most', () => {
    const long = [...textOf].flatMap(([name, text]) =>
      text.split('\n').flatMap((line, i) => (line.length > 120 ? [`${name}:${i + 1}`] : [])),
    )
    expect(long).to.deep.equal([])
  })
  it('names no entity type and no field outside extensions', () => {
    const unexpected = [...quoted, ...snake].filter(
      ({ file, name }) => !allowed.some(([where, word]) => where === file && word === name),
    )
    expect(unexpected.map(({ file, name }) => `${file}: ${name}`)).to.deep.equal([])
  })
  it('needs every exception to that', () => {
    expect(
      allowed.filter(([where, word]) => !quoted.some(({ file, name }) => where === file && word === name)),
    ).to.deep.equal([])
  })
  it('starts in each file with what it is for, which no other file is for', () => {
    const texts = [...purposes.values()]
    const unclear = [...purposes].filter(
      ([, text]) => text.length < 12 || text.length > 500 || texts.indexOf(text) !== texts.lastIndexOf(text),
    )
    expect(unclear).to.deep.equal([])
  })
  it('uses no private parts of Node', () => {
    const privates = /\b_(?:handle|writeState|readableState|writableState|events)\b|\bprocess\.binding\b/
    expect(code.filter(({ text }) => privates.test(text)).map(({ file }) => file)).to.deep.equal([])
  })
  it('holds no leftovers', () => {
    expect(
      code
        .filter(({ text }) => /\b(?:console\.(?:debug|trace)|debugger)\b|@ts-(?:ignore|nocheck)/.test(text))
        .map(({ file }) => file),
    ).to.deep.equal([])
  })
})
