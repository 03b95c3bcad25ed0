/** Records of ORCID as XML (schema 3.0, as in the public data file) → as the API gives them in JSON. */

import { elementsIn, readXml, textIn, type XmlElement } from '../../model/conversion/xml.ts'
import type { Json } from '../../model/values/json.ts'
import type { TextRecord } from '../../model/rows/source-row.ts'

/** An element: its text, or its members by their names without prefix, of several of one name a list. */
function valueOf(element: XmlElement): Json | string {
  const members: Json = Object.create(null) as Json
  for (const inner of elementsIn(element)) {
    const [before, value] = [members[inner.name], valueOf(inner)]
    members[inner.name] =
      before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  const hasMembers = Object.keys(members).length > (members['path'] === undefined ? 0 : 1)
  return hasMembers ? members : (ownTextOf(element) ?? members)
}

const ownTextOf = (element: XmlElement): string | undefined =>
  textIn({ ...element, content: element.content.filter((one) => typeof one === 'string') })

export const isOrcidXml = (head: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?record\s/.test(head) && head.includes('http://www.orcid.org/ns/')

/** The one record of a text. @throws UnreadableText if it is too long */
export async function* readOrcidXml(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  const { root, fault } = await readXml(pieces)
  const record = root?.name === 'record' && !fault ? valueOf(root) : {}
  yield fault || typeof record === 'string'
    ? [{ line: fault?.line ?? 1, fault: `is no whole XML: ${fault?.message ?? 'it has no elements'}` }]
    : [{ line: 1, record }]
}
