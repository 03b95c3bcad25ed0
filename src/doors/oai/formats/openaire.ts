/** oai_openaire: OpenAIRE's guidelines for literature repositories, version 4. */

import {
  agent,
  alternateIdentifiers,
  contributors,
  DATACITE,
  fundingReference,
  mainIdentifier,
  relatedIdentifiers,
  subjects,
  titles,
  type Writer,
} from './datacite.ts'
import type { Format } from './format.ts'
import { accessOf, coarType, type View } from './view.ts'
import { element, group, lang, leaf, type Xml } from '../../../record/xml.ts'

const NAMESPACE = 'http://namespace.openaire.eu/schema/oaire/'
const SCHEMA = 'https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd'

const WRITER: Writer = { prefix: 'datacite:', hasRichAffiliations: false }

/** The kinds of resource of the guidelines, by the kinds of products. */
const general: Readonly<Record<string, string>> = {
  literature: 'literature',
  'research data': 'dataset',
  'research software': 'software',
}
const objects: Readonly<Record<string, string>> = { ...general, literature: 'fulltext' }

/** Versions of COAR by what is known of the review. */
const versions: Readonly<Record<string, readonly [uri: string, label: string]>> = {
  'peer reviewed': ['http://purl.org/coar/version/c_970fb48d4fbd8a85', 'VoR'],
  'under review': ['http://purl.org/coar/version/c_71e4c1898caa6e32', 'SMUR'],
}

/** Dates of the guidelines: those of an embargo are its begin and its end. */
function dateElements(view: View): Xml | undefined {
  const isEmbargoed = view.text('Access') === 'embargoed'
  const issued = view.date('Issued')
  const known = view.dates().filter(([type]) => type !== 'Withdrawn' && !(isEmbargoed && type === 'Accepted'))
  return group(
    'datacite:dates',
    isEmbargoed &&
      issued !== undefined &&
      leaf('datacite:date', issued.slice(0, 10), { dateType: 'Accepted' }),
    known.map(([dateType, date]) => leaf('datacite:date', date.slice(0, 10), { dateType })),
  )
}

function resource(view: View): readonly (Xml | undefined | false)[] {
  const genre = view.text('Genre') ?? ''
  const [segment = '', term] = view.kind?.coar ?? []
  const { type, value } = mainIdentifier(view)
  // It must be there: where nothing is said, there is but a description.
  const access = accessOf(view.text('Access') ?? 'unavailable')
  const [version, label] = versions[view.text('Review') ?? ''] ?? []
  const license = view.text('License')
  const [container] = view.references('Container')
  const name = (one: View | undefined): string | undefined => one?.title
  return [
    titles(view, WRITER),
    group(
      'datacite:creators',
      view.agents('Creator').map((one) => agent(one, 'creator', WRITER)),
    ),
    contributors(view, WRITER),
    group(
      'oaire:fundingReferences',
      view.references('Funding').map((grant) => fundingReference(grant, 'oaire:', true)),
    ),
    alternateIdentifiers(view, WRITER),
    relatedIdentifiers(view, WRITER),
    leaf(
      'dc:language',
      view
        .texts('Title')
        .map(({ language }) => lang(language))
        .find(Boolean),
    ),
    ...view.agents('Publisher').map((one) => leaf('dc:publisher', name(one.view))),
    dateElements(view),
    leaf('oaire:resourceType', term, {
      resourceTypeGeneral: general[genre] ?? 'other research product',
      uri: coarType(segment),
    }),
    ...view
      .texts('Description')
      .map((one) => leaf('dc:description', one.text, { 'xml:lang': lang(one.language) })),
    leaf('datacite:identifier', value, { identifierType: type === 'Handle' ? 'HANDLE' : type }),
    leaf('datacite:rights', access?.label, { rightsURI: access?.uri }),
    subjects(view, WRITER),
    license !== undefined && leaf('oaire:licenseCondition', license, { uri: license }),
    leaf('oaire:version', label, { uri: version }),
    ...view.identifiers('Url').map((one) =>
      leaf('oaire:file', one.url ?? one.value, {
        accessRightsURI: access?.uri,
        objectType: objects[genre] ?? 'other',
      }),
    ),
    leaf('oaire:citationTitle', name(container)),
    leaf('oaire:citationVolume', view.text('Volume')),
    leaf('oaire:citationIssue', view.text('Issue')),
    leaf('oaire:citationStartPage', view.text('FirstPage')),
    leaf('oaire:citationEndPage', view.text('LastPage')),
    leaf('oaire:citationEdition', view.text('Edition')),
  ]
}

export const openAire: Format = {
  prefix: 'oai_openaire',
  namespace: NAMESPACE,
  schema: SCHEMA,
  takes: ({ isCitable }) => isCitable,
  write: (view) =>
    element(
      'oaire:resource',
      {
        'xmlns:oaire': NAMESPACE,
        'xmlns:datacite': DATACITE,
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xsi:schemaLocation': `${NAMESPACE} ${SCHEMA}`,
      },
      resource(view),
    ),
}
