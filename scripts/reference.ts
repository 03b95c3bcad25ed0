/**
 * The parts of docs/ and CONTRIBUTING.md that are generated: tables made from what a running server says of itself (OpenAPI, contexts,
 * /docs, /docs/errors) and from the tables of settings, media types and extensions.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { checks } from '../src/tools/conformance/checks.ts'
import { findingKinds } from '../src/findings/kinds.ts'
import { mediaTypes } from '../src/config/media.ts'
import { flagOf, variableOf } from '../src/config/setting-row.ts'
import { settings, type SettingName } from '../src/config/settings.ts'
import { helpOf, settingText } from '../src/config/settings-help.ts'
import { sources } from '../src/sources/sources.ts'
import { keyNames, keys } from '../src/load/selection/keys.ts'
import { tableNames } from '../src/search-index/tables/tables.ts'
import { typeSections } from './data-model.ts'
import { extensionGuide as guide } from './extension-guide.ts'
import { fileSections } from './file-list.ts'
import { floorTable } from './floors.ts'
import { code, table } from './markdown.ts'
import type { OpenApi } from './openapi.ts'

interface Collection {
  readonly name: string
  readonly url: string
  readonly filters: readonly {
    readonly key: string
    readonly description: string
    readonly example: string
    readonly aliases?: readonly string[]
  }[]
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`${url} answers ${response.status}, expected: 200`)
  return (await response.json()) as T
}

const filterTables = ({ collections }: { collections: readonly Collection[] }): string =>
  collections
    .map(({ name, url, filters }) =>
      [
        `## ${name}`,
        '',
        `\`/skg-if/api/${url.slice(url.lastIndexOf('/') + 1)}\``,
        '',
        table(
          ['filter', 'finds', 'example value', 'also written'],
          filters.map(({ key, description, example, aliases = [] }) => [
            code(key),
            description.replaceAll('{value}', '…'),
            code(example),
            aliases.map(code).join(' '),
          ]),
        ),
      ].join('\n'),
    )
    .join('\n\n')

/** The title that the first lines of a query give it. */
const titleOf = (query: string): string => /^# title: (.+)$/m.exec(query)?.[1] ?? ''

function queryTable(): string {
  const folder = new URL('../queries/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.rq'))
  return table(
    ['file', 'question'],
    files
      .sort()
      .map((name) => [`[${name}](../queries/${name})`, titleOf(readFileSync(new URL(name, folder), 'utf8'))]),
  )
}

const sourceNames = sources.map(({ name }) => name).join(', ')

/** The sources by what --source calls them. */
const sourceTable = (): string =>
  table(
    ['`--source`', 'reads', 'files', 'JSON around the records'],
    sources.map(({ name, label, text, containers = [] }) => [
      code(name),
      label,
      text ? (text.endings ?? ['.csv']).map(code).join(', ') : 'JSON',
      containers.map(code).join(', '),
    ]),
  )

/** The keys of --keep, and the sources in whose records each is found. */
const selectionTable = (): string =>
  table(
    ['key', 'a work is kept if', 'found in'],
    keyNames.map((name) => [
      code(`${name}:${keys[name].example}`),
      keys[name].doc,
      sources
        .filter(
          ({ selection }) => (name === 'cites' ? selection?.cites : selection?.keys[name]) !== undefined,
        )
        .map((source) => source.name)
        .join(', '),
    ]),
  )

function settingTable(): string {
  const names = Object.keys(settings) as SettingName[]
  return table(
    ['flag', 'variable', 'default', 'meaning'],
    names.map((name) => {
      const row: { readonly default?: unknown; readonly help: string } = settings[name]
      const value = row.default === true ? 'on' : row.default === false ? 'off' : row.default
      const shown = value === undefined || Array.isArray(value) ? '' : code(settingText(value))
      return [code(flagOf(name)), code(variableOf(name)), shown, helpOf(name, { sources: sourceNames })]
    }),
  )
}

const isOffered = (of: readonly string[], ...resources: readonly string[]): boolean =>
  resources.some((resource) => of.includes(resource))

const mediaTable = (): string =>
  table(
    ['`?format=`', 'media type', 'one record', 'lists', 'SPARQL results'],
    Object.entries(mediaTypes)
      .filter(([, { resources: of }]) => isOffered(of, 'entity', 'list', 'citation', 'select', 'triples'))
      .map(([name, { type, resources: of }]) => [
        code(name),
        code(type.replace(/; (?:charset|header)=.*$/, '')),
        isOffered(of, 'entity') ? 'yes' : isOffered(of, 'citation') ? 'of products' : '',
        isOffered(of, 'list') ? 'yes' : isOffered(of, 'citation') ? 'of products' : '',
        [
          ...(isOffered(of, 'select') ? ['SELECT'] : []),
          ...(isOffered(of, 'ask') ? ['ASK'] : []),
          ...(isOffered(of, 'triples') ? ['CONSTRUCT, DESCRIBE'] : []),
        ].join(', '),
      ]),
  )

const pathTable = ({ paths }: OpenApi): string =>
  table(
    ['path', 'answer'],
    Object.entries(paths).map(([path, { get }]) => [code(path), get?.description ?? get?.summary ?? '']),
  )

interface Problems {
  readonly problems: readonly {
    readonly status: number
    readonly code: string
    readonly title: string
    readonly description: string
  }[]
}

const problemTable = ({ problems }: Problems): string =>
  table(
    ['status', 'title', 'meaning'],
    problems.map(({ status, title, description }) => [String(status), title, description]),
  )

const memberTable = (
  members: Readonly<Record<string, string>> = {},
  required: readonly string[] = [],
): string =>
  table(
    ['member', 'meaning'],
    Object.entries(members).map(([name, meaning]) => [
      required.includes(name) ? `**${code(name)}**` : code(name),
      meaning,
    ]),
  )

const kindTable = (): string =>
  table(
    ['kind', 'values', 'its term in the context', 'members (required ones in bold)'],
    guide.kinds.map(({ kind, description, term, members }) => [
      code(kind),
      description,
      term,
      members.map(({ name, needed }) => (needed ? `**${code(name)}**` : code(name))).join(' '),
    ]),
  )

const checkTable = (): string =>
  table(
    ['check', 'severity', 'what is wrong', 'what would be right', 'specification'],
    Object.entries(checks).map(([name, { severity, title, expected, specification }]) => [
      code(name),
      severity,
      title,
      expected,
      specification,
    ]),
  )

const findingTable = (): string =>
  table(
    ['kind', 'severity', 'what is wrong', 'what would be right'],
    Object.entries(findingKinds).map(([kind, { severity, title, expected }]) => [
      code(kind),
      severity,
      title,
      expected,
    ]),
  )

const indexTable = (): string =>
  table(
    ['table', 'key', 'value'],
    Object.entries(tableNames).map(([name, text]) => [code(name), ...text.split(' → ')]),
  )

/** The source of an example, without its first comment. */
const sourceOf = (path: string, language = 'js'): string =>
  `\`\`\`${language}\n${readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
    .replace(/^\/\*\*[^]*?\*\/\n+/, '')
    .trimEnd()}\n\`\`\``

/**
 * The generated sections by name, in Markdown.
 * @param root URL of a server that serves the demo graph
 */
export async function generateSections(root: string): Promise<Readonly<Record<string, string>>> {
  const openApi = await fetchJson<OpenApi>(`${root}/openapi.json`)
  return {
    ...fileSections(),
    floors: floorTable(),
    'index tables': indexTable(),
    filters: filterTables(await fetchJson(`${root}/docs`)),
    types: await typeSections(root, openApi),
    queries: queryTable(),
    settings: settingTable(),
    sources: sourceTable(),
    'selection keys': selectionTable(),
    'example source': sourceOf('examples/papers/index.mjs'),
    'text members': memberTable(guide.members.texts, ['recognises', 'records']),
    checks: checkTable(),
    findings: findingTable(),
    'media types': mediaTable(),
    paths: pathTable(openApi),
    problems: problemTable(await fetchJson(`${root}/docs/errors`)),
    'example extension': sourceOf('examples/instruments/index.mjs'),
    'example of embedding': sourceOf('examples/embed.mjs'),
    'example records': sourceOf('examples/instruments/records.json', 'json'),
    'extension helpers': memberTable(guide.helpers),
    'extension parts': memberTable(guide.parts, guide.required.parts),
    'field kinds': kindTable(),
    'field members': memberTable(guide.members.fields),
    'entity type members': memberTable(guide.members.entities, guide.required.entities),
    'filter members': memberTable(guide.members.filters, guide.required.filters),
    'identifier scheme members': memberTable(
      guide.members.identifierSchemes,
      guide.required.identifierSchemes,
    ),
  }
}

const SECTION = /(<!-- generated: ([\w /-]+) -->\n)[^]*?(<!-- end -->)/g

/**
 * The text of a page with its generated sections replaced.
 * @throws Error for a section that nothing generates
 */
export const withSections = (page: string, sections: Readonly<Record<string, string>>): string =>
  page.replace(SECTION, (_, start: string, name: string, end: string) => {
    const section = sections[name]
    if (section === undefined)
      throw new Error(`Nothing generates "${name}"; known sections: ${Object.keys(sections).join(', ')}`)
    return `${start}\n${section}\n\n${end}`
  })

/** The names of the generated sections of a page. */
export const sectionsIn = (page: string): string[] =>
  [...page.matchAll(SECTION)].map(([, , name]) => name as string)
