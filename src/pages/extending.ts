/** The guide for those who write extensions: an example that runs, and tables of what it may hold. */

import { between, h, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { code, fact, factList, linkTo, paragraph } from './shared/parts.ts'
import { DOCS_PATH, EXTENDING_PATH, type Site } from './shared/site.ts'

const block = (text: string, name: string): Content =>
  h('pre', { tabindex: 0, role: 'region', 'aria-label': name }, code(text))
const table = (rows: Readonly<Record<string, Content>>, required: readonly string[] = []): Content =>
  factList(
    Object.entries(rows).map(([term, says]) =>
      fact(required.includes(term) ? h('strong', null, code(term)) : code(term), says),
    ),
    'wide',
  )

interface KindOfField {
  readonly kind: string
  readonly description: string
  readonly term: string
  readonly members: readonly { readonly name: string; readonly needed: boolean }[]
}

/** The content of the guide. */
export interface GuideContent {
  readonly command: string
  readonly example: { readonly module: string; readonly records: string }
  readonly parts: Readonly<Record<string, string>>
  readonly kinds: readonly KindOfField[]
  /** What the members of rows are for. */
  readonly members: Readonly<
    Record<'fields' | 'entities' | 'filters' | 'identifierSchemes', Readonly<Record<string, string>>>
  >
  readonly required: Readonly<Record<'entities' | 'filters' | 'identifierSchemes', readonly string[]>>
  /** What the functions and fields that extensions are handed are for. */
  readonly helpers: Readonly<Record<string, string>>
}

/**
 * What a field of the kind is, what its term must be, and the members of its row, those in bold that it must
 * have.
 */
const kindRow = ({ kind, description, term, members }: KindOfField): [string, Content] => [
  kind,
  [
    description,
    ' Its term in the context: ',
    term,
    '.',
    h('br', null),
    h(
      'span',
      { class: 'notes' },
      between(
        members.map(({ name, needed }) => (needed ? h('strong', null, code(name)) : code(name))),
        ' ',
      ),
    ),
  ],
]

const introduction: readonly Content[] = [
  h('h1', null, 'Extending'),
  h(
    'p',
    { class: 'says' },
    'An extension is a table of rows: entity types with fields and filters, and what it adds to ' +
      'the types of other extensions. Rows name JSON keys; a context gives the keys their IRIs. ' +
      'Nothing else is written: reading, storing, framing, lists, filters in SPARQL, messages, ' +
      'OpenAPI, pages and checks are made from the rows, for extensions as for the core.',
  ),
]

const exampleSection = ({ command, example }: GuideContent): readonly Content[] => [
  h('h2', null, 'An example'),
  paragraph(
    'This module adds instruments, and to products the instruments that measured for them. It ' +
      'needs no package and no set-up: it is a function that gets what skeg exports. Where skeg ' +
      'is installed beside it, it may as well import it: ',
    code('import { defineExtension } from "skeg"'),
    '.',
  ),
  block(example.module, 'The module of the example'),
  paragraph('Records may then be:'),
  block(example.records, 'Records of the example'),
  paragraph('Both are served with the demo graph by'),
  block(command, 'The command of the example'),
  paragraph(
    code('--extension'),
    ' may be given again, and is a setting of ',
    code('check'),
    ', ',
    code('load'),
    ' and ',
    code('export'),
    ' too. PATH is a module (.mjs, or .js in a package of type module) or the folder of a ' +
      'package. Those who write TypeScript compile it first; the package has the types.',
  ),
]

const kindsSection = ({ kinds }: GuideContent): readonly Content[] => [
  h('h2', null, 'Kinds of fields'),
  paragraph(
    'Each row has these members, those in bold in any case. The key of a row is a term of the ' +
      'contexts, with the definition that the kind needs: else JSON-LD would say other triples ' +
      'than Turtle.',
  ),
  table(Object.fromEntries(kinds.map(kindRow))),
]

const schemesSection = ({ members, required }: GuideContent): readonly Content[] => [
  h('h2', null, 'Identifier schemes'),
  paragraph(
    'A row, under the word that names the scheme in data, in lower case. It drives reading, ' +
      'filters, ids in paths, links on pages and ',
    code('check'),
    '. The words of the core are in ',
    code('fields.identifiers'),
    '; other words may be used without a term.',
  ),
  table(members.identifierSchemes, required.identifierSchemes),
]

const limitsSection: readonly Content[] = [
  h('h2', null, 'Limits'),
  paragraph(
    'Types, paths, keys, filters, terms and prefixes that are there already with another ' +
      'meaning, rows that name what is not there, keys without a term or with one that does not ' +
      'fit the kind, unknown members: skeg does not start, and says what would be right. It checks ' +
      'the form of the rows first and reports all faults of form at once; when there are none, it ' +
      'checks that the rows fit together, and reports all that do not. A prepared ' +
      'graph names the extensions with which it was made; without them, it is not served.',
  ),
]

/** The page of the guide. */
export function extendingPage(content: GuideContent, site: Site): string {
  const { parts: extensionMembers, members, required, helpers } = content
  return layout(
    site,
    { title: 'Extending', canonical: `${site.urls.root}${EXTENDING_PATH}` },
    introduction,
    exampleSection(content),
    h('h2', null, 'What an extension holds'),
    table(extensionMembers),
    kindsSection(content),
    h('h3', null, 'Members'),
    table(members.fields),
    h('h2', null, 'Entity types'),
    paragraph('Members in bold are required, here and below.'),
    table(members.entities, required.entities),
    h('h2', null, 'Filters'),
    paragraph(
      'Each field that refers to other entities has a filter by their ids without a row: the keys that lead to ' +
        'it, and ',
      code('.local_identifier'),
      '. Those that there are: ',
      linkTo(site, DOCS_PATH, 'documentation'),
      '.',
    ),
    table(members.filters, required.filters),
    schemesSection(content),
    h('h2', null, 'Helpers'),
    paragraph('What the function of the module is handed, and what skeg exports.'),
    table(helpers),
    limitsSection,
  )
}
