/** OAI-PMH: what repositories give of their records, as lines of `harvest` and as XML. */

import {
  elementsIn,
  parseXml,
  readXml,
  type XmlDocument,
  type XmlElement,
  textIn,
} from '../../../model/conversion/xml.ts'
import { isOaiAnswer, readOaiAnswer } from '../../../model/conversion/oai-pmh.ts'
import { encodeIri } from '../../../model/context/iri.ts'
import { doiIri, doiOf } from '../../../model/conversion/ids.ts'
import { generatedId } from '../../../model/identifiers/generated-ids.ts'
import { objectOf, objectsOf, textOf } from '../../../model/conversion/json.ts'
import { isObject, type Json } from '../../../model/values/json.ts'
import type { Source, SourceNotes, TextRecord } from '../../../model/rows/source-row.ts'
import { readDataCite } from '../product.ts'
import { otherIdentifiersOf } from '../shared.ts'
import { readDublinCore } from './dublin-core.ts'
import { readKernel } from './kernel.ts'
import { typeOf } from './types.ts'

interface MetadataFormat {
  readonly namespace: RegExp
  /** The record in the form of DataCite's REST API; undefined for what is no product. */
  read(root: XmlElement, notes: SourceNotes): Json | undefined
}

/** A record in DataCite's own wrapper. */
function readWrapped(wrapper: XmlElement): Json | undefined {
  const [resource] = elementsIn(elementsIn(wrapper, 'payload')[0], 'resource')
  return resource && readKernel(resource)
}

/** Formats by the namespaces of their roots. */
const formats: readonly MetadataFormat[] = [
  { namespace: /^https?:\/\/datacite\.org\/schema\/kernel-[234]/, read: readKernel },
  { namespace: /^https?:\/\/schema\.datacite\.org\/oai\/oai-1\.\d\/?$/, read: readWrapped },
  { namespace: /^https?:\/\/namespace\.openaire\.eu\/schema\/oaire\/?$/, read: readOpenAire },
  { namespace: /^https?:\/\/www\.openarchives\.org\/OAI\/2\.0\/oai_dc\/?$/, read: readDublinCore },
]

const formatOf = ({ namespace }: XmlElement): MetadataFormat | undefined =>
  formats.find((one) => one.namespace.test(namespace))

/** The start tag of the root, behind what may stand before it. */
const ROOT =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*(<[^!?][^>]*>)/

/** Whether a text begins with the start tag of an answer, or of metadata in one of the formats. */
function isOaiXml(head: string): boolean {
  const tag = ROOT.exec(head)?.[1]
  const root = tag && parseXml(tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`).root
  return root !== undefined && root !== '' && (isOaiAnswer(root) || formatOf(root) !== undefined)
}

const faultOf = ({ fault }: XmlDocument): TextRecord[] =>
  fault ? [{ line: fault.line, fault: `is no whole XML: ${fault.message}` }] : []

/** The records of a text, up to where it breaks; an answer without any is no fault. */
async function* readOaiXml(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  const document = await readXml(pieces)
  const { root } = document
  if (root && isOaiAnswer(root)) {
    const { records, errors } = readOaiAnswer(root)
    yield records.map(({ line, ...record }) => ({ line, record }))
    yield errors.map(({ code, message }) => ({ line: 1, warning: `is the answer ${code}: ${message}` }))
  } else if (root && !root.isCutOff) yield [{ line: root.line, record: { metadata: root } }]
  yield faultOf(document)
}

/** The metadata of a line: its root, or what is wrong with it. */
function metadataOf(metadata: unknown): XmlElement | string {
  if (isObject(metadata) && Array.isArray(metadata['content'])) return metadata as unknown as XmlElement
  if (typeof metadata !== 'string') return 'has no metadata; a text of XML is expected'
  const { root, fault } = parseXml(metadata)
  return root && !fault ? root : `has metadata that are no whole XML: ${fault?.message ?? 'they are empty'}`
}

/** The id of a product: by its DOI, by its OAI identifier, which is an IRI, or by its address. */
function idOf(record: Json, doi: string | undefined, collection: string, key: string | undefined): string {
  if (doi !== undefined) return doiIri(doi)
  if (key !== undefined)
    return /^[a-z][a-z\d+.-]*:\S/i.test(key) ? encodeIri(key) : generatedId(collection, 'product', key)
  const [{ identifier, identifierType } = {}] = objectsOf(record['identifiers'])
  const label = textOf(objectsOf(record['titles'])[0]?.['title']) ?? ''
  const own = textOf(identifier)
  return (
    textOf(record['url']) ??
    generatedId('oai', 'product', own === undefined ? label : `${String(identifierType)} ${own}`)
  )
}

function readMetadata(root: XmlElement, oai: Json, notes: SourceNotes): readonly Json[] {
  const format = formatOf(root)
  if (!format) {
    const name = root.namespace || `no namespace (${root.qualifiedName})`
    notes.refuse(
      `has metadata of ${name}; those of oai_dc, DataCite (kernel 2 to 4) and OpenAIRE (literature, 4) are expected`,
    )
    return []
  }
  const record = format.read(root, notes)
  if (!record) return []
  const [collection, key] = [textOf(oai['baseURL']) ?? '', textOf(oai['identifier'])]
  const others = otherIdentifiersOf({ record })
  const isDoi = ({ type }: (typeof others)[number]): boolean => type?.toLowerCase() === 'doi'
  const doi = others
    .filter(isDoi)
    .map(({ value }) => doiOf(value))
    .find(Boolean)
  const id = idOf(record, doi, collection, key)
  return readDataCite({ ...notes, record, id, doi, session: doi ?? id, client: collection || undefined })
}

export const oai: Source = {
  name: 'oai',
  label: 'OAI-PMH',
  text: { endings: [], recognises: isOaiXml, records: readOaiXml },
  recognises: (record) =>
    isObject(record['oai']) && (typeof record['metadata'] === 'string' || record['oai']['deleted'] === true),
  read(record, notes) {
    const header = objectOf(record['oai'])
    const [collection, key, sourceDate] = ['baseURL', 'identifier', 'datestamp'].map((name) =>
      textOf(header[name]),
    )
    const isDeleted = header['deleted'] === true
    if (key !== undefined) notes.origin({ collection, key, sourceDate, ...(isDeleted && { deleted: true }) })
    if (isDeleted && key === undefined) notes.refuse('is deleted, and has no identifier')
    if (isDeleted) return []
    const metadata = metadataOf(record['metadata'])
    if (typeof metadata !== 'string') return readMetadata(metadata, header, notes)
    notes.refuse(metadata)
    return []
  },
}

const EMBARGO = /c_f1cf|embargoedAccess/

/** Elements that have no place. */
const LOST = `version format source coverage audience citationConferencePlace citationConferenceDate`.split(
  ' ',
)

function readOpenAire(resource: XmlElement, { drop }: SourceNotes): Json {
  const record = readKernel(resource)
  const valueOf = (name: string): string | undefined => textIn(elementsIn(resource, name)[0])
  for (const { name } of elementsIn(resource, ...LOST)) drop(`element ${name}`)
  const { uri, resourceTypeGeneral } = objectOf(record['types'])
  const licences = elementsIn(resource, 'licenseCondition').map((one) => ({
    rights: textIn(one),
    rightsUri: one.attributes['uri'] ?? textIn(one),
  }))
  const rights = objectsOf(record['rightsList'])
  const isEmbargoed = rights.some((one) => EMBARGO.test(String(one['rightsUri'])))
  return {
    ...record,
    types: { resourceTypeGeneral: typeOf(textOf(uri)) ?? typeOf(textOf(resourceTypeGeneral)) },
    rightsList: [...rights, ...licences],
    descriptions: objectsOf(record['descriptions']).map((one) => ({ ...one, descriptionType: 'Abstract' })),
    // Of an embargo, that date is its begin.
    dates: objectsOf(record['dates']).filter((one) => !(isEmbargoed && one['dateType'] === 'Accepted')),
    version: undefined,
    formats: undefined,
    container: {
      title: valueOf('citationTitle'),
      volume: valueOf('citationVolume'),
      issue: valueOf('citationIssue'),
      edition: valueOf('citationEdition'),
      firstPage: valueOf('citationStartPage'),
      lastPage: valueOf('citationEndPage'),
    },
    contentUrl: elementsIn(resource, 'file').flatMap((one) => textIn(one) ?? []),
  }
}
