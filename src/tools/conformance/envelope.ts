/** The envelope of an answer: media type, @context, @graph, and the links of api_items. */

import { assertBaseOutsideApi } from '../../record/urls.ts'
import { isObject } from '../../model/values/json.ts'
import { invalidBaseReason } from '../../model/context/iri.ts'
import {
  baseOf,
  idOf,
  metaOf,
  typeNameOf,
  type CheckRun,
  type CheckedList,
  type JsonAnswer,
} from './check-run.ts'

const JSON_TYPES = ['application/json', 'application/ld+json', 'application/vnd.skgif.ld+json']

/** Context items that SKG-IF demands. */
const LEAST_CONTEXTS = 3

/** @param type what the records have to be; undefined where it is not known */
export function checkEnvelope(
  run: CheckRun,
  url: string,
  answer: JsonAnswer,
  type: CheckedList['type'],
): void {
  const { report } = run
  if (!JSON_TYPES.includes(answer.type))
    report.add('media-type', url, `is sent as ${answer.type || 'no media type'}`)
  const { page } = answer
  if (!page) {
    report.add('graph', url, 'has no @graph')
    return
  }
  if (page.member !== '@graph') report.add('graph', url, `has the records in ${page.member}`)
  else if (!Array.isArray(page.body['@graph'])) report.add('graph', url, 'has a @graph that is no array')
  checkContext(run, url, answer)
  for (const record of page.records) {
    const name = typeNameOf(record)
    if (!isObject(record) || idOf(record) === undefined || typeof name !== 'string') {
      report.add('item', url, `has the item ${JSON.stringify(record)?.slice(0, 200) ?? ''}`)
      break
    }
    const isOther = type && ![type.name, ...(type.aliases ?? [])].includes(name)
    if (!isOther) continue
    report.add('item-type', url, `has an item with entity_type ${name}`, type.name)
    break
  }
  checkApiItems(run, url, answer)
}

/** The URL of the API as a list names it: servers behind proxies often call themselves otherwise. */
function rootInAnswer(answer: JsonAnswer): string | undefined {
  const searchResult = metaOf(answer)?.['part_of']
  const self = isObject(searchResult) ? searchResult['local_identifier'] : undefined
  return typeof self === 'string' && URL.canParse(self)
    ? new URL('.', self).href.replace(/\/$/, '')
    : undefined
}

function checkContext({ report, model, root }: CheckRun, url: string, answer: JsonAnswer): void {
  const context = answer.page?.body['@context']
  const items = Array.isArray(context) ? (context as unknown[]) : []
  if (items.length < LEAST_CONTEXTS || new Set(items.map((item) => JSON.stringify(item))).size < items.length)
    report.add(
      'context',
      url,
      `has the @context ${JSON.stringify(context)?.slice(0, 300) ?? 'that is absent'}`,
    )
  const [first] = model.contexts
  const core = model.contexts.filter(({ extension }) => extension === first?.extension)
  const missing = core.find((one) => !items.includes(one.url))
  if (missing && items.length >= LEAST_CONTEXTS)
    report.add('context', url, 'does not name all contexts of SKG-IF', `${missing.url} among them`)
  const base = baseOf(context)
  if (base === undefined) {
    report.add('base', url, 'has no @base')
    return
  }
  const fault = invalidBaseReason(base)
  if (fault) report.add('base', url, `has the @base ${base}: ${fault}`)
  try {
    for (const api of [root, rootInAnswer(answer)]) if (api !== undefined) assertBaseOutsideApi(base, api)
  } catch {
    report.add('base', url, `has the @base ${base}, which lies under the URL of the API`)
  }
}

function checkApiItems({ report }: CheckRun, url: string, answer: JsonAnswer): void {
  const meta = metaOf(answer)
  if (!meta) return
  const items = meta['api_items']
  if (!Array.isArray(items)) {
    report.add('api-items', url, 'has none')
    return
  }
  const isLink = (link: unknown): boolean =>
    isObject(link) &&
    link['entity_type'] === 'link' &&
    typeof link['rel'] === 'string' &&
    typeof link['href'] === 'string'
  const wrong = (items as unknown[]).find(
    (item) =>
      !isObject(item) ||
      idOf(item) === undefined ||
      !Array.isArray(item['urls']) ||
      !item['urls'].every(isLink),
  )
  if (wrong !== undefined) report.add('api-item', url, `has ${JSON.stringify(wrong).slice(0, 200)}`)
}
