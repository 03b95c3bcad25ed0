/**
 * A second opinion on filters: a plain evaluator over canonical records. It knows JSON and the words of
 * design.md section 3;
 * it shares no code with src/filter, no paths, and no SPARQL.
 */

export type Json = Record<string, any>

/** One condition as a client means it. */
export interface ParsedCondition {
  readonly key: string
  readonly value: string
}

interface World {
  readonly base: string
  /** All records of an IRI: one for each type that it has. */
  readonly byId: ReadonlyMap<string, readonly Json[]>
  /** Products that cite a product, by its IRI. */
  readonly citing: ReadonlyMap<string, readonly Json[]>
  readonly words: Words
}

/** What has to be known beside the words of the core. */
export interface Words {
  /** Meanings of filters by key, or by path of the list and key. */
  readonly meanings: Readonly<Record<string, Meaning>>
  /** Keys of lists, at whose elements conditions meet. */
  readonly lists: readonly string[]
  /** Keys whose values are IRIs. */
  readonly iris: readonly string[]
}

const NONE: Words = { meanings: {}, lists: [], iris: [] }

export type Predicate = (value: any, text: string) => boolean

/** Where convenience filters and renamed keys look, and how. `^` is the way back from cited to citing. */
export interface Meaning {
  readonly paths: readonly string[]
  readonly predicate?: Predicate
  readonly scheme?: string
  /** Other schemes that will do. */
  readonly schemes?: readonly string[]
  readonly alone?: boolean
  /** Where identifiers of a scheme are looked for, if the values are such. */
  readonly identifiers?: { readonly scheme: string; readonly path: string }
}

const folded = new Map<string, string>()

/** Long texts come again with each condition list: their folded form is kept. */
function fold(text: string): string {
  if (text.length < 40) return text.toLowerCase().replace(/ς/g, 'σ')
  let lower = folded.get(text)
  if (lower === undefined) folded.set(text, (lower = text.toLowerCase().replace(/ς/g, 'σ')))
  return lower
}
export const contains: Predicate = (value, text) =>
  typeof value === 'string'
    ? fold(value).includes(fold(text))
    : Object.values(value ?? {})
        .flat()
        .some((one) => contains(one, text))
export const search = (...paths: string[]): Meaning => ({ paths, predicate: contains, alone: true })

/** A date's first instant and the first one after it, in milliseconds; no zone is UTC. */
function span(text: string): [first: number, after: number, exact: boolean] | undefined {
  const [, sign, year, month, day, time, zone] =
    /^(-?)(\d{4,})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?))?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ??
    []
  if (year === undefined || sign === '-' || Number(year) > 9999) return undefined
  const at = (y: number, m: number, d: number): number =>
    Date.parse(
      `${new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10)}T${time ?? '00:00:00'}${zone ?? 'Z'}`,
    )
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  const first = at(y, m, d)
  return [
    first,
    time ? first : day ? at(y, m, d + 1) : month ? at(y, m + 1, d) : at(y + 1, m, d),
    time !== undefined,
  ]
}

const dates = (predicate: Predicate): Meaning => ({
  paths: ['manifestations.dates.publication'],
  alone: true,
  predicate: (value, text) => [value ?? []].flat().some((one) => predicate(one, text)),
})
const range = (path: string, predicate: Predicate): Meaning => ({
  paths: [path],
  predicate,
  alone: true,
})
const dateFrom: Predicate = (value, text) => (span(value)?.[0] ?? Number.NaN) >= (span(text) as number[])[0]!
const dateTo: Predicate = (value, text) => {
  const [, after, exact] = span(text) as [number, number, boolean]
  const first = span(value)?.[0] ?? Number.NaN
  return exact ? first <= after : first < after
}

const organisations = [
  'relevant_organisations',
  'srv_hosting_legal_entity',
  'srv_hosting_organisation',
  'srv_research_infrastructure',
]

const meanings: Readonly<Record<string, Meaning>> = {
  'products cf.search.title': search('titles'),
  'products cf.search.title_abstract': search('titles', 'abstracts'),
  'grants cf.search.title': search('titles'),
  'grants cf.search.title_abstract': search('titles', 'abstracts'),
  'services cf.search.keyword': {
    paths: ['keywords'],
    alone: true,
    predicate: (value, text) => [value ?? []].flat().some((one) => contains(one, text)),
  },
  'services cf.search.org_name': search(
    ...organisations.flatMap((key) => [`${key}.name`, `${key}.short_name`]),
  ),
  'services country': { paths: ['srv_hosting_organisation.country'] },
  'grants contributions.role': { paths: ['contributions.roles'] },
  'datasources research_product_type': { paths: ['research_product_types'] },
  'persons cf.search.all_names': search('name', 'family_name', 'given_name'),
  'organisations cf.search.all_names': search('name', 'short_name', 'other_names'),
  'venues cf.search.all_names': search('name', 'acronym'),
  relevant_organisations: { paths: ['relevant_organisations.local_identifier'] },
  'topics.local_identifier': { paths: ['topics.term.local_identifier'] },
  'cf.publication_year': dates((value, text) =>
    anyOf(text).some((one) => span(one) && dateFrom(value, one) && dateTo(value, one)),
  ),
  'cf.publication_year.from': dates(dateFrom),
  'cf.publication_year.to': dates(dateTo),
  'cf.language': {
    paths: ['titles'],
    alone: true,
    predicate: (value, text) =>
      anyOf(text).some((one) => Object.keys(value ?? {}).includes(one.trim().toLowerCase())),
  },
  'cf.contributor': { paths: ['contributions.by.local_identifier'], alone: true },
  'products cf.affiliation': { paths: ['contributions.declared_affiliations.local_identifier'], alone: true },
  'persons cf.affiliation': { paths: ['affiliations.affiliation.local_identifier'], alone: true },
  'cf.topic': { paths: ['topics.term.local_identifier'], alone: true },
  'cf.grant': { paths: ['funding.local_identifier'], alone: true },
  'cf.class': { paths: ['manifestations.type.class'], alone: true },
  'cf.access_rights': { paths: ['manifestations.access_rights.status'], alone: true },
  'cf.subject': search('topics.term.labels'),
  'cf.venue': {
    paths: ['manifestations.biblio.in.local_identifier'],
    identifiers: { scheme: 'issn', path: 'manifestations.biblio.in.identifiers.value' },
    alone: true,
  },
  'cf.venue_issn': {
    paths: ['manifestations.biblio.in.identifiers'],
    scheme: 'issn',
    schemes: ['eissn', 'lissn'],
    alone: true,
  },
  'cf.hosted_by': { paths: ['manifestations.biblio.hosting_data_source.local_identifier'], alone: true },
  'cf.funder': { paths: ['funding.funding_agency.local_identifier'], alone: true },
  'cf.contributions_orcid': { paths: ['contributions.by.identifiers'], scheme: 'orcid', alone: true },
  'cf.contributions_aff_ror': {
    paths: ['contributions.declared_affiliations.identifiers'],
    scheme: 'ror',
    alone: true,
  },
  'cf.contributions_aff_country': { paths: ['contributions.declared_affiliations.country'], alone: true },
  'cf.cites': { paths: ['related_products.cites.local_identifier'], alone: true },
  'cf.cited_by': { paths: ['^.local_identifier'], alone: true },
  'cf.cites_doi': { paths: ['related_products.cites.identifiers'], scheme: 'doi', alone: true },
  'cf.cited_by_doi': { paths: ['^.identifiers'], scheme: 'doi', alone: true },
  'cf.funded_amount.from': range('funded_amount', (value, text) => value >= Number(text)),
  'cf.funded_amount.to': range('funded_amount', (value, text) => value <= Number(text)),
  'cf.duration.start.from': range('duration.start', dateFrom),
  'cf.duration.start.to': range('duration.start', dateTo),
  'cf.duration.end.from': range('duration.end', dateFrom),
}

/** Keys of lists, at whose elements conditions meet. */
const LISTS = new Set([
  'identifiers',
  'contributions',
  'affiliations',
  'declared_affiliations',
  'funding',
  'manifestations',
  'topics',
  'beneficiaries',
  'cites',
  'is_supplemented_by',
  'is_documented_by',
  'is_new_version_of',
  'is_part_of',
  'is_cited_by',
  'srv_venues',
  '^',
  ...organisations,
])

const CASELESS = new Set(['country', 'currency', 'scheme'])

/** An identifier scheme, as its public description has it. */
interface Scheme {
  /** Group 1 is the identifier alone. */
  readonly pattern: RegExp
  /** The one spelling of the identifier alone. */
  readonly spell: (id: string) => string
  /** How it is shown; absent: as it came. */
  readonly shown?: (id: string) => string
}

const same = (id: string): string => id
const lower = (id: string): string => id.toLowerCase()
const upper = (id: string): string => id.toUpperCase()
const compact = (id: string): string => upper(id.replace(/[ -]/g, ''))
/** @param start what may stand in front, as a pattern */
const scheme = (start: string, id: string, spell = same, shown?: (id: string) => string): Scheme => ({
  pattern: new RegExp(`^(?:${start})(${id})/?$`, 'i'),
  spell,
  ...(shown && { shown }),
})
const url = (...rest: string[]): string => `(?:https?://)?(?:www\\.)?(?:${rest.join('|')})`
const word = (name: string): string => `${name}(?::\\s*|\\s+)`

const schemes: Readonly<Record<string, Scheme>> = {
  doi: scheme(`${url('(?:dx\\.)?doi\\.org/')}|${word('doi')}|info:doi/|`, '10\\.[\\d.]+/\\S+', lower, same),
  orcid: scheme(`${url('orcid\\.org/')}|${word('orcid')}|`, '(?:\\d{4}-){3}\\d{3}[\\dx]', upper, same),
  ror: scheme(
    `${url('ror\\.org/')}|${word('ror')}|`,
    '0[a-z\\d]{6}\\d\\d',
    lower,
    (id) => `https://ror.org/${id}`,
  ),
  isni: scheme(
    `${url('isni\\.org/(?:isni/)?')}|${word('isni')}|`,
    '(?:\\d{4}[ -]?){3}\\d{3}[\\dx]',
    compact,
    same,
  ),
  issn: scheme(
    `${url('portal\\.issn\\.org/resource/issn/')}|${word('(?:urn:)?issn')}|`,
    '\\d{4}-?\\d{3}[\\dx]',
    (id) => upper(id).replace(/^(\d{4})(?!-)/, '$1-'),
    same,
  ),
  isbn: scheme(
    `${word('(?:urn:)?isbn')}|`,
    '97[89](?:[ -]?\\d){10}|\\d(?:[ -]?\\d){8}[ -]?[\\dx]',
    compact,
    same,
  ),
  handle: scheme(
    `${url('hdl\\.handle\\.net/')}|${word('(?:hdl|handle)')}|info:hdl/|`,
    '(?!hdl\\.handle\\.net/)[^\\s/:]+/\\S+?',
    same,
    same,
  ),
  pmid: scheme(
    `${url('pubmed\\.ncbi\\.nlm\\.nih\\.gov/', 'ncbi\\.nlm\\.nih\\.gov/pubmed/')}|${word('pmid')}|`,
    '\\d+',
    same,
    same,
  ),
  pmcid: scheme(
    `${url('ncbi\\.nlm\\.nih\\.gov/pmc/articles/', 'pmc\\.ncbi\\.nlm\\.nih\\.gov/articles/')}|${word('pmcid')}|`,
    'pmc\\d+',
    upper,
  ),
  arxiv: scheme(
    `${url('arxiv\\.org/(?:abs|pdf)/')}|${word('arxiv')}|`,
    '(?:\\d{4}\\.\\d{4,5}|[a-z-]+(?:\\.[a-z]{2})?/\\d{7})(?:v\\d+)?',
    (id) => lower(id).replace(/\.[a-z]{2}\//, upper),
    same,
  ),
  openalex: scheme(`${url('openalex\\.org/')}|${word('openalex')}|`, '[awisptfck]\\d+', upper),
  omid: scheme(
    `${url('w3id\\.org/oc/meta/', 'opencitations\\.net/meta/')}|${word('omid')}|`,
    '(?:br|ra|id|ar|re)/\\d+',
    lower,
  ),
  wikidata: scheme(`${url('wikidata\\.org/(?:wiki|entity)/')}|${word('(?:wikidata|wd)')}|`, 'q\\d+', upper),
  viaf: scheme(`${url('viaf\\.org/viaf/')}|${word('viaf')}|`, '[1-9]\\d{0,21}'),
  crossref: scheme(`${url('api\\.crossref\\.org/members/')}|${word('crossref')}|`, '\\d+'),
  opendoar: scheme(`${url('v2\\.sherpa\\.ac\\.uk/id/repository/')}|${word('opendoar')}|`, '\\d+'),
  're3data.org': scheme(
    `${url('re3data\\.org/repository/')}|${word('re3data(?:\\.org)?')}|`,
    'r3d\\d{9}',
    lower,
  ),
  ark: scheme(
    'ark:/?|https?://[^\\s/]+/ark:/?',
    '[\\dbcdfghjkmnpqrstvwxz]{5}/\\S+?',
    same,
    (id) => `ark:/${id}`,
  ),
  urn: scheme(
    'https?://[^\\s/]+/|',
    'urn:[a-z\\d][a-z\\d-]{1,31}:\\S+?',
    (id) => id.replace(/^urn:[^:]*/i, lower),
    same,
  ),
  url: scheme('', '(?:https?|ftp)://[^\\s/?#]\\S*', (id) => id.replace(/^[^/]*\/\/[^/?#]*/, lower), same),
  gnd: scheme(`${url('d-nb\\.info/gnd/')}|${word('gnd')}|\\(DE-588\\)|`, '\\d{1,10}-?[\\dx]', upper),
  grid: scheme(`${url('grid\\.ac/institutes/')}|${word('grid')}|`, 'grid\\.\\d+\\.[\\da-f]+', lower),
  swhid: scheme(
    `${url('archive\\.softwareheritage\\.org/')}|`,
    'swh:1:[a-z]{3}:[\\da-f]{40}(?:;\\S*)?',
    (id) => id.replace(/^[^;]*/, lower),
  ),
}

/** Remembers what a function makes of a text: the same texts meet thousands of records. */
function remembered<T extends object>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) known.set(text, (value = make(text)))
    return value
  }
}

/** The identifier alone, in its one spelling; undefined for text that is none of the scheme. */
function idIn({ pattern, spell }: Scheme, text: string): string | undefined {
  const id = pattern.exec(text.trim())?.[1]
  return id === undefined ? undefined : spell(id)
}

/** The identifiers that a text may be, by scheme. */
const readings = remembered(
  (text) =>
    new Map(
      Object.values(schemes).flatMap((one) => {
        const id = idIn(one, text)
        return id === undefined ? [] : [[one, id] as const]
      }),
    ),
)

/** Whether a text, read as an identifier of a scheme, means a stored value. */
function means(text: string, one: Scheme, stored: string): boolean {
  const id = readings(text).get(one)
  if (id === undefined) return false
  const ids = one === schemes.isbn ? [id, isbnTwin(id)] : [id]
  return ids.some((each) => (one.shown ? one.shown(each) === stored : idIn(one, stored) === each))
}

const digitSum = (digits: string, weight: (at: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + weight(at) * (digit === 'X' ? 10 : Number(digit)), 0)
/** The ISBN of ten characters as one of thirteen, and back; the same where it has no other or is wrong. */
function isbnTwin(isbn: string): string {
  if (isbn.length === 10) {
    if (digitSum(isbn, (at) => 10 - at) % 11 !== 0) return isbn
    const start = `978${isbn.slice(0, 9)}`
    return `${start}${(10 - (digitSum(start, (at) => (at % 2 ? 3 : 1)) % 10)) % 10}`
  }
  if (!isbn.startsWith('978') || digitSum(isbn, (at) => (at % 2 ? 3 : 1)) % 10 !== 0) return isbn
  const start = isbn.slice(3, 12)
  const last = (11 - (digitSum(start, (at) => 10 - at) % 11)) % 11
  return `${start}${last === 10 ? 'X' : last}`
}

const decoded = remembered((text): readonly string[] => {
  try {
    return [text, decodeURIComponent(text)]
  } catch {
    return [text]
  }
})

/**
 * Whether a stored value is meant by a text, in any spelling of any scheme, or of the one that is asked for.
 */
function sameIdentifier(stored: string, text: string, name: string | undefined): boolean {
  return decoded(text).some((one) => {
    if (name === undefined)
      return one === stored || [...readings(one).keys()].some((each) => means(one, each, stored))
    const known = schemes[name.toLowerCase().replace(/^(eissn|lissn)$/, 'issn')]
    return known && idIn(known, one) !== undefined ? means(one, known, stored) : one === stored
  })
}

interface OwnIdentifier {
  readonly scheme: string
  readonly value: string
}

/** The DOI, ORCID or ROR that an IRI is, if it is one. */
const identifiersOfIri = remembered((iri): readonly OwnIdentifier[] => {
  if (!iri.startsWith('http')) return []
  for (const name of ['doi', 'orcid', 'ror']) {
    const one = schemes[name]!
    const id = idIn(one, decodeURIComponent(iri))
    if (id !== undefined && new RegExp(`^https?://(www\\.|dx\\.)?${name}\\.org/`, 'i').test(iri))
      return [{ scheme: name, value: one.shown!(id) }]
  }
  return []
})

/** The identifiers of an entity, and the one that its own IRI is. */
function identifiersOf(entity: Json): Json[] {
  return [...(entity.identifiers ?? []), ...identifiersOfIri(entity.local_identifier ?? '')]
}

const follow = (value: any, world: World): readonly Json[] => {
  const iri: unknown = typeof value === 'string' ? value : value?.local_identifier
  if (typeof iri !== 'string') return [value]
  return world.byId.get(iri) ?? [{ local_identifier: iri }]
}

const encoded = (iri: string): string => iri.replace(/[ "<>\\^`{|}\u0000-\u001f]/g, encodeURIComponent)

/** The IRIs that a text may be, by base. */
const irisOf = remembered((base) =>
  remembered(
    (text) => new Set(decoded(text.trim()).flatMap((one) => [one, base + one].map((iri) => encoded(iri)))),
  ),
)

const sameIri = (stored: unknown, text: string, base: string): boolean =>
  typeof stored === 'string' && irisOf(base)(text).has(stored)

/** Whether the IRI of an entity is a DOI, ORCID or ROR that the text is, too. */
function sameOwnIdentifier(stored: unknown, text: string): boolean {
  const [own] = typeof stored === 'string' ? identifiersOfIri(stored) : []
  return own !== undefined && decoded(text.trim()).some((one) => means(one, schemes[own.scheme]!, own.value))
}

/** The values of an exact condition: with bars between them any of them, or all as it stands. */
const anyOf = remembered((text): readonly string[] =>
  text.includes('|') ? [text, ...text.split('|').filter((one) => one.trim() !== '')] : [text],
)

/** Whether a value of a record is what the text says. */
function equal(key: string, value: any, text: string, type: string, world: World): boolean {
  if (key === 'entity_type') return value === text || (value === 'service' && text === 'srv_service')
  if (Array.isArray(value)) return value.some((one) => equal(key, one, text, type, world))
  if (key === 'local_identifier' || key === 'website' || world.words.iris.includes(key))
    return sameIri(value, text, world.base) || (key === 'local_identifier' && sameOwnIdentifier(value, text))
  if (CASELESS.has(key)) return typeof value === 'string' && value.toLowerCase() === text.toLowerCase()
  if (key === 'srv_invocation_type') {
    const bare = (word: string): string => word.replace(/^.*[/:]/, '')
    return bare(value) === bare(text) && (!/[/:]/.test(text) || value === text || text.startsWith('http'))
  }
  if (typeof value === 'object' && value !== null) return Object.values(value).flat().includes(text)
  return value === text
}

interface Way {
  readonly steps: readonly string[]
  readonly condition: ParsedCondition
  readonly meaning: Meaning
}

/**
 * Whether some way down from a node satisfies all conditions at once; those with a common step meet at one
 * node.
 */
function meets(node: Json, ways: readonly Way[], type: string, world: World): boolean {
  const named = ways.find(({ steps }) => steps[0] === 'scheme')?.condition.value
  const schemes = named === undefined ? [undefined] : anyOf(named)
  const groups = new Map<string, Way[]>()
  for (const way of ways) {
    if (way.steps.length > 1) {
      groups.set(way.steps[0]!, [...(groups.get(way.steps[0]!) ?? []), way])
      continue
    }
    const {
      steps: [key = ''],
      condition,
      meaning,
    } = way
    if (meaning.scheme !== undefined) {
      if (
        !identifiersOf(node).some(
          (one) =>
            [meaning.scheme, ...(meaning.schemes ?? [])].includes(String(one.scheme).toLowerCase()) &&
            anyOf(condition.value).some((text) => sameIdentifier(one.value, text, meaning.scheme)),
        )
      )
        return false
    } else if (key === 'id' || key === 'value') {
      if (
        typeof node.value !== 'string' ||
        !anyOf(condition.value).some((text) => schemes.some((one) => sameIdentifier(node.value, text, one)))
      )
        return false
    } else if (
      meaning.predicate
        ? !meaning.predicate(node[key], condition.value)
        : !anyOf(condition.value).some((text) => equal(key, node[key], text, type, world))
    )
      return false
  }
  return [...groups].every(([key, inner]) => {
    const rest = inner.map((way) => ({ ...way, steps: way.steps.slice(1) }))
    const found: readonly any[] =
      key === 'identifiers'
        ? identifiersOf(node)
        : key === '^'
          ? (world.citing.get(node.local_identifier) ?? [])
          : [node[key] ?? []].flat()
    return found.some((one) => follow(one, world).some((next) => meets(next, rest, type, world)))
  })
}

/** The labels of a topic: both conditions on one label. */
function meetsLabel(topic: Json, conditions: readonly ParsedCondition[]): boolean {
  return Object.entries(topic.labels ?? {}).some(([language, label]) =>
    conditions.every(({ key, value }) =>
      key === 'cf.search.language'
        ? anyOf(value).some((one) => language === one.trim().toLowerCase())
        : contains(label, value),
    ),
  )
}

const keyOf = (key: string): string =>
  key
    .replace(/^contributions\.person\./, 'contributions.by.')
    .replace(/^srv_has_/, 'srv_')
    .replace(/\.id$/, '.value')

const meaningOf = (path: string, key: string, { meanings: more }: Words): Meaning =>
  more[`${path} ${key}`] ??
  more[key] ??
  meanings[`${path} ${key}`] ??
  meanings[key] ??
  (key.startsWith('cf.search.') ? search(key.slice(10)) : { paths: [key] })

interface Meant {
  readonly key: string
  readonly condition: ParsedCondition
  readonly meaning: Meaning
}

/** Both bounds of a range as one condition, on each value by itself; a bound that comes again is another range. */
function joinBounds(path: string, conditions: readonly ParsedCondition[], words: Words): Meant[] {
  const all: (Meant & { open?: string })[] = []
  for (const condition of conditions) {
    const key = keyOf(condition.key)
    const meaning = meaningOf(path, key, words)
    const [, stem, end] = /^(.*)\.(from|to)$/.exec(key) ?? []
    const before = stem === undefined ? -1 : all.findLastIndex((one) => one.key.startsWith(`${stem}.`))
    const first = all[before]
    if (first?.open === undefined || first.open === end) {
      all.push({ key, condition, meaning, ...(end !== undefined && { open: end }) })
      continue
    }
    all[before] = {
      key: `${stem}.both`,
      condition,
      meaning: {
        ...meaning,
        predicate: (value) =>
          [value ?? []]
            .flat()
            .some(
              (one) =>
                first.meaning.predicate!(one, first.condition.value) &&
                meaning.predicate!(one, condition.value),
            ),
      },
    }
  }
  return all
}

/** Conditions that meet at one node, in the order in which they came. */
function unitsOf(path: string, conditions: readonly ParsedCondition[], words: Words): Way[][][] {
  const units: { at: string; names: Set<string>; ways: Way[][] }[] = []
  for (const { key, condition, meaning } of joinBounds(path, conditions, words)) {
    const { scheme, path: identifiers } = meaning.identifiers ?? {}
    const areIdentifiers =
      scheme !== undefined &&
      condition.value.split('|').some((one) => idIn(schemes[scheme]!, one) !== undefined)
    const paths = areIdentifiers ? [...meaning.paths, identifiers!] : meaning.paths
    const ways = paths.map((one) => ({ steps: one.split('.'), condition, meaning }))
    const steps = ways[0]!.steps
    const list = steps.findIndex((step) => LISTS.has(step) || words.lists.includes(step))
    const at = list < 0 || meaning.alone ? '' : steps.slice(0, list + 1).join('.')
    const unit = at === '' ? undefined : units.findLast((one) => one.at === at)
    if (unit && !unit.names.has(key)) {
      unit.names.add(key)
      unit.ways.push(ways)
      continue
    }
    units.push({ at, names: new Set([key]), ways: [ways] })
  }
  return units.map(({ ways }) => ways)
}

/** Every choice of one way for each condition. */
function* choices(ways: readonly (readonly Way[])[]): Generator<Way[]> {
  const [first, ...rest] = ways
  if (!first) {
    yield []
    return
  }
  for (const way of first) for (const others of choices(rest)) yield [way, ...others]
}

export interface Evaluator {
  /** IRIs of the records that meet all conditions. */
  evaluate(path: string, conditions: readonly ParsedCondition[]): string[]
  /** The values at which a filter looks in a record, as text. */
  valuesAt(path: string, key: string, record: Json): string[]
  /** The identifiers that a filter takes in the place of ids. */
  identifiersAt(path: string, key: string, record: Json): string[]
}

/** The texts at the end of a way. */
function textsAt(node: Json, [key = '', ...rest]: readonly string[], world: World): string[] {
  const found: readonly any[] =
    key === 'identifiers'
      ? identifiersOf(node)
      : key === '^'
        ? (world.citing.get(node.local_identifier) ?? [])
        : [node[key] ?? []].flat()
  if (rest.length > 0)
    return found.flatMap((one) => follow(one, world).flatMap((next) => textsAt(next, rest, world)))
  return found
    .flatMap((one) => (typeof one === 'object' ? Object.values(one as Json).flat() : [one]))
    .map(String)
}

/**
 * @param lists the canonical records by path of their list, in the order of the list
 * @param words what an extension adds
 */
export function createEvaluator(
  base: string,
  lists: ReadonlyMap<string, readonly Json[]>,
  words = NONE,
): Evaluator {
  const byId = new Map<string, Json[]>()
  const citing = new Map<string, Json[]>()
  for (const records of lists.values())
    for (const record of records)
      byId.set(record.local_identifier, [...(byId.get(record.local_identifier) ?? []), record])
  for (const product of lists.get('products') ?? []) {
    for (const { local_identifier } of product.related_products?.cites ?? [])
      citing.set(local_identifier, [...(citing.get(local_identifier) ?? []), product])
  }
  const world = { base, byId, citing, words }
  return {
    valuesAt(path, key, record) {
      if (key === 'cf.search.language') return Object.keys(record.labels ?? {})
      const { paths, scheme } = meaningOf(path, keyOf(key), words)
      return paths.flatMap((one) =>
        textsAt(record, `${one}${scheme === undefined ? '' : '.value'}`.split('.'), world),
      )
    },
    identifiersAt(path, key, record) {
      const { identifiers } = meaningOf(path, keyOf(key), words)
      if (!identifiers) return []
      const known = schemes[identifiers.scheme]!
      return textsAt(record, identifiers.path.split('.'), world).filter(
        (one) => idIn(known, one) !== undefined,
      )
    },
    evaluate(path, given) {
      // Texts of records are in Normalization Form C.
      const conditions = given.map(({ key, value }) => ({ key, value: value.normalize('NFC') }))
      const isLabel = ({ key }: ParsedCondition): boolean => path === 'topics' && key.startsWith('cf.search.')
      const units = unitsOf(
        path,
        conditions.filter((one) => !isLabel(one)),
        words,
      ).map((unit) => [...choices(unit)])
      const labels: ParsedCondition[][] = []
      for (const one of conditions.filter(isLabel)) {
        const last = labels.at(-1)
        if (last && !last.some(({ key }) => key === one.key)) last.push(one)
        else labels.push([one])
      }
      return (lists.get(path) ?? [])
        .filter(
          (record) =>
            units.every((unit) => unit.some((ways) => meets(record, ways, path, world))) &&
            labels.every((group) => meetsLabel(record, group)),
        )
        .map(({ local_identifier }) => local_identifier as string)
    },
  }
}
