/**
 * The nodes of the stream of changes (LDES 1.0, members as ActivityStreams): the root leads to each moment at which
 * something changed, and from there page by page to the latest version of each record, and to what is gone.
 */

import { checkpoint, type Task } from '../../admission/task.ts'
import { instantText } from '../../model/values/dates.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { itemsOf, type Behind, type Item } from '../shared/changes.ts'
import type { NamedGraphs } from '../../record/serializers/datasets.ts'
import { mergeDocuments } from '../../record/rdf/merged-documents.ts'
import {
  addTriple,
  countTriples,
  iriOf,
  isIri,
  quote,
  RDF_TYPE,
  XSD,
  type Document,
  type TripleIndex,
} from '../../record/rdf/triples.ts'
import type { GraphContext } from '../../api/graph-context.ts'

const AS = 'https://www.w3.org/ns/activitystreams#'
const LDES = 'https://w3id.org/ldes#'
const TREE = 'https://w3id.org/tree#'

export const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({ as: AS, ldes: LDES, tree: TREE, xsd: XSD }),
)

export interface StreamNode {
  /** The default graph: where the stream goes on, and what its members are. */
  readonly hypermedia: TripleIndex
  /** By IRI of a member the graph of that name: what is to be known of the record. */
  readonly graphs: NamedGraphs
}

/** Moments that a node leads to. */
const MAX_MOMENTS = 250

/** Members of a page, and triples after which it ends before that. */
const MAX_MEMBERS = 250
const MAX_TRIPLES = 50_000

/** Records that are read at once. */
const BATCH = 25

function urlOf(
  { urls: { root } }: GraphContext,
  path = '',
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${root}/changes${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`
}

const streamOf = (context: GraphContext): string => `<${urlOf(context)}#stream>`
const dateTime = (seconds: number): string => `${quote(instantText(seconds))}^^<${XSD}dateTime>`

/** What a page is behind, as the text of a parameter: name of a type, or GONE, and IRI. */
const GONE = 'gone'
const writeBehind = ({ list, iri }: Behind): string => `${list || GONE} ${iri}`

const pageUrl = (context: GraphContext, seconds: number, behind?: Behind): string =>
  urlOf(context, `/${instantText(seconds)}`, { after: behind && writeBehind(behind) })

const beforeUrl = (context: GraphContext, seconds: number): string =>
  urlOf(context, '', { before: instantText(seconds) })

/** Says of which time a node holds all that another one leads to. */
function addRelations(
  nodes: TripleIndex,
  from: string,
  to: string,
  relations: Readonly<Record<string, number>>,
): void {
  for (const [kind, seconds] of Object.entries(relations)) {
    const relation = `_:r${nodes.size}`
    addTriple(nodes, `<${from}>`, `${TREE}relation`, relation)
    addTriple(nodes, relation, RDF_TYPE, `<${TREE}${kind}Relation>`)
    addTriple(nodes, relation, `${TREE}node`, `<${to}>`)
    addTriple(nodes, relation, `${TREE}path`, `<${AS}published>`)
    addTriple(nodes, relation, `${TREE}value`, dateTime(seconds))
  }
}

const atMoment = (seconds: number) => ({ GreaterThanOrEqualTo: seconds, LessThanOrEqualTo: seconds })

/** The moments at which something changed that is not older than its last change, ascending. */
function momentsOf(context: GraphContext): number[] {
  const { stamps } = context.graph
  const lists = [...context.model.types, undefined]
  const all = lists.flatMap((type) => stamps.runs(type).map(([stamp]) => stamp))
  return [...new Set(all)].sort((a, b) => a - b)
}

function addStream(nodes: TripleIndex, context: GraphContext): void {
  const [stream, root] = [streamOf(context), urlOf(context)]
  addTriple(nodes, stream, RDF_TYPE, `<${LDES}EventStream>`)
  addTriple(nodes, stream, `${LDES}timestampPath`, `<${AS}published>`)
  addTriple(nodes, stream, `${LDES}versionOfPath`, `<${AS}object>`)
  for (const kind of ['Create', 'Update', 'Delete'])
    addTriple(nodes, stream, `${LDES}version${kind}Object`, `<${AS}${kind}>`)
  addTriple(nodes, stream, `${TREE}view`, `<${root}>`)
  const policy = `${root}#retention`
  addTriple(nodes, `<${root}>`, `${LDES}retentionPolicy`, `<${policy}>`)
  addTriple(nodes, `<${policy}>`, RDF_TYPE, `<${LDES}RetentionPolicy>`)
  addTriple(nodes, `<${policy}>`, `${LDES}versionAmount`, `"1"^^<${XSD}integer>`)
  addTriple(nodes, `<${policy}>`, `${LDES}startingFrom`, dateTime(context.graph.stamps.began))
}

/** Leads to the moments before one; absent: to the newest, as the root does. */
export function rootNode(context: GraphContext, before = Infinity): StreamNode {
  const nodes: TripleIndex = new Map()
  const isRoot = before === Infinity
  const url = isRoot ? urlOf(context) : beforeUrl(context, before)
  if (isRoot) addStream(nodes, context)
  addTriple(nodes, `<${url}>`, RDF_TYPE, `<${TREE}Node>`)
  const moments = momentsOf(context).filter((moment) => moment < before)
  const [first, ...others] = moments.slice(-MAX_MOMENTS)
  if (first !== undefined && moments.length > MAX_MOMENTS)
    addRelations(nodes, url, beforeUrl(context, first), { LessThan: first })
  for (const moment of first === undefined ? [] : [first, ...others])
    addRelations(nodes, url, pageUrl(context, moment), atMoment(moment))
  return { hypermedia: nodes, graphs: new Map() }
}

/**
 * What is to be known of a record: its graph, the classes of what it names, the labels of what is no record. What is
 * shown of other records is theirs.
 */
function payloadOf({ iri, nodes }: Document, { model, typesOf }: GraphContext): TripleIndex {
  const own: TripleIndex = new Map()
  for (const [subject, node] of nodes) {
    const isOther = isIri(subject) && iriOf(subject) !== iri && typesOf(iriOf(subject)).length > 0
    const classes = node.get(RDF_TYPE)
    if (!isOther) own.set(subject, node)
    else if (classes) own.set(subject, new Map([[RDF_TYPE, classes]]))
  }
  return mergeDocuments([{ iri, nodes: own }], model.vocabulary.reverse)
}

function kindOf({ iri, type, stamp }: Item, { graph }: GraphContext): string {
  if (!type) return 'Delete'
  return graph.stamps.of(iri)?.created === stamp ? 'Create' : 'Update'
}

function addMember(nodes: TripleIndex, item: Item, context: GraphContext): string {
  const member = `${urlOf(context)}#${instantText(item.stamp)},${encodeURIComponent(item.iri)}`
  addTriple(nodes, `<${member}>`, RDF_TYPE, `<${AS}${kindOf(item, context)}>`)
  addTriple(nodes, `<${member}>`, `${AS}object`, `<${item.iri}>`)
  addTriple(nodes, `<${member}>`, `${AS}published`, dateTime(item.stamp))
  return member
}

function* withCheckpoints<A>(items: Iterable<A>, task: Task): Generator<A> {
  for (const item of items) {
    checkpoint(task)
    yield item
  }
}

/** Changes of one moment, which become no more: those from the first on, or behind one. */
export async function pageNode(context: GraphContext, seconds: number, behind?: Behind): Promise<StreamNode> {
  const { graph, model, queries, task, typesOf } = context
  const nodes: TripleIndex = new Map()
  const members: string[] = []
  const graphs = new Map<string, TripleIndex>()
  const url = pageUrl(context, seconds, behind)
  addTriple(nodes, `<${url}>`, RDF_TYPE, `<${TREE}Node>`)
  addTriple(nodes, `<${url}>`, `${LDES}immutable`, `"true"^^<${XSD}boolean>`)
  let [triples, last] = [0, undefined as Item | undefined]

  async function addBatch(batch: readonly Item[]): Promise<void> {
    const iris = batch.flatMap(({ iri, type }) => (type ? [iri] : []))
    const documents = (await queries.documents(iris)).values()
    for (const item of withCheckpoints(batch, task)) {
      const member = addMember(nodes, item, context)
      members.push(`<${member}>`)
      last = item
      if (!item.type) continue
      const payload = payloadOf(documents.next().value as Document, context)
      graphs.set(member, payload)
      triples += countTriples(payload)
    }
  }

  const range = { stamps: graph.stamps, types: model.types, from: seconds, until: seconds, behind }
  let waiting: Item[] = []
  let hasMore = false
  for (const item of itemsOf(range, task)) {
    if (members.length >= MAX_MEMBERS || triples >= MAX_TRIPLES) {
      hasMore = true
      break
    }
    // A record of several types is one.
    if (item.type && typesOf(item.iri)[0] !== item.type) continue
    if (waiting.push(item) < BATCH) continue
    await addBatch(waiting)
    waiting = []
  }
  await addBatch(waiting)
  if (members.length > 0) nodes.set(streamOf(context), new Map([[`${TREE}member`, members]]))
  if (hasMore && last) addRelations(nodes, url, pageUrl(context, seconds, behindOf(last)), atMoment(seconds))
  return { hypermedia: nodes, graphs: withCheckpoints(graphs, task) }
}

const behindOf = ({ stamp, type, iri }: Item): Behind => ({ stamp, list: type?.name ?? '', iri })

/** Where a list goes on, by the text of a parameter; undefined where it names no type. */
export function readBehind(text: string, stamp: number, types: readonly EntityType[]): Behind | undefined {
  const [, list, iri] = /^(\w+) (.+)$/.exec(text) ?? []
  if (list === undefined || iri === undefined) return undefined
  const isList = list === GONE || types.some(({ name }) => name === list)
  return isList ? { stamp, list: list === GONE ? '' : list, iri } : undefined
}
