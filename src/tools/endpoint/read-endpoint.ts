/** The records of a SPARQL server, or of RDF files → files of N-Triples, by a CONSTRUCT for each entity type. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Parser, Writer } from 'n3'
import type { Model } from '../../model/model.ts'
import { groupBy } from '../../model/values/collections.ts'
import { oxigraph } from '../../sparql/oxigraph.ts'
import { readConstruct, type ConstructPages } from '../../sparql/construct-pages.ts'
import { rdf } from '../../sparql/rdf.ts'
import type { Question, Reply } from '../../store/client/client.ts'
import type { Client } from '../../store/client/open-client.ts'
import { findInputs } from '../../load/input/find-inputs.ts'
import { formats } from '../../load/input/recognise-files.ts'
import { repeatPassing, type Patience } from './patience.ts'

/** What answers the queries; it is closed at the end. */
export type Endpoint = Pick<Client, 'url' | 'ask' | 'close'>

export interface EndpointOptions extends Patience {
  /** Folder of the queries, called like the entity types that they make: TYPE.rq, TYPE.PART.rq. */
  readonly constructs: string
  readonly model: Model
  /** Folder that gets the files. */
  readonly folder: string
  /** Subjects of one query. */
  readonly pageSize?: number
}

const RESULTS = 'application/sparql-results+json'
const TRIPLES = 'application/n-triples'
const NTRIPLES = 'N-Triples'

const DEFAULT_PAGE_SIZE = 200

/** By which Virtuoso says that it has cut an answer. */
const CUT_HEADER = 'x-sparql-maxrows'

/** The queries of one entity type. */
interface Construct {
  readonly type: string
  /** TYPE.rq, which chooses the subjects, then those that say more of them: TYPE.PART.rq. */
  readonly queries: readonly (ConstructPages & { readonly name: string })[]
}

function readQuery(folder: string, name: string): Construct['queries'][number] {
  try {
    return { name, ...readConstruct(readFileSync(join(folder, name), 'utf8')) }
  } catch (error) {
    throw new Error(`${join(folder, name)} ${(error as Error).message}`, { cause: error })
  }
}

/** @throws Error if the folder has no query, or one of no entity type, or one that cannot be read */
export function readConstructs(folder: string, model: Model): Construct[] {
  const types = model.types.map(({ name }) => name)
  const expected =
    `known are ${types.map((type) => `${type}.rq`).join(', ')}, each with parts such as ` +
    `${types[0] ?? ''}.PART.rq`
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(
      `${folder} is no directory; --construct names one with a file for each entity type: ${expected}`,
    )
  const names = readdirSync(folder).filter((name) => name.endsWith('.rq'))
  if (names.length === 0) throw new Error(`${folder} has no query; ${expected}`)
  const byType = groupBy(names.sort(), (name) => name.split('.', 1)[0] as string)
  return [...byType].map(([type, fileNames]) => {
    const partFiles = fileNames.filter((name) => name !== `${type}.rq`)
    if (!types.includes(type))
      throw new Error(`${join(folder, fileNames[0] as string)} is called like no entity type; ${expected}`)
    if (partFiles.length === fileNames.length)
      throw new Error(
        `${join(folder, fileNames[0] as string)} needs ${type}.rq beside it, which chooses the subjects`,
      )
    return { type, queries: [`${type}.rq`, ...partFiles].map((name) => readQuery(folder, name)) }
  })
}

/**
 * Writes what the queries make, a file for each page of subjects.
 * @returns the number of subjects
 * @throws Error if a query is not answered, or finds nothing to load
 */
export async function readEndpoint(client: Endpoint, options: EndpointOptions): Promise<number> {
  const { constructs: queries, model, folder } = options
  mkdirSync(folder, { recursive: true })
  let total = 0
  try {
    const constructs = readConstructs(queries, model)
    for (const construct of constructs) total += await readPages(client, construct, options)
  } finally {
    await client.close()
  }
  if (total === 0) throw new Error(`the queries of ${queries} find no subject at ${client.url}`)
  return total
}

async function readPages(
  client: Endpoint,
  { type, queries }: Construct,
  options: EndpointOptions,
): Promise<number> {
  const { folder, pageSize = DEFAULT_PAGE_SIZE } = options
  const [chooser] = queries
  let last: string | undefined
  let count = 0
  for (;;) {
    const subjects = chooser
      ? await readSubjects(client, chooser.subjects(pageSize, last), chooser.name, options)
      : []
    if (subjects.length === 0) return count
    const answers: string[] = []
    for (const query of queries) answers.push(...(await readTriples(client, query, subjects, options)))
    const file = `${type}-${String(count).padStart(9, '0')}.nt`
    writeFileSync(join(folder, file), answers.map(relabel).join(''))
    count += subjects.length
    const end = subjects.at(-1)
    if (end === last)
      throw new Error(`${type}.rq: the server gives the same subjects again behind ${end ?? ''}`)
    last = end
  }
}

/** Blank nodes of different answers are different, whatever they are called. */
function relabel(triples: string, answer: number): string {
  const write = (text: string): string =>
    new Writer({ format: NTRIPLES }).quadsToString(
      new Parser({ format: NTRIPLES, blankNodePrefix: `_:a${answer}-`, factory: rdf }).parse(text),
    )
  const writeLine = (line: string): string => {
    try {
      return write(line)
    } catch {
      // Reading the file reports it, with its place.
      return `${line}\n`
    }
  }
  try {
    return write(triples)
  } catch {
    return triples.split('\n').map(writeLine).join('')
  }
}

/**
 * Reads the files into a store of this process.
 * @param base against which relative IRIs are resolved
 * @throws Error for a file that is no RDF, or cannot be read
 */
export async function openFiles(paths: readonly string[], base: string): Promise<Endpoint> {
  const store = new (oxigraph().Store)()
  for (const { name, format, open } of await findInputs(paths)) {
    // Oxigraph knows formats by the same endings.
    const ending = Object.keys(formats).find((one) => formats[one] === format) as string
    try {
      store.load(await text(await open()), { format: ending.slice(1), base_iri: base })
    } catch (error) {
      throw new Error(`${name} cannot be read as RDF: ${(error as Error).message}`, { cause: error })
    }
  }
  const query = (sparql: string, type = ''): string =>
    store.query(sparql, { results_format: type, use_default_graph_as_union: true }) as string
  return {
    url: paths.join(' '),
    ask: async ({ query: sparql, accept: [type = ''] }) => ({
      type,
      headers: {},
      body: Buffer.from(query(sparql, type)),
    }),
    close: async () => {},
  }
}

interface Bindings {
  readonly results: { readonly bindings: readonly { readonly subject?: { readonly value: string } }[] }
}

async function readSubjects(
  client: Endpoint,
  query: string,
  name: string,
  options: EndpointOptions,
): Promise<string[]> {
  const { body } = await askPatiently(client, { query, accept: [RESULTS] }, name, options)
  const { results } = JSON.parse(body.toString()) as Bindings
  return results.bindings.flatMap(({ subject }) => subject?.value ?? [])
}

/** The triples of the subjects, in more than one answer where the server would cut one. */
async function readTriples(
  client: Endpoint,
  query: Construct['queries'][number],
  subjects: readonly string[],
  options: EndpointOptions,
): Promise<string[]> {
  const question = { query: query.triples(subjects), accept: [TRIPLES] }
  const { headers, body } = await askPatiently(client, question, query.name, options)
  if (headers[CUT_HEADER] === undefined) return [body.toString()]
  if (subjects.length === 1)
    throw new Error(
      `${query.name}: the server cuts the triples of ${subjects[0] ?? ''}, as it gives ` +
        `${String(headers[CUT_HEADER])} rows at most; divide the query, or let the server give more`,
    )
  const middle = Math.ceil(subjects.length / 2)
  return [
    ...(await readTriples(client, query, subjects.slice(0, middle), options)),
    ...(await readTriples(client, query, subjects.slice(middle), options)),
  ]
}

const askPatiently = (
  client: Endpoint,
  question: Question,
  name: string,
  options: EndpointOptions,
): Promise<Reply> => repeatPassing(name, client.url, options, () => client.ask(question))
