/** Rules of OpenAIRE for answers of OAI-PMH that no schema knows. @returns what is wrong, as sentences */

interface Harvested {
  readonly id: string
  readonly header: string
  readonly payload: string
}

const recordsIn = (answers: readonly string[]): Harvested[] =>
  answers.flatMap((answer) =>
    [...answer.matchAll(/<record>(<header.*?<\/header>)(?:<metadata>(.*?)<\/metadata>)?/gs)].map(
      ([, header = '', payload = '']) => ({
        id: /<identifier>oai:[^:<]*:([^<]*)</.exec(header)?.[1] ?? '',
        header,
        payload,
      }),
    ),
  )

/** Every header: identifiers that can stand in URLs, and seconds. */
const headerFaults = ({ id, header }: Harvested): string[] => [
  ...(/^(?:[a-zA-Z0-9\-_.!~*'();/?:@&=+$,%]|&amp;)+$/.test(id) ? [] : [`${id} is no identifier`]),
  ...(/<datestamp>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/datestamp>/.test(header)
    ? []
    : [`${id} has no whole second`]),
]

/** Literature guidelines 4: what is mandatory always. */
const mandatory: readonly [name: string, pattern: RegExp][] = [
  ['title', /<datacite:title[ >]/],
  ['identifier', /<datacite:identifier identifierType="(?:DOI|URN|PURL|URL|HANDLE|ARK)">/],
  [
    'kind',
    /<oaire:resourceType resourceTypeGeneral="(?:literature|dataset|software|other research product)" uri="[^"]+">/,
  ],
  ['access', /<datacite:rights rightsURI="http:\/\/purl\.org\/coar\/access_right\/c_\w+">/],
]

export const openAireFaults = (answers: readonly string[]): string[] =>
  recordsIn(answers).flatMap((record) => [
    ...headerFaults(record),
    ...mandatory.flatMap(([name, pattern]) =>
      pattern.test(record.payload) ? [] : [`${record.id} has no ${name}`],
    ),
  ])

/** The elements that have text, with their attributes, wherever they stand. */
const leavesOf = (xml: string): string[] => xml.match(/<(\w+)(?: [^>]*)?>[^<]*<\/\1>/g) ?? []

/**
 * Guidelines for CRIS 1.2: each id in the mark-up is a record, of which what is embedded is a part; the record's own id
 * is the one of its header, short enough, in a set; and no attribute of the root but these.
 */
export function cerifFaults(answers: readonly string[]): string[] {
  const records = recordsIn(answers)
  const payloads = new Map(records.map(({ id, payload }) => [id, payload]))
  return records.flatMap((record) => {
    const { id, header, payload } = record
    const [, root = '', own = ''] = /^<(\w+) xmlns="[^"]*" id="([^"]*)"\/?>/.exec(payload) ?? []
    const faults = [...headerFaults(record)]
    if (own !== id) faults.push(`${id} says that its id is ${own}`)
    if (own.replaceAll('&amp;', '&').length > 128) faults.push(`${id} is longer than 128 characters`)
    if (!header.includes('<setSpec>openaire_cris_')) faults.push(`${id} is in no set`)
    if (/<Language><\/Language>|<Language\/>/.test(payload)) faults.push(`${id} has an empty language`)
    for (const [, name = '', other = '', inner = ''] of payload
      .slice(1)
      .matchAll(/<(Person|OrgUnit|Project|Publication|Product|Funding|Event) id="([^"]*)">(.*?)<\/\1>/gs)) {
      const target = payloads.get(other)
      if (target === undefined) faults.push(`${root} ${id} embeds ${name} ${other}, which is no record`)
      else if (!target.startsWith(`<${name} `)) faults.push(`${root} ${id} calls ${other} a ${name}`)
      else
        for (const leaf of leavesOf(inner))
          if (!target.includes(leaf)) faults.push(`${root} ${id} says ${leaf} of ${other}, which does not`)
    }
    return faults
  })
}
