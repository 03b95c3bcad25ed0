/** The graph as a data set: its description in the forms of RDF, and the links that lead to it. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { About } from '../../../config/about.ts'
import { describeDataset, type Dataset, type DumpFile } from '../../dataset/dataset.ts'
import { prefixes } from '../../dataset/void.ts'
import { mapsByOwner, once } from '../../../admission/once.ts'
import { checkpoint, type Task } from '../../../admission/task.ts'
import { bareType, offersIn, offersOf, type FormOf, type MediaType } from '../../../config/media.ts'
import { queriesOf } from '../../dataset/example-queries.ts'
import { textOfMarkdown } from '../../../model/conversion/markdown.ts'
import { writeRdf } from '../../../record/serializers/serializers.ts'
import type { HeaderLink } from '../../answer.ts'
import { withTask, type GraphContext } from '../../graph-context.ts'
import { negotiate } from '../../negotiate.ts'
import { answerIn, formatUrl, type Answer } from '../../representation/answer.ts'
import { writeLinkset } from '../../representation/linkset.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { pagesOf, type RouteServices } from '../../request/route.ts'

/** Larger files have no checksum here: reading them would take longer than an answer may. */
const MAX_HASHED = 1_000_000_000

const dumpFiles = new WeakMap<object, Promise<DumpFile | undefined>>()

/** The one compressed file of the graph. */
async function readDumpFile({ graph, task }: GraphContext): Promise<DumpFile | undefined> {
  const [file, more] = graph.quads ?? []
  if (file === undefined || more !== undefined || !file.endsWith('.gz')) return undefined
  const { size } = await stat(file)
  if (size > MAX_HASHED) return undefined
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer)
    checkpoint(task)
  }
  return { bytes: size, sha256: hash.digest('hex') }
}

function dumpFileOf(context: GraphContext): Promise<DumpFile | undefined> {
  const { graph } = context
  const known = dumpFiles.get(graph) ?? readDumpFile(context)
  dumpFiles.set(graph, known)
  // Who asks next tries again.
  return known.catch((error: unknown) => {
    dumpFiles.delete(graph)
    if (context.task.signal.aborted) throw error
    return undefined
  })
}

/** What is said of the graph, as it is read where Markdown is not. */
function withPlainText({ description, byLanguage, ...about }: About): About {
  const others = Object.entries(byLanguage ?? {}).map(([tag, one]) => [tag, withPlainText(one)] as const)
  return {
    ...about,
    description: textOfMarkdown(description),
    ...(byLanguage && { byLanguage: Object.fromEntries(others) as typeof byLanguage }),
  }
}

/** Counts the graph at the first request. */
export async function datasetOf(context: GraphContext): Promise<Dataset> {
  const { graph, model, base, urls, about, has } = context
  return {
    model,
    base,
    urls,
    about: withPlainText(about),
    has,
    statistics: graph.statistics,
    examples: model.types.flatMap((type) => graph.list(type, 0, 1)),
    queries: queriesOf(graph.statistics),
    loaded: graph.loaded,
    origin: graph.origin,
    file: has('/dump') ? await dumpFileOf(context) : undefined,
  }
}

/** What the page of the data tells programs: FAIR Signposting, the kind of schema.org first. */
export function datasetLinks({ about, urls: { root }, has }: GraphContext): HeaderLink[] {
  const { identifier, publisher, creator = publisher, licence } = about
  const url = `${root}/.well-known/void`
  return [
    { href: identifier ?? `${root}/`, rel: 'cite-as' },
    { href: 'https://schema.org/Dataset', rel: 'type' },
    { href: 'https://schema.org/AboutPage', rel: 'type' },
    ...offersOf('dataset')
      .filter(({ describedby }) => describedby)
      .map((offer) => ({ href: formatUrl(url, offer), rel: 'describedby', type: bareType(offer) })),
    ...(creator?.url ? [{ href: creator.url, rel: 'author' }] : []),
    ...(licence ? [{ href: licence, rel: 'license' }] : []),
    ...(has('/dump') ? [{ href: `${root}/dump?format=gzip`, rel: 'item', type: 'application/gzip' }] : []),
    ...offersOf('dataset')
      .filter(({ rel }) => rel)
      .map((offer) => ({ href: formatUrl(url, offer), rel: offer.rel as string, type: bareType(offer) })),
  ]
}

/** Written once for each graph and server. */
const descriptions = mapsByOwner<string>()

/** The description in a form, with the link to the page of what it describes. */
export async function answerDataset(
  context: GraphContext,
  mediaType: MediaType<FormOf<'dataset'>>,
): Promise<Answer> {
  const page = `${context.urls.root}/`
  if (mediaType.name === 'linkset')
    return answerIn(mediaType, writeLinkset(context, page, datasetLinks(context)))
  const { name } = mediaType
  const write = async (task: Task): Promise<string> =>
    writeRdf(describeDataset(await datasetOf(withTask(context, task))), name, prefixes)
  return answerIn(mediaType, await once(descriptions(context.urls), name, write, context.task), {
    links: [{ href: page, rel: 'describes', ...(context.hasPages && { type: 'text/html' }) }],
  })
}

/** The description for programs, or a page for people. */
export async function dataset(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { context, headers } = request
  const offers = [...offersOf('dataset'), ...offersIn(context, 'page')]
  const mediaType = negotiate(headers.accept, offers, readFormat(request))
  if (mediaType.name !== 'html') return answerDataset(context, mediaType as MediaType<FormOf<'dataset'>>)
  return answerIn(mediaType, await pagesOf(services).overview(request))
}
