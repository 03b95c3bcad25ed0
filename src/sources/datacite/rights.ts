/** Licences and access rights of DataCite records. */

import type { Reading } from './shared.ts'
import { byName, objectsOf, textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { accessByCode, licenceIri, urlOf } from '../../model/conversion/values.ts'

/** Words of info:eu-repo/semantics and names of COAR access rights → status. */
const accessWords = byName<string>({
  openaccess: 'open',
  restrictedaccess: 'restricted',
  closedaccess: 'closed',
  embargoedaccess: 'embargoed',
  ...accessByCode,
})

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

export interface Rights {
  readonly licence?: string
  readonly access: { readonly status?: string; readonly description?: string }
}

/** @param isEmbargoed whether the date from which it is available has not come */
export function rightsOf({ record, drop }: Reading, isEmbargoed: boolean): Rights {
  const rights = objectsOf(record['rightsList']).map((licence) => {
    const [rightsUri, spdx] = [textOf(licence['rightsUri']), textOf(licence['rightsIdentifier'])]
    const stated = rightsUri !== undefined && ACCESS_URI.test(rightsUri) ? rightsUri : urlOf(rightsUri)
    const uri = stated ?? (spdx === undefined ? undefined : licencePage(spdx))
    return {
      uri,
      status: uri === undefined ? undefined : accessOf(uri),
      text: plainLine(licence['rights']) ?? (stated === undefined ? plainLine(rightsUri) : undefined),
    }
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
