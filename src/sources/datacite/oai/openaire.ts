/** OpenAIRE's guidelines for literature repositories (version 4): elements of DataCite, and some of its own. */

import { elementsIn, textIn, type XmlElement } from '../../../model/conversion/xml.ts'
import { objectOf, objectsOf, textOf } from '../../../model/conversion/json.ts'
import type { SourceNotes } from '../../../model/rows/source-row.ts'
import type { Json } from '../../../model/values/json.ts'
import { readKernel } from './kernel.ts'
import { typeOf } from './types.ts'

const EMBARGO = /c_f1cf|embargoedAccess/

/** Elements that have no place. */
const LOST = `version format source coverage audience citationConferencePlace citationConferenceDate`.split(
  ' ',
)

export function readOpenAire(resource: XmlElement, { drop }: SourceNotes): Json {
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
