/** oai_dc: Dublin Core, which every record has. */

import type { Format } from './format.ts'
import { accessOf, coarType, type Agent, type View } from './view.ts'
import { element, lang, leaf, type Xml } from '../../../record/xml.ts'

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/oai_dc/'
const SCHEMA = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'

const nameOf = ({ view }: Agent): string | undefined => {
  const { family, given } = view.personName
  return family === undefined ? view.title : given === undefined ? family : `${family}, ${given}`
}

/** The line that says where it appeared. */
function sourceOf(view: View): string | undefined {
  const [container] = view.references('Container')
  const pages = [view.text('FirstPage'), view.text('LastPage')].filter(Boolean).join('-')
  const parts = [container?.title, view.text('Volume'), view.text('Issue'), pages].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** The address of what a record relates to. */
const addressOf = (view: View): string =>
  view.url ?? view.identifiers().find(({ url }) => url)?.url ?? view.iri

/** The old style in which OpenAIRE still reads grants of the European Commission. */
function grantOf(grant: View): readonly (string | undefined)[] {
  const [number, stream] = [grant.text('Number'), grant.text('Stream')]
  const isEuropean = grant
    .agents('Funder')
    .some(({ view }) => /European Commission|^EC$/.test(view.title ?? ''))
  return [
    isEuropean && number !== undefined && stream !== undefined
      ? `info:eu-repo/grantAgreement/EC/${encodeURIComponent(stream)}/${encodeURIComponent(number)}`
      : undefined,
    addressOf(grant),
  ]
}

function elementsOf(view: View): readonly (Xml | undefined)[] {
  const [segment, term] = view.kind?.coar ?? []
  const texts = (tag: string, name: string): (Xml | undefined)[] =>
    view.texts(name).map(({ text, language }) => leaf(tag, text, { 'xml:lang': lang(language) }))
  const values = (tag: string, some: readonly (string | undefined)[]): (Xml | undefined)[] =>
    [...new Set(some)].map((value) => leaf(tag, value))
  const titles = [...texts('dc:title', 'Title'), ...texts('dc:title', 'Alternative')]
  const contributors = view.agents('Editor', 'HostingInstitution', 'Member', 'Beneficiary')
  return [
    ...(titles.length > 0 ? titles : [leaf('dc:title', view.title ?? view.text('Number'))]),
    ...values('dc:creator', view.agents('Creator', 'PrincipalInvestigator').map(nameOf)),
    ...values('dc:contributor', contributors.map(nameOf)),
    ...texts('dc:subject', 'Subject'),
    ...texts('dc:subject', 'Keyword'),
    ...texts('dc:description', 'Description'),
    ...values('dc:publisher', view.agents('Publisher', 'Funder').map(nameOf)),
    ...values('dc:date', [view.date('Issued')?.slice(0, 10)]),
    ...(segment !== undefined
      ? values('dc:type', [term, coarType(segment)])
      : values('dc:type', [view.text('Genre') ?? view.type?.name])),
    ...values('dc:identifier', [view.url, ...view.identifiers().map(({ url, value }) => url ?? value)]),
    ...values('dc:source', [sourceOf(view)]),
    ...values('dc:language', [
      view
        .texts('Title')
        .map(({ language }) => lang(language))
        .find(Boolean),
    ]),
    ...values('dc:relation', [
      ...view.references('Funding').flatMap((grant) => grant.readWhole(grantOf)),
      ...view.relations().map((one) => addressOf(one.view)),
    ]),
    ...values('dc:coverage', [view.text('Coverage')]),
    ...values('dc:rights', [accessOf(view.text('Access'))?.uri, view.text('License')]),
  ]
}

export const dublinCore: Format = {
  prefix: 'oai_dc',
  namespace: NAMESPACE,
  schema: SCHEMA,
  takes: () => true,
  write: (view) =>
    element(
      'oai_dc:dc',
      {
        'xmlns:oai_dc': NAMESPACE,
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xsi:schemaLocation': `${NAMESPACE} ${SCHEMA}`,
      },
      elementsOf(view),
    ),
}
