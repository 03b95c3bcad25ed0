/** A SPARQL endpoint that holds a graph written by skeg → a graph that answers. */

import { ownTask, waitElsewhere, type Task } from '../../admission/task.ts'
import type { Model } from '../../model/model.ts'
import { iriText } from '../../sparql/terms.ts'
import { createGraph, type Graph } from '../graph.ts'
import { createIndex } from '../entities/entity-index.ts'
import { layouts, type LayoutName } from '../documents/graph-layout.ts'
import { storeReads } from '../reads.ts'
import { countQuads } from '../entities/statistics.ts'
import type { GraphStore } from '../store.ts'
import { DESCRIPTIONS, readDescription, type Description } from '../endpoint/description.ts'
import type { ClientOptions } from '../client/open-client.ts'
import { unionAdvice } from '../client/engines.ts'
import { readEntities } from './read-entity-index.ts'
import { iriInQuery } from '../client/results.ts'
import { openRemoteStore, type RemoteStore } from './remote-store.ts'

export interface RemoteOptions extends ClientOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one that it carries. */
  readonly base?: string | undefined
}

export interface RemoteGraph {
  readonly graph: Graph
  readonly store: RemoteStore & GraphStore
  /** What the graph says of itself; undefined where it was not written by `skeg load`. */
  readonly description: Description | undefined
}

/** What the graph of an endpoint says of itself. @throws RemoteFault; Error if there are several */
export async function describe(store: RemoteStore): Promise<Description | undefined> {
  const [first, ...more] = (await store.select(DESCRIPTIONS)).map(readDescription)
  if (more.length > 0)
    throw new Error(
      `${store.client.url} holds several graphs, with the bases ` +
        `${[first, ...more].map((one) => one?.base).join(', ')}; each needs a store, or a ` +
        'repository, of its own',
    )
  return first
}

/**
 * How the triples of its entities can be distinguished.
 * @throws Error that names the engine's switch where the default graph is not the union of all, or if there
 * is no record
 */
async function layoutIn({ select, query, client, engine }: RemoteStore, model: Model): Promise<LayoutName> {
  const isEntity = `FILTER(?class IN (${model.types.map((type) => iriText(model.classOf(type))).join(', ')}))`
  const [entity] = await select(`SELECT ?g ?class WHERE { GRAPH ?g { ?g a ?class } ${isEntity} } LIMIT 1`)
  const pattern = entity
    ? `${iriInQuery(entity.g as string)} a ${iriInQuery(entity.class as string)}`
    : `?s a ?class ${isEntity}`
  const inDefault = (await query(`ASK { ${pattern} }`)).boolean
  if (inDefault) return entity ? 'graphs' : 'triples'
  if (!entity && !(await query(`ASK { GRAPH ?g { ?s a ?class } ${isEntity} }`)).boolean)
    throw new Error(`${client.url} holds no record of any entity type`)
  throw new Error(
    `the default graph of ${client.url} does not hold what its named graphs do: skeg needs one ` +
      `that is the union of all; ${unionAdvice(engine)}`,
  )
}

/**
 * Opens the graph of an endpoint.
 * @throws Error if it does not answer, its default graph is not the union of all, or no base is known
 */
export async function openRemoteGraph({
  model,
  base: requestedBase,
  ...options
}: RemoteOptions): Promise<RemoteGraph> {
  const remote = await openRemoteStore(options)
  try {
    const name = await layoutIn(remote, model)
    const description = await describe(remote)
    const base = requestedBase ?? description?.base
    if (base === undefined)
      throw new Error(`the graph at ${options.url} does not say what its base is; name it with --base`)
    if (description && base !== description.base)
      throw new Error(
        `the graph at ${options.url} has the base ${description.base}, not ${base}; leave --base out`,
      )
    const { masks, foreign } = await readEntities(remote, model, layouts[name])
    const systemIris = [...(remote.engine.systemGraphs ?? []), ...(description ? [description.base] : [])]
    for (const iri of systemIris) masks.delete(iri)
    const questionsFor = remote.questions(layouts[name], model.vocabulary.reverse)
    function forTask(task: Task): RemoteStore & GraphStore {
      const { select, iris, graphs } = questionsFor(task.signal)
      return {
        ...store,
        task,
        select: (text) => waitElsewhere(task, () => select(text)),
        iris: (query) => waitElsewhere(task, () => iris(query)),
        graphs: (...request) => waitElsewhere(task, () => graphs(...request)),
      }
    }
    const store: RemoteStore & GraphStore = {
      ...remote,
      ...questionsFor(),
      task: ownTask,
      layout: name,
      foreign: [...foreign, ...systemIris],
      size: () => countQuads(store),
      // Questions of the server itself may take longer.
      forTask: (task) => (task.deadline === Infinity ? { ...store, task } : forTask(task)),
    }
    if ((await describe(remote))?.version !== description?.version)
      throw new Error(`the graph at ${options.url} was replaced while it was being opened`)
    const index = createIndex(model, masks)
    const graph = createGraph({
      model,
      base,
      store,
      index,
      reads: storeReads({ model, base, store, index }),
      ...(description && { loaded: new Date(description.time), version: description.version }),
    })
    return { graph: { ...graph, shared: true }, store, description }
  } catch (error) {
    await remote.close()
    throw error
  }
}
