/** The answers to the verbs of OAI-PMH. */

import { instantText } from '../../model/values/dates.ts'
import { checkpoint } from '../../admission/task.ts'
import { isAbsolute } from '../../model/context/iri.ts'
import { tryDecodePercent } from '../../model/values/text.ts'
import { memoize } from '../../model/values/collections.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { isCitable } from '../../record/citation/csl.ts'
import type { Format, Place } from './formats/format.ts'
import { cerif } from './formats/cerif.ts'
import { datacite, openAireData } from './formats/datacite.ts'
import { dublinCore } from './formats/dublin-core.ts'
import { openAire } from './formats/openaire.ts'
import { Readings, View, type Views } from './formats/view.ts'
import { element, group, inOnePiece, leaf, text, type Xml } from '../../record/xml.ts'
import { type Urls, suffixOf } from '../../record/urls.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { loadAnswers } from '../../api/representation/records.ts'
import { OaiError, writeToken, type Arguments, type OaiRequest } from './arguments.ts'
import { itemsOf, type Item } from '../shared/changes.ts'
import { type Repository, allSets, selectSet, setsOf } from './repository.ts'

/** The formats in which records are harvested. */
export const formats: readonly Format[] = [dublinCore, datacite, openAireData, openAire, cerif]

/** Items of a page, of which OpenAIRE asks for 100 to 500, and characters after which it ends before that. */
const PAGE_SIZE = 250
const MAX_PAGE_LENGTH = 1_000_000

/** Records that are read at once. */
const BATCH = 10

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
  const email = /^mailto:(\S+@(?:[^\s.]+\.)+[^\s.?]+)/.exec(about.contact ?? '')?.[1]
  // The protocol demands an address: that of nobody where the operator names none.
  const admin = email ?? `nobody@${domain.includes('.') ? domain : 'example.org'}`
  const [sample] = model.types.flatMap((type) => context.sampleOf(type) ?? [])
  return element(
    'Identify',
    {},
    leaf('repositoryName', about.title),
    leaf('baseURL', `${urls.root}/oai`),
    leaf('protocolVersion', '2.0'),
    leaf('adminEmail', admin),
    leaf('earliestDatestamp', instantText(graph.stamps.began)),
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
  const types = context.typesOf(iri).filter((type) => context.isItem(iri, type))
  const all = types.length > 0 ? types : context.formerTypes(iri)
  if (all.length === 0) throw unknown(identifier, `oai:${context.domain}:`)
  return all
}

export function listSets({ resumptionToken }: Arguments, { model }: Repository): Xml {
  if (resumptionToken !== undefined)
    throw new OaiError('badResumptionToken', 'ListSets is one list, which needs no resumptionToken.')
  const sets = allSets(model).map(([spec, name]) =>
    element('set', {}, leaf('setSpec', spec), leaf('setName', name)),
  )
  return element('ListSets', {}, sets)
}

/** A record, or what is gone, as far as it is known. */
interface Found extends Item {
  readonly view?: View
}

function header(found: Found, context: Repository): Xml {
  const { iri, stamp, view } = found
  const sets = view ? setsOf(context.typesOf(iri), { name: view.entity }) : setsOf(context.formerTypes(iri))
  return element(
    'header',
    { status: view ? undefined : 'deleted' },
    leaf('identifier', identifierOf(iri, context)),
    leaf('datestamp', instantText(stamp)),
    sets.map((set) => leaf('setSpec', set)),
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
  const found = type && (await findOne(iri, type, context))
  const written = found && record(found, format, context)
  if (written === undefined)
    throw new OaiError('cannotDisseminateFormat', `${identifier} cannot be had as ${metadataPrefix}.`)
  return element('GetRecord', {}, written)
}

async function findOne(iri: string, type: EntityType, context: Repository): Promise<Found> {
  const { stamps } = context.graph
  const stamp = (stamps.of(iri) ?? stamps.tombstone(iri))?.modified ?? 0
  if (!context.isItem(iri, type)) return { iri, stamp }
  const [answer] = await loadAnswers(context, [{ iri, type }])
  return { iri, stamp, type, view: new View(answer?.json ?? {}, type, viewsOf(context)) }
}

/** What is written of a list: whole records, or their headers. */
export async function listItems(verb: string, request: OaiRequest, site: Repository): Promise<Xml> {
  // Asked several times of each record.
  const context = { ...site, typesOf: memoize(site.typesOf) }
  const { graph, model, task } = context
  const selected = selectSet(request.set, model)
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
  const read = await pageOf(itemsOf(harvest, task), write, types, context)
  const page = read.items.length === 0 && request.behind ? await repeat(request.behind.iri) : read
  if (page.items.length === 0)
    throw new OaiError(
      'noRecordsMatch',
      'No record is in this set, has this format and changed in this time.',
    )
  // A set of what records say is not counted.
  const size = selected?.entity === undefined ? await context.count(harvest) : undefined
  return element(verb, {}, page.items, tokenOf(page, request, size))

  /** All that was to come has changed meanwhile, and no list may be empty: what came last stands there again. */
  async function repeat(iri: string): Promise<Page> {
    const known = graph.stamps.of(iri) ?? graph.stamps.tombstone(iri)
    const type = context.typesOf(iri).find((one) => types.includes(one))
    const items = known ? itemOf(iri, known.modified, type) : []
    return pageOf(items, write, types, context)
  }
}

const itemOf = (iri: string, stamp: number, type: EntityType | undefined): Item[] => [
  type ? { iri, stamp, type } : { iri, stamp },
]

function tokenOf({ items, last }: Page, request: OaiRequest, size: number | undefined): Xml | undefined {
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
 */
async function pageOf(
  items: Iterable<Item>,
  write: (found: Found) => Xml | undefined,
  types: readonly EntityType[],
  context: Repository,
): Promise<Page> {
  const views = viewsOf(context)
  const written: Xml[] = []
  let [length, last] = [0, undefined as Item | undefined]
  /** Whether one was written that has no place any more. */
  async function overflows(batch: readonly Item[]): Promise<boolean> {
    const isItem = ({ iri, type }: Item): boolean => type !== undefined && context.isItem(iri, type)
    const keys = batch.filter(isItem).map(({ iri, type }) => ({ iri, type: type as EntityType }))
    const answers = (await loadAnswers(context, keys)).values()
    for (const item of batch) {
      checkpoint(context.task)
      const view = item.type && isItem(item) && new View(answers.next().value?.json ?? {}, item.type, views)
      const xml = write(view ? { ...item, view } : item)
      if (xml === undefined) continue
      if (written.length === PAGE_SIZE || length >= MAX_PAGE_LENGTH) return true
      written.push(inOnePiece(xml))
      length += xml.length
      last = item
    }
    return false
  }
  /** Of a record of several types, the first counts; what is gone was of one of these types. */
  function belongs({ iri, type }: Item): boolean {
    if (!type) return context.formerTypes(iri).some((one) => types.includes(one))
    if (context.typesOf(iri).find((one) => types.includes(one)) !== type) return false
    return context.isItem(iri, type) || context.formerTypes(iri).includes(type)
  }
  let hasMore = false
  let waiting: Item[] = []
  for (const item of items) {
    if (!belongs(item) || waiting.push(item) < BATCH) continue
    hasMore = await overflows(waiting)
    waiting = []
    if (hasMore) break
  }
  hasMore ||= await overflows(waiting)
  return { items: written, last: hasMore ? last : undefined }
}
