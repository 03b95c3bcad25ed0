/** Dublin Core, as every repository has it: texts in fifteen elements, whose meaning is to be told from them. */

import { elementsIn, textIn, type XmlElement } from '../../../model/conversion/xml.ts'
import { doiOf, issnOf } from '../../../model/conversion/ids.ts'
import { urlOf } from '../../shared/values.ts'
import type { SourceNotes } from '../../../model/rows/source-row.ts'
import type { Json } from '../../../model/values/json.ts'
import { typeOf } from './types.ts'

/** How identifiers begin, by their types. */
const identifierTypes: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['handle', /^(?:hdl:|info:hdl\/|https?:\/\/hdl\.handle\.net\/)/i],
  ['arxiv', /^(?:arxiv:|https?:\/\/arxiv\.org\/abs\/)/i],
  ['pmid', /^(?:pmid:|https?:\/\/(?:www\.ncbi\.nlm\.nih\.gov\/pubmed|pubmed\.ncbi\.nlm\.nih\.gov)\/)/i],
  ['pmcid', /^(?:pmcid:|https?:\/\/(?:www\.ncbi\.nlm\.nih\.gov\/pmc|pmc\.ncbi\.nlm\.nih\.gov)\/articles\/)/i],
  ['isbn', /^(?:urn:)?isbn:?\s*(?=[\dxX -]{10,17}$)/i],
  ['urn', /^(?=urn:)/i],
]

/** An identifier of the same work under another name, as OpenAIRE had it before version 4. */
const ALTERNATIVE = /^info:eu-repo\/semantics\/altIdentifier\/(\w+)\//

function identifierOf(text: string): Json | undefined {
  const [alternative, scheme] = ALTERNATIVE.exec(text) ?? []
  const value = alternative === undefined ? text : text.slice(alternative.length)
  if (scheme !== undefined) return { identifier: value, identifierType: scheme }
  if (doiOf(value) !== undefined) return { identifier: value, identifierType: 'DOI' }
  const [type, beginning] = identifierTypes.find(([, start]) => start.test(value)) ?? []
  return beginning && { identifier: value.replace(beginning, ''), identifierType: type }
}

const EMBARGO_END = /^info:eu-repo\/date\/embargoEnd\//

/** Of several dates, some are those of a deposit, to the second: the least precise one, then the first. */
function datesOf(texts: readonly string[], { drop }: SourceNotes): Json[] {
  const ends = texts.filter((text) => EMBARGO_END.test(text))
  const [issued, ...others] = texts
    .filter((text) => !text.startsWith('info:'))
    .sort((a, b) => Number(a.includes('T')) - Number(b.includes('T')) || (a < b ? -1 : 1))
  if (others.length > 0) drop('dates beyond that of the publication')
  return [
    { date: issued, dateType: 'Issued' },
    ...ends.map((text) => ({ date: text.replace(EMBARGO_END, ''), dateType: 'Available' })),
  ]
}

/** The journal by its ISSN, before whose volume a semicolon stands, as OJS writes it; other sources are any text. */
function journalOf(texts: readonly string[], { drop }: SourceNotes): Json | undefined {
  const identifier = texts.map(issnOf).find(Boolean)
  const title = texts.find((text) => text.includes(';'))?.split(';', 1)[0]
  if (texts.some((text) => issnOf(text) === undefined)) drop('element source beyond the name of a journal')
  return identifier === undefined ? undefined : { type: 'Journal', identifier, title }
}

const GRANT = /^info:eu-repo\/grantAgreement\/([^/]*)\/[^/]*\/([^/]+)/
const EUROPEAN_COMMISSION = { funderName: 'European Commission', funderIdentifier: '10.13039/501100000780' }

/** A grant, as OpenAIRE names it: funder, programme and number. */
function grantOf(text: string): Json | undefined {
  const [, funder = '', number] = GRANT.exec(text) ?? []
  if (number === undefined) return undefined
  const agency = funder === 'EC' ? EUROPEAN_COMMISSION : { funderName: funder }
  return { ...agency, awardNumber: decodeURIComponent(number.replace(/%(?![\da-f]{2})/gi, '%25')) }
}

/** What records are of, of which no product is made. */
const OTHER_ENTITIES =
  /^(?:person|agent|organisation|organization|grant|project|datasource|venue|topic|service)$/

/** @returns undefined for what is no product */
export function readDublinCore(metadata: XmlElement, notes: SourceNotes): Json | undefined {
  const { drop } = notes
  const textsOf = (name: string): string[] => elementsIn(metadata, name).flatMap((one) => textIn(one) ?? [])
  const withLanguage = (name: string): Json[] =>
    elementsIn(metadata, name).map((one) => ({ [name]: textIn(one), lang: one.attributes['xml:lang'] }))
  const types = textsOf('type')
  const [other] = types.filter((type) => OTHER_ENTITIES.test(type))
  if (other !== undefined && types.length === 1) {
    drop(`records of the type ${other}, which are no products`)
    return undefined
  }
  const container = journalOf(textsOf('source'), notes)
  for (const name of ['format', 'coverage']) if (textsOf(name).length > 0) drop(`element ${name}`)
  const [relations, identifiers] = [textsOf('relation'), textsOf('identifier')]
  const grants = relations.flatMap((text) => grantOf(text) ?? [])
  const own = [...identifiers, ...relations.filter((text) => ALTERNATIVE.test(text))]
  for (const text of relations)
    if (!GRANT.test(text) && !ALTERNATIVE.test(text)) drop('relations that do not say what they are')
  const found = own.map((text) => ({ text, identifier: identifierOf(text) }))
  const address = found.find(({ text, identifier }) => !identifier && /^https?:\/\/\S+$/i.test(text))
  for (const one of found)
    if (!one.identifier && one !== address) drop('identifiers of which it is not known what they are')
  const [publisher, ...publishers] = textsOf('publisher')
  if (publishers.length > 0) drop('publishers beyond the first')
  const [language, ...languages] = textsOf('language')
  if (languages.length > 0) drop('languages beyond the first')
  const people = (name: string): Json[] =>
    textsOf(name).flatMap((text) => {
      const parts = text.split(/\s*;\s*/).filter(Boolean)
      if (parts.length > 1 && parts.every((part) => part.includes(',')))
        return parts.map((part) => ({ name: part }))
      if (!/^https?:/i.test(text)) return [{ name: text }]
      drop(`${name} that is an address`)
      return []
    })
  return {
    titles: withLanguage('title'),
    creators: people('creator'),
    contributors: people('contributor'),
    subjects: withLanguage('subject'),
    descriptions: withLanguage('description').map((one) => ({ ...one, descriptionType: 'Abstract' })),
    publisher,
    dates: datesOf(textsOf('date'), notes),
    types: { resourceTypeGeneral: types.map(typeOf).find(Boolean) },
    identifiers: found.flatMap((one) => one.identifier ?? []),
    url: address?.text,
    container,
    language: language?.replace('_', '-'),
    fundingReferences: grants,
    rightsList: textsOf('rights').map((text) =>
      text.startsWith('info:') || urlOf(text) !== undefined ? { rightsUri: text } : { rights: text },
    ),
  }
}
