/** Licences and access rights of DataCite records. */

import { foldText } from '../../load/linking/names.ts'
import type { Reading } from './shared.ts'
import { accessTexts, licenceWords } from './tables.ts'
import { byName, objectsOf, textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { accessByCode, licenceIri, urlOf } from '../shared/values.ts'

/** Words of info:eu-repo/semantics and names of COAR access rights → status. */
const accessWords = byName<string>({ ...accessTexts, ...accessByCode })

const ACCESS_URI =
  /^(?:info:eu-repo\/semantics|https?:\/\/purl\.org\/(?:coar\/access_right|eprint\/accessRights))\/(\w+)\/?$/i

const accessOf = (uri: string): string | undefined =>
  accessWords[ACCESS_URI.exec(uri)?.[1]?.toLowerCase() ?? '']

/** Licences under which anybody may read. */
const OPEN_LICENCE =
  /(?:creativecommons|opensource|opendatacommons)\.org|(?:apache|gnu|spdx)\.org\/licenses|mozilla\.org.*MPL/i

function licencePage(spdx: string): string {
  const [, terms, version] = /^cc-(by[a-z-]*)-(\d\.\d)$/i.exec(spdx) ?? []
  if (terms !== undefined)
    return `https://creativecommons.org/licenses/${terms.toLowerCase()}/${version as string}/legalcode`
  if (/^cc0-1\.0$/i.test(spdx)) return 'https://creativecommons.org/publicdomain/zero/1.0/legalcode'
  return `https://spdx.org/licenses/${spdx}`
}

/** The page of a licence that a text names by its terms and version and nothing else: `CC BY-NC 4.0`. */
function licenceIn(text = ''): string | undefined {
  const parts = text.match(/\d\.\d|[\p{L}\d]+/gu) ?? []
  const [version, another] = new Set(parts.filter((part) => part.includes('.')))
  const found = parts.filter((part) => !part.includes('.')).map((part) => licenceWords[foldText(part)])
  if (another !== undefined || found.includes(undefined)) return undefined
  if (found.includes('zero')) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const terms = ['by', 'nc', 'nd', 'sa'].filter((term) => found.includes(term)).join('-')
  return version !== undefined && terms.startsWith('by')
    ? `https://creativecommons.org/licenses/${terms}/${version}/`
    : undefined
}

export interface Rights {
  readonly licence?: string
  readonly access: { readonly status?: string; readonly description?: string }
}

/** @param isEmbargoed whether the date from which it is available has not come */
export function rightsOf({ record, drop }: Reading, isEmbargoed: boolean): Rights {
  const rights = objectsOf(record['rightsList']).map((licence) => {
    const [rightsUri, spdx] = [textOf(licence['rightsUri']), textOf(licence['rightsIdentifier'])]
    const stated = rightsUri !== undefined && ACCESS_URI.test(rightsUri) ? rightsUri : urlOf(rightsUri)
    const text = plainLine(licence['rights']) ?? (stated === undefined ? plainLine(rightsUri) : undefined)
    const uri = stated ?? (spdx === undefined ? licenceIn(text) : licencePage(spdx))
    return { uri, status: uri === undefined ? accessWords[foldText(text)] : accessOf(uri), text }
  })
  const licences = rights.flatMap(({ uri }) =>
    uri !== undefined && !ACCESS_URI.test(uri) ? [licenceIri(uri)] : [],
  )
  for (let i = new Set(licences).size; i > 1; i--) drop('licences beyond the first')
  const open = licences.some((uri) => OPEN_LICENCE.test(uri)) ? 'open' : undefined
  const stated = rights.map(({ status }) => status).find(Boolean)
  const texts = rights.flatMap(({ uri, text }) => (uri === undefined && text !== undefined ? [text] : []))
  return {
    licence: licences[0],
    access: {
      status: isEmbargoed ? 'embargoed' : (stated ?? open),
      description: [...new Set(texts)].join('; '),
    },
  }
}
