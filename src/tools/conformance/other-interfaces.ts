/** What a server has for programs besides its API: OAI-PMH, signposts of a record's page, the page of the data set. */

import { linksOf } from '../shared/links.ts'
import { withLocalhost } from '../../model/context/iri.ts'
import type { CheckRun } from './check-run.ts'

/** The addresses at which OAI-PMH and the page of the data set are looked for. */
const siteOf = (root: string): string =>
  root.endsWith('/skg-if/api') ? root.slice(0, -'/skg-if/api'.length) : new URL(root).origin

const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1]

const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** What Identify must say, and what the value must be. */
const identity: readonly [name: string, isRight: (value: string, url: string) => boolean][] = [
  ['repositoryName', (value) => value.trim() !== ''],
  ['baseURL', (value, url) => withLocalhost(value) === withLocalhost(url)],
  ['protocolVersion', (value) => value === '2.0'],
  ['adminEmail', (value) => /^[^\s:]+@(?:\S+\.)+\S+$/.test(value)],
  ['earliestDatestamp', (value) => SECONDS.test(value) || /^\d{4}-\d\d-\d\d$/.test(value)],
  ['deletedRecord', (value) => ['no', 'transient', 'persistent'].includes(value)],
  ['granularity', (value) => /^YYYY-MM-DD(?:Thh:mm:ssZ)?$/.test(value)],
]

/** OAI-PMH, where it is there. */
export async function checkOai({ client, report, root }: CheckRun): Promise<void> {
  const url = `${siteOf(root)}/oai`
  const ask = async (query: string): Promise<string> => (await client.get(`${url}?${query}`)).text
  const first = await client.get(`${url}?verb=Identify`)
  if (first.status !== 200 || !first.text.includes('<OAI-PMH')) return
  for (const [name, isRight] of identity) {
    const value = textIn(first.text, name)
    if (value === undefined || !isRight(value, url))
      report.add('oai-identify', url, `has the ${name} ${value ?? 'nowhere'} in Identify`)
  }
  const formats = await ask('verb=ListMetadataFormats')
  if (!formats.includes('<metadataPrefix>oai_dc</metadataPrefix>'))
    report.add('oai-format', url, 'has no oai_dc in ListMetadataFormats')
  for (const [query, code] of [
    ['verb=None', 'badVerb'],
    ['verb=ListIdentifiers&metadataPrefix=none', 'cannotDisseminateFormat'],
    ['verb=ListIdentifiers&metadataPrefix=oai_dc&from=never', 'badArgument'],
    ['verb=ListIdentifiers&resumptionToken=none', 'badResumptionToken'],
  ] as const)
    if (!(await ask(query)).includes(`code="${code}"`))
      report.add('oai-error', `${url}?${query}`, `is not answered with the error ${code}`)
  await checkOaiList(report, url, ask)
}

/** The first two pages of a list, and a record of it. */
async function checkOaiList(
  report: CheckRun['report'],
  url: string,
  ask: (query: string) => Promise<string>,
): Promise<void> {
  const idsIn = (xml: string): string[] =>
    [...xml.matchAll(/<header[^>]*>\s*<identifier>([^<]*)</g)].map(([, id]) => id as string)
  const page = await ask('verb=ListIdentifiers&metadataPrefix=oai_dc')
  const ids = idsIn(page)
  if (ids.length === 0) return report.add('oai-list', url, 'lists no identifier in oai_dc')
  const stamp = [...page.matchAll(/<datestamp>([^<]*)</g)].find(
    ([, one = '']) => !SECONDS.test(one) && !/^\d{4}-\d\d-\d\d$/.test(one),
  )
  if (stamp)
    report.add('oai-list', url, `has the datestamp ${stamp[1] ?? ''}, which is no day or second in UTC`)
  const token = textIn(page, 'resumptionToken')
  if (token) {
    const next = await ask(`verb=ListIdentifiers&resumptionToken=${encodeURIComponent(token)}`)
    const repeated = idsIn(next).find((id) => ids.includes(id))
    if (repeated !== undefined) report.add('oai-list', url, `lists ${repeated} on two pages`)
  }
  const id = encodeURIComponent((ids[0] as string).replaceAll('&amp;', '&'))
  if (!idsIn(await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${id}`)).includes(ids[0] as string))
    report.add('oai-list', url, `does not give ${ids[0] ?? ''}, which it lists`)
}

/** The Link header of a record's page, where there is a page. @param url of the record */
export async function checkSignposts({ client, report }: CheckRun, url: string): Promise<void> {
  const { status, type, headers } = await client.get(url, { accept: 'text/html' })
  if (status !== 200 || type !== 'text/html') return
  const links = linksOf(headers.get('link') ?? '')
  const count = (rel: string): number => links.filter((link) => link.rels.includes(rel)).length
  if (count('cite-as') !== 1)
    report.add('signposts', url, `has ${count('cite-as')} links cite-as in its header`)
  if (count('type') === 0) report.add('signposts', url, 'has no link type in its header')
  if (!links.some(({ rels, type: one }) => rels.includes('describedby') && one !== undefined))
    report.add('signposts', url, 'has no link describedby with a media type in its header')
}

/** Terms of schema.org without which a data set is not found. */
const MEMBERS = 'name description url'.split(' ')

/** The page of the data set: search engines of data and assessments read what is embedded in it. */
export async function checkDatasetPage({ client, report, root }: CheckRun): Promise<void> {
  const url = `${siteOf(root)}/`
  const { status, type, text } = await client.get(url, { accept: 'text/html' })
  if (status !== 200 || type !== 'text/html') return
  const blocks = [...text.matchAll(/<script[^>]*application\/ld\+json[^>]*>([^]*?)<\/script>/g)].map(
    ([, block = '']) => block,
  )
  const dataset = blocks.find((block) => /"@type":\s*\[?\s*"(?:\w+:)?Dataset"/.test(block))
  const missing = MEMBERS.filter((key) => dataset?.includes(`"${key}"`) !== true)
  if (missing.length > 0) {
    const keys = missing.join(', ')
    report.add('dataset-page', url, `has no schema.org Dataset with ${keys} embedded`)
  }
}
