/** The data model as Markdown: for each entity type its class, its fields in JSON and in RDF, and an example. */

import { extensions } from '../src/extensions/index.ts'
import { buildModel } from '../src/model/model.ts'
import { code, prettyJson, table } from './markdown.ts'
import type { OpenApi, Schema } from './openapi.ts'

const model = buildModel(extensions)

type Json = Readonly<Record<string, unknown>>
type Term = string | Readonly<Record<string, unknown>>

/** The terms and prefixes of all contexts. */
interface Terms {
  readonly terms: ReadonlyMap<string, Term>
  readonly prefixes: ReadonlyMap<string, string>
}

const getJson = async (url: string, accept = 'application/json'): Promise<Json> =>
  (await (await fetch(url, { headers: { Accept: accept } })).json()) as Json

async function readTerms(root: string): Promise<Terms> {
  const { contexts } = (await getJson(`${root}/contexts`)) as { contexts: { name: string }[] }
  const terms = new Map<string, Term>()
  for (const { name } of contexts) {
    const context = (await getJson(`${root}/contexts/${name}.json`))['@context'] as Record<string, Term>
    for (const [term, meaning] of Object.entries(context)) terms.set(term, meaning)
  }
  const prefixes = [...terms].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^https?:.*[/#]$/.test(entry[1]),
  )
  return { terms, prefixes: new Map(prefixes) }
}

/** An IRI or prefixed name as it is shortest; the longest namespace that fits wins. */
function shorten(iri: string, { prefixes }: Terms): string {
  const [prefix, namespace] = [...prefixes]
    .filter(([, namespace]) => iri.startsWith(namespace))
    .reduce((a, b) => (b[1].length > a[1].length ? b : a), ['', ''])
  return namespace === '' ? iri : `${prefix}:${iri.slice(namespace.length)}`
}

/** Datatypes that say nothing new: IRIs, plain texts, and dates, which have the datatype of their text. */
const isUsual = (datatype: string): boolean => /^@|[:#](?:string|dateTime)$/.test(datatype)

/** What a key is in RDF, in a few words. */
function property(key: string, terms: Terms): string {
  const term = terms.terms.get(key)
  if (term === undefined) return 'no triple'
  const {
    '@id': id,
    '@reverse': reverse,
    '@type': datatype,
  } = typeof term === 'string' ? ({ '@id': term } as Readonly<Record<string, unknown>>) : term
  if (typeof reverse === 'string') return `${code(shorten(reverse, terms))}, reversed`
  if (typeof id !== 'string') return ''
  if (id === '@nest') return 'none: its fields belong to the object around it'
  if (id === '@id') return 'the IRI of the node'
  if (id.startsWith('@type')) return code('rdf:type')
  if (id.startsWith('@')) return code(id)
  const typed =
    typeof datatype === 'string' && !isUsual(datatype) ? `, ${code(shorten(datatype, terms))}` : ''
  return code(shorten(id, terms)) + typed
}

const MAX_WORDS = 16

/** The words of a vocabulary; of a long one, the first. */
const wordList = (words: readonly string[]): string =>
  words.length <= MAX_WORDS
    ? words.map(code).join(', ')
    : `${words
        .slice(0, MAX_WORDS / 2)
        .map(code)
        .join(', ')}, … (${words.length}, see \`/openapi.json\`)`

const nameOf = (ref = ''): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The alternatives of a schema, without what all records may be named as. */
const choices = ({ anyOf = [] }: Schema): Schema[] => anyOf.filter(({ $ref }) => nameOf($ref) !== 'Reference')

const listOf = (item: string): string => (/^[a-zA-Z]+$/.test(item) ? `list of ${item}s` : `list of: ${item}`)

/** What a value is in JSON, in a few words. */
function shape(schema: Schema, openApi: OpenApi): string {
  if (schema.type === 'array' && schema.items) return listOf(shape(schema.items, openApi))
  const refs = choices(schema).flatMap(({ $ref }) => $ref ?? [])
  if (refs.length > 0)
    return refs
      .map((ref) => {
        const label = nameOf(ref).replace(/Reference$/, '')
        const { title = label } = openApi.components.schemas[label] ?? {}
        return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`
      })
      .join(' or ')
  const words = choices(schema).flatMap((one) => one.enum ?? [])
  if (words.length > 0) return wordList(words)
  if (typeof schema.additionalProperties === 'object')
    return `object: language → ${schema.additionalProperties.type === 'array' ? 'list of texts' : 'text'}`
  if (schema.properties) return 'object'
  if (schema.format === 'iri') return 'IRI'
  if (schema.examples) return 'date'
  return schema.type ?? 'IRI'
}

/** What OpenAPI does not say of a field: records may lack what is required, and are only reported. */
interface Requirement {
  readonly required?: true
  readonly fields?: Requirements
}
type Requirements = Readonly<Record<string, Requirement>>

/** The fields of an object and of the objects in it, as rows. */
function fieldRows(
  schema: Schema,
  openApi: OpenApi,
  terms: Terms,
  requirements: Requirements = {},
  path = '',
): string[][] {
  const properties = Object.entries(schema.properties ?? {})
  return properties
    .filter(([key]) => path !== '' || (key !== 'local_identifier' && key !== 'entity_type'))
    .flatMap(([key, field]) => {
      const inner = field.items ?? field
      const extension = field['x-extension']
      const row = [
        code(path + key),
        shape(field, openApi),
        property(key, terms),
        [
          ...(requirements[key]?.required ? ['**Required.**'] : []),
          ...(field.description === undefined ? [] : [field.description]),
          ...(extension === undefined ? [] : [`Extension ${code(extension)}.`]),
        ].join(' '),
      ]
      return [row, ...fieldRows(inner, openApi, terms, requirements[key]?.fields, `${path}${key}.`)]
    })
}

const MAX_EXAMPLE_CHARACTERS = 1800

/** The record with most fields that is short enough to read, the first of several. */
async function exampleOf(list: string): Promise<Json | undefined> {
  const response = await fetch(`${list}?page_size=100`)
  if (!response.ok) return undefined
  const { '@graph': records } = (await response.json()) as { '@graph': Json[] }
  const sizes = records.map((record) => ({
    record,
    fields: Object.keys(record).length,
    characters: JSON.stringify(record).length,
  }))
  const short = sizes.filter(({ characters }) => characters <= MAX_EXAMPLE_CHARACTERS)
  const found = short.length > 0 ? short : sizes
  return found.reduce((a, b) => (b.fields > a.fields ? b : a)).record
}

const details = (summary: string, language: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n\n</details>`

async function typeSection(list: string, schema: Schema, openApi: OpenApi, terms: Terms): Promise<string> {
  const name = schema.properties?.entity_type?.const ?? ''
  const example = await exampleOf(list)
  const id = example && String(example.local_identifier)
  const turtle = id && (await (await fetch(`${list}/${encodeURIComponent(id)}?format=turtle`)).text())
  const extension = schema['x-extension']
  return [
    `## ${schema.title}`,
    '',
    `${schema.description} \`entity_type\`: ${code(name)}; class: ${property(name, terms)}; list: ${code(
      list.slice(list.indexOf('/skg-if')),
    )}.${extension === undefined ? '' : ` From the extension ${code(extension)}.`}`,
    '',
    table(
      ['field', 'JSON', 'RDF', 'meaning'],
      fieldRows(schema, openApi, terms, model.typeNamed(name)?.fields as Requirements | undefined),
    ),
    ...(example && turtle
      ? [
          '',
          details('Example in JSON', 'json', prettyJson(example)),
          '',
          details('The same record in Turtle', 'turtle', turtle),
        ]
      : []),
  ].join('\n')
}

interface Collection {
  readonly url: string
}

/** The public URL of a server may be another than the one at which it is asked. */
const pathOf = ({ url }: Collection): string => url.slice(url.indexOf('/skg-if/'))

/** A section for each entity type. */
export async function typeSections(root: string, openApi: OpenApi): Promise<string> {
  const terms = await readTerms(root)
  const { schemas } = openApi.components
  const { collections } = (await getJson(`${root}/docs`)) as { collections: Collection[] }
  const types = Object.values(schemas).filter(
    ({ title, properties }) => title !== undefined && properties?.entity_type?.const !== undefined,
  )
  const sections = await Promise.all(
    types.map((schema, i) =>
      typeSection(root + pathOf(collections[i] as Collection), schema, openApi, terms),
    ),
  )
  return sections.join('\n\n')
}
