/** The answers to the verbs of OAI-PMH. */

import { instantText } from '../../../model/values/dates.ts'
import type { Condition } from '../../../filter/condition.ts'
import { isAbsolute } from '../../../model/context/iri.ts'
import { tryDecodePercent } from '../../../model/values/percent-encoding.ts'
import { memoize } from '../../../model/values/memoize.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { isCitable } from '../../../record/citation/csl.ts'
import type { Format, Place } from '../../../record/exchange/format.ts'
import { cerif } from '../../../record/exchange/cerif.ts'
import { datacite, openAireData } from '../../../record/exchange/datacite.ts'
import { dublinCore } from '../../../record/exchange/dublin-core.ts'
import { openAire } from '../../../record/exchange/openaire.ts'
import { Readings } from '../../../record/exchange/readings.ts'
import { View, type Views } from '../../../record/exchange/view.ts'
import { element, group, inOnePiece, leaf, text, type Xml } from '../../../record/exchange/xml.ts'
import type { Urls } from '../../../record/urls.ts'
import { suffixOf } from '../../../record/urls.ts'
import type { GraphContext } from '../../graph-context.ts'
import { loadAnswers } from '../../representation/records.ts'
import { OaiError, writeToken, type Arguments, type Request } from './arguments.ts'
import { countItems, itemsOf, typesOfGone, type Item } from '../../../query/stamps.ts'
import { countFacets } from '../../facets/facets-of-list.ts'
import { findRecords } from '../../request/list-request.ts'
import { noTimer } from '../../server/server-timing.ts'
import { allSets, facetSpec, facetSpecsOf, selectSet, setsOf, type FacetSets } from './sets.ts'

/** The formats in which records are harvested. */
export const formats: readonly Format[] = [dublinCore, datacite, openAireData, openAire, cerif]

/** The graph, with the facets of which each value is a set. */
export interface Repository extends GraphContext {
  /** Stands in all identifiers. */
  readonly domain: string
  readonly facetSets: readonly FacetSets[]
}

/** Items of a page: OpenAIRE asks for 100 to 500. */
const PAGE_SIZE = 250

/** The characters that an identifier of OAI cannot have are percent-encoded, and so are those that do that. */
const localId = (iri: string, base: string): string =>
  (suffixOf(iri, base) ?? iri).replace(/[^a-zA-Z0-9\-_.!~*'();/?:@&=+$,]/gu, (character) =>
    encodeURIComponent(character),
  )

const placeOf = (context: Repository): Place => ({
  domain: context.domain,
  localId: (iri) => localId(iri, context.base),
})

const identifierOf = (iri: string, context: Repository): string =>
  `oai:${context.domain}:${localId(iri, context.base)}`

/** The IRI that an identifier stands for, whether it is there or not. @throws OaiError idDoesNotExist */
function iriOf(identifier: string, context: Repository): string {
  const prefix = `oai:${context.domain}:`
  const local = identifier.startsWith(prefix) ? tryDecodePercent(identifier.slice(prefix.length)) : undefined
  if (local === undefined) throw unknown(identifier, prefix)
  return isAbsolute(local) ? local : context.base + local
}

const unknown = (identifier: string, prefix: string): OaiError =>
  new OaiError('idDoesNotExist', `There is no ${identifier}; identifiers begin with ${prefix}`)

const takes = (format: Format, type: EntityType): boolean =>
  format.takes({ entity: type.exchange?.entity, isCitable: isCitable(type) })

function formatOf(prefix: string): Format {
  const format = formats.find((one) => one.prefix === prefix)
  if (format) return format
  const prefixes = formats.map((one) => one.prefix).join(', ')
  throw new OaiError('cannotDisseminateFormat', `There is no format ${prefix}; there are ${prefixes}.`)
}

export function identify(context: Repository): Xml {
  const { about, domain, graph, model, urls } = context
  const { stamps } = graph
  const email = /^mailto:(\S+@(?:[^\s.]+\.)+[^\s.?]+)/.exec(about.contact ?? '')?.[1]
  // The protocol demands an address: that of nobody where the operator names none.
  const admin = email ?? `nobody@${domain.includes('.') ? domain : 'example.org'}`
  const [type] = model.types.filter((one) => graph.count(one) > 0)
  const sample = type && graph.list(type, 0, 1)[0]
  return element(
    'Identify',
    {},
    leaf('repositoryName', about.title),
    leaf('baseURL', `${urls.root}/oai`),
    leaf('protocolVersion', '2.0'),
    leaf('adminEmail', admin),
    leaf('earliestDatestamp', instantText(stamps.began)),
    leaf('deletedRecord', 'persistent'),
    leaf('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
    leaf('compression', 'gzip'),
    // The schema of identifiers knows no domain without a dot.
    domain.includes('.') && sample !== undefined && oaiIdentifier(domain, identifierOf(sample, context)),
    formats.map(({ describe }) =>
      group('description', describe?.({ domain, name: about.title, ...aboutOf(context) })),
    ),
  )
}

const aboutOf = ({ about, urls }: GraphContext) => ({
  description: about.description,
  owner: about.publisher?.name,
  website: urls.root,
  endpoint: `${urls.root}/oai`,
})

function oaiIdentifier(domain: string, sample: string): Xml | undefined {
  const xmlns = 'http://www.openarchives.org/OAI/2.0/oai-identifier'
  return group(
    'description',
    element(
      'oai-identifier',
      { xmlns, 'xsi:schemaLocation': `${xmlns} http://www.openarchives.org/OAI/2.0/oai-identifier.xsd` },
      leaf('scheme', 'oai'),
      leaf('repositoryIdentifier', domain),
      leaf('delimiter', ':'),
      leaf('sampleIdentifier', sample),
    ),
  )
}

export function listMetadataFormats({ identifier }: Arguments, context: Repository): Xml {
  const types =
    identifier === undefined ? undefined : typesOf(iriOf(identifier, context), identifier, context)
  return element(
    'ListMetadataFormats',
    {},
    formats
      .filter((format) => !types || types.some((type) => takes(format, type)))
      .map(({ prefix, schema, namespace }) =>
        element(
          'metadataFormat',
          {},
          leaf('metadataPrefix', prefix),
          leaf('schema', schema),
          leaf('metadataNamespace', namespace),
        ),
      ),
  )
}

/** The types of a record, or of one that is gone. @throws OaiError idDoesNotExist */
function typesOf(iri: string, identifier: string, context: Repository): readonly EntityType[] {
  const types = context.typesOf(iri)
  if (types.length > 0) return types
  const { graph, model } = context
  if (!graph.stamps.tombstone(iri)) throw unknown(identifier, `oai:${context.domain}:`)
  return typesOfGone(iri, graph.stamps, model)
}

export async function listSets({ resumptionToken }: Arguments, context: Repository): Promise<Xml> {
  if (resumptionToken !== undefined)
    throw new OaiError('badResumptionToken', 'ListSets is one list, which needs no resumptionToken.')
  const named = await Promise.all(context.facetSets.map((one) => valuesOf(one, context)))
  return element(
    'ListSets',
    {},
    [...allSets(context.model), ...named.flat()].map(([spec, name]) =>
      element('set', {}, leaf('setSpec', spec), leaf('setName', name)),
    ),
  )
}

/** Sets of a facet that are listed at most, those of the most records first. */
const MAX_LISTED_SETS = 10_000

async function valuesOf(
  one: FacetSets,
  context: Repository,
): Promise<(readonly [spec: string, name: string])[]> {
  const { type, filter } = one
  const facets = { filters: [filter], size: MAX_LISTED_SETS }
  const [counted] = await countFacets(context, type, [], facets, noTimer)
  return (counted?.values ?? []).map(({ value, label }) => [
    facetSpec(one, value, context.base),
    `${filter.row.facet}: ${label}`,
  ])
}

/** A record, or what is gone, as far as it is known. */
interface Found extends Item {
  readonly view?: View
}

function header(found: Found, context: Repository): Xml {
  const { iri, stamp, view } = found
  const named = view?.type ? facetSpecsOf(view, view.type, context.facetSets, context.base) : []
  const types = view
    ? context.typesOf(iri).map(({ name }) => name)
    : (context.graph.stamps.tombstone(iri)?.types ?? [])
  return element(
    'header',
    { status: view ? undefined : 'deleted' },
    leaf('identifier', identifierOf(iri, context)),
    leaf('datestamp', instantText(stamp)),
    [...setsOf(types, view?.entity), ...named].map((set) => leaf('setSpec', set)),
  )
}

/** Undefined where the record cannot have the format. */
function record(found: Found, format: Format, context: Repository): Xml | undefined {
  const metadata = found.view && format.write(found.view, placeOf(context))
  if (found.view && metadata === undefined) return undefined
  return element('record', {}, header(found, context), group('metadata', metadata))
}

/** What was read of the records of each graph, with their URLs. */
const readings = new WeakMap<Urls, Readings>()

function readingsOf(urls: Urls): Readings {
  const known = readings.get(urls) ?? new Readings()
  readings.set(urls, known)
  return known
}

const viewsOf = ({ graph, model, typesOf: records, urls }: GraphContext): Views => ({
  model,
  urlOf(iri) {
    const [first] = records(iri)
    return first && urls.entity(first, iri)
  },
  typeOf: (iri) => records(iri).find(({ exchange }) => exchange?.entity !== undefined),
  // One that is too heavy to be framed at load counts as absent: what stands embedded of it is read, which is less,
  // and no page frames thousands of names for each of its works.
  recordOf: (iri, of) => graph.answer(of, iri)?.json,
  readings: readingsOf(urls),
})

export async function getRecord(
  { identifier = '', metadataPrefix = '' }: Arguments,
  context: Repository,
): Promise<Xml> {
  const format = formatOf(metadataPrefix)
  const iri = iriOf(identifier, context)
  const type = typesOf(iri, identifier, context).find((one) => takes(format, one))
  const stamp = context.graph.stamps.of(iri)
  const found = type && (await findOne(iri, type, stamp?.modified, context))
  const written = found && record(found, format, context)
  if (written === undefined)
    throw new OaiError('cannotDisseminateFormat', `${identifier} cannot be had as ${metadataPrefix}.`)
  return element('GetRecord', {}, written)
}

async function findOne(
  iri: string,
  type: EntityType,
  stamp: number | undefined,
  context: GraphContext,
): Promise<Found> {
  if (stamp === undefined) return { iri, stamp: context.graph.stamps.tombstone(iri)?.modified ?? 0 }
  const [answer] = await loadAnswers(context, [{ iri, type }])
  return { iri, stamp, type, view: new View(answer?.json ?? {}, type, viewsOf(context)) }
}

/** What is written of a list: whole records, or their headers. */
export async function listItems(verb: string, request: Request, site: Repository): Promise<Xml> {
  // Asked several times of each record.
  const context = { ...site, typesOf: memoize(site.typesOf) }
  const { base, facetSets, graph, model, task } = context
  const named = selectSet(request.set, model, facetSets, base)
  const members = named?.condition && (await membersOf(named.types, named.condition, context))
  // There is no set of what nothing names.
  const selected = members?.size === 0 ? undefined : named
  if (request.behind && !(selected && formats.some(({ prefix }) => prefix === request.prefix)))
    throw new OaiError('badResumptionToken', 'The set or the format of the token is not here: begin anew.')
  const format = formatOf(request.prefix)
  const types = selected?.types.filter((type) => takes(format, type)) ?? []
  const harvest = { ...request, stamps: graph.stamps, types }
  function write(found: Found): Xml | undefined {
    const isOther = selected?.entity !== undefined && found.view && found.view.entity !== selected.entity
    if (isOther) return undefined
    return verb === 'ListRecords' ? record(found, format, context) : header(found, context)
  }
  const read = await pageOf(itemsOf(harvest, task), write, types, context, members)
  const page = read.items.length === 0 && request.behind ? await repeat(request.behind.iri) : read
  if (page.items.length === 0)
    throw new OaiError(
      'noRecordsMatch',
      'No record is in this set, has this format and changed in this time.',
    )
  // A set of what records say is not counted.
  const isCounted = selected?.entity === undefined && !members
  return element(verb, {}, page.items, tokenOf(page, request, isCounted ? countItems(harvest) : undefined))

  /** All that was to come has changed meanwhile, and no list may be empty: what came last stands there again. */
  async function repeat(iri: string): Promise<Page> {
    const known = graph.stamps.of(iri) ?? graph.stamps.tombstone(iri)
    const type = context.typesOf(iri).find((one) => types.includes(one))
    const items = known ? itemOf(iri, known.modified, type) : []
    return pageOf(items, write, types, context)
  }
}

/** The IRIs of the records that meet a condition. */
async function membersOf(
  [type]: readonly EntityType[],
  condition: Condition,
  { queries }: GraphContext,
): Promise<ReadonlySet<string>> {
  const search = { conditions: [condition] }
  return new Set((await findRecords(queries, type as EntityType, search, 0, Number.MAX_SAFE_INTEGER)).iris)
}

const itemOf = (iri: string, stamp: number, type: EntityType | undefined): Item[] => [
  type ? { iri, stamp, type } : { iri, stamp },
]

function tokenOf({ items, last }: Page, request: Request, size: number | undefined): Xml | undefined {
  if (!last && request.cursor === 0) return undefined
  const behind = last && { stamp: last.stamp, list: last.type?.name ?? '', iri: last.iri }
  const next = behind && { ...request, behind, cursor: request.cursor + items.length }
  return element(
    'resumptionToken',
    {
      completeListSize: size === undefined || size < 1 ? undefined : String(size),
      cursor: String(request.cursor),
    },
    next && text(writeToken(next)),
  )
}

interface Page {
  readonly items: readonly Xml[]
  /** The last item, where more follow. */
  readonly last?: Item | undefined
}

/**
 * Reads items until a page is full, and one more.
 * @param write gives undefined for what does not belong to it
 * @param members of a set, to which records must belong; what is gone may have belonged to any
 */
async function pageOf(
  items: Iterable<Item>,
  write: (found: Found) => Xml | undefined,
  types: readonly EntityType[],
  context: GraphContext,
  members?: ReadonlySet<string>,
): Promise<Page> {
  const views = viewsOf(context)
  const written: { readonly item: Item; readonly xml: Xml }[] = []
  let waiting: Item[] = []
  async function flush(): Promise<void> {
    const keys = waiting.flatMap(({ iri, type }) => (type ? [{ iri, type }] : []))
    const answers = (await loadAnswers(context, keys)).values()
    for (const item of waiting) {
      const view = item.type && new View(answers.next().value?.json ?? {}, item.type, views)
      const xml = write(view ? { ...item, view } : item)
      if (xml !== undefined) written.push({ item, xml: inOnePiece(xml) })
    }
    waiting = []
  }
  /** Of a record of several types, the first counts; what is gone was of one of these types. */
  function belongs({ iri, type }: Item): boolean {
    if (type && members?.has(iri) === false) return false
    if (type) return context.typesOf(iri).find((one) => types.includes(one)) === type
    const tombstone = context.graph.stamps.tombstone(iri)
    return types.some(({ name }) => tombstone?.types.includes(name))
  }
  for (const item of items) {
    if (!belongs(item)) continue
    waiting.push(item)
    if (written.length + waiting.length > PAGE_SIZE) await flush()
    if (written.length > PAGE_SIZE) break
  }
  await flush()
  const shown = written.slice(0, PAGE_SIZE)
  return {
    items: shown.map(({ xml }) => xml),
    last: written.length > PAGE_SIZE ? shown.at(-1)?.item : undefined,
  }
}
