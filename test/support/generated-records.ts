/** Records of the generated set: grants, services and others, and what is added to records that are there. */

import type { Random } from './random.ts'

export type Json = Record<string, any>

/** Ids that records may refer to. */
export interface Known {
  readonly products: readonly string[]
  readonly persons: readonly string[]
  readonly organisations: readonly string[]
  readonly grants: readonly string[]
  readonly topics: readonly string[]
  readonly venues: readonly string[]
}

const COUNTRIES = ['IT', 'DE', 'FR', 'GB', 'US', 'GR', 'nl', 'Es', 'CZ']
const CURRENCIES = ['EUR', 'EUR', 'USD', 'gbp', 'CHF']
const ROLES = [
  'co-applicant',
  'lead applicant',
  'project leader',
  'project manager',
  'project member',
  'scientific advisor',
]
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Ocean',
    'open science',
    'data, models: a study',
    'Graphs',
    'O\'Neill\'s "network"',
    'C++ & R',
    'α-helix',
    'climate',
  ],
  de: ['Ozean', 'offene Wissenschaft', 'Größe', 'Graphen', 'Klima'],
  fr: ['Océan', 'science ouverte', 'données', 'cœur', 'climat'],
  el: ['ΩΚΕΑΝΟΣ', 'ωκεανός', 'Σύστημα', 'ΣΊΣΥΦΟΣ', 'κλίμα'],
  none: ['Проект', '海洋', 'x\u2028y', 'back\\slash'],
}
const LANGUAGES = Object.keys(NOUNS)

const digits = (n: number, length: number): string => String(n).padStart(length, '0')
const orcid = (n: number): string =>
  `0000-0009-${digits(Math.floor(n / 10_000) % 10_000, 4)}-${digits(n % 10_000, 4)}`
const ror = (n: number): string => `0${n.toString(36).padStart(6, '0').slice(-6)}${digits(n % 100, 2)}`

/** A date in any precision that ISO 8601 has. */
function date(random: Random): string {
  const [year, month, day] = [
    1995 + random.below(35),
    digits(1 + random.below(12), 2),
    digits(1 + random.below(28), 2),
  ]
  const time = `${digits(random.below(24), 2)}:${digits(random.below(60), 2)}:${digits(random.below(60), 2)}`
  return random.pick([
    `${year}`,
    `${year}-${month}`,
    `${year}-${month}-${day}`,
    `${year}-${month}-${day}`,
    `${year}-${month}-${day}T${time}Z`,
    `${year}-${month}-${day}T${time}`,
    `${year}-${month}-${day}T${time}+02:00`,
    `${year}-${month}-${day}T${time}.250Z`,
    `${year}-${month}-${day}+05:30`,
    `${year}-${month}Z`,
    'about 1900',
  ])
}

const words = (random: Random, language: string, count = 2): string =>
  random.some(NOUNS[language] as string[], count).join(' ')

const texts = (random: Random, list: boolean): Json =>
  Object.fromEntries(
    random
      .some(LANGUAGES, 1 + random.below(3))
      .map((language) => [
        language,
        list ? [words(random, language), words(random, language)] : words(random, language),
      ]),
  )

/** A DOI as people write it. */
const doi = (random: Random, n: number): string =>
  random.pick([
    '10.5555/Skeg.',
    'https://doi.org/10.5555/SKEG.',
    'doi:10.5555/skeg.',
    'http://dx.doi.org/10.5555/skeg.',
  ]) + n

const scheme = (random: Random, name: string): string => (random.chance(0.1) ? name.toUpperCase() : name)

const organisations = (random: Random, known: Known, most: number): Json[] =>
  random
    .some(known.organisations, random.below(most + 1))
    .map((id) => ({ local_identifier: id, entity_type: 'organisation' }))

function contribution(random: Random, known: Known): Json {
  const by = random.chance(0.8)
    ? { local_identifier: random.pick(known.persons), entity_type: 'person' }
    : { local_identifier: random.pick(known.organisations), entity_type: 'organisation' }
  return {
    by,
    declared_affiliations: organisations(random, known, 2),
    roles: random.some(ROLES, 1 + random.below(2)),
  }
}

export function grant(random: Random, known: Known, id: string, n: number): Json {
  return {
    local_identifier: id,
    entity_type: 'grant',
    identifiers: random.chance(0.8)
      ? [
          { scheme: scheme(random, 'doi'), value: doi(random, 100_000 + n) },
          { scheme: 'url', value: `https://grants.example/${n}` },
        ]
      : [],
    grant_number: random.chance(0.9) ? `G-${n % 4000}` : undefined,
    titles: texts(random, false),
    abstracts: texts(random, false),
    acronym: random.chance(0.5) ? `ACR${n % 900}` : undefined,
    website: random.chance(0.5) ? `https://grants.example/${n % 700}?a=é b` : undefined,
    funding_agency: random.chance(0.9) ? random.pick(known.organisations.slice(0, 40)) : undefined,
    funding_stream: random.pick(['Horizon 2020', 'Horizon Europe', 'H2020, part: A', undefined]),
    currency: random.pick(CURRENCIES),
    funded_amount: random.chance(0.9)
      ? random.pick([random.below(5_000_000), random.below(1_000_000) / 100, 1e21, 0, 1_000_000])
      : undefined,
    duration: random.chance(0.9)
      ? { start: date(random), end: random.chance(0.8) ? date(random) : undefined }
      : undefined,
    beneficiaries: organisations(random, known, 3),
    contributions: Array.from({ length: random.below(4) }, () => contribution(random, known)),
  }
}

export function service(random: Random, known: Known, id: string, n: number): Json {
  return {
    local_identifier: id,
    entity_type: 'service',
    identifiers: random.chance(0.8)
      ? [{ scheme: 'handle', value: random.pick(['https://hdl.handle.net/', 'hdl:', '']) + `11234/1-${n}` }]
      : [{ scheme: scheme(random, 'doi'), value: doi(random, 200_000 + n) }],
    name: Object.fromEntries(
      random.some(LANGUAGES, 2).map((language) => [language, `${words(random, language, 1)} ${n % 50}`]),
    ),
    website: `https://services.example/${n}`,
    keywords: random.some(['ocean data', 'Parsing', 'open access', 'κλίμα', 'citations, indexes'], 2),
    srv_invocation_type: random.some(
      ['sshocinvt:restfullWebservice', 'sshocinvt:webApplication', 'webApplication', 'sshocinvt:commandLine'],
      2,
    ),
    srv_hosting_organisation: organisations(random, known, 2),
    srv_hosting_legal_entity: organisations(random, known, 1),
    srv_research_infrastructure: organisations(random, known, 1),
    relevant_organisations: organisations(random, known, 3).map(({ local_identifier }) => local_identifier),
    related_products: random.chance(0.3) ? { cites: random.some(known.products, 2) } : undefined,
  }
}

/**
 * Entities whose IRI is itself an identifier, with letters in either case and without the identifier beside
 * it.
 */
export const addressed = (n: number): Json[] => [
  {
    local_identifier: `https://doi.org/10.5555/Self.${n}`,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: [`Self ${n}`] },
  },
  {
    local_identifier: `https://orcid.org/${orcid(n)}`,
    entity_type: 'person',
    name: `Self ${n}`,
    family_name: 'Self',
  },
  {
    local_identifier: `https://ror.org/${ror(n)}`,
    entity_type: 'organisation',
    name: `Institute ${n}`,
    country: COUNTRIES[n % COUNTRIES.length],
  },
]

export const others = (random: Random, n: number): Json[] => [
  {
    local_identifier: `gen-topic-${n}`,
    entity_type: 'topic',
    identifiers: [{ scheme: 'wikidata', value: `https://www.wikidata.org/wiki/Q${n}` }],
    labels: texts(random, false),
  },
  {
    local_identifier: `gen-venue-${n}`,
    entity_type: 'venue',
    name: `${words(random, 'en', 1)} Review ${n % 7}`,
    acronym: `V${n % 9}`,
    type: random.pick(['journal', 'conference', 'book', 'repository', 'other', 'srv_portal', 'blog']),
    identifiers: [
      {
        scheme: random.pick(['issn', 'eissn', 'ISSN']),
        value: random.pick([`${digits(n, 4)}-987X`, `${digits(n, 4)}987x`]),
      },
    ],
  },
  {
    local_identifier: `gen-datasource-${n}`,
    entity_type: 'datasource',
    name: `${words(random, 'en', 1)} Archive ${n}`,
    acronym: `DS${n % 5}`,
    data_source_classification: random.pick(['repository', 'aggregator', 'journal archive', 'wunderkammer']),
    identifiers: [{ scheme: 'doi', value: doi(random, 300_000 + n) }],
    research_product_types: random.some(['metadata', 'research data', 'literature', 'software', 'any'], 2),
  },
  {
    local_identifier: `gen-agent-${n}`,
    entity_type: 'agent',
    name: `${words(random, 'en', 1)} Collaboration ${n}`,
  },
]

/** A product that is cited and nothing else; some by their DOI, some in capitals. */
const mention = (random: Random): string =>
  random.pick(['https://doi.org/10.5555/mention.', 'https://doi.org/10.5555/MENTION.', 'gen-mention-']) +
  random.below(5000)

/** What the generated set adds to a record of the base; others stay as they are. */
export function enrich(random: Random, known: Known, record: Json, citations: number, n: number): Json {
  if (record.entity_type === 'product') {
    const cites = Array.from({ length: citations }, () =>
      random.chance(0.2) ? mention(random) : random.pick(known.products),
    )
    return {
      ...record,
      identifiers: [
        ...(record.identifiers ?? []),
        ...(random.chance(0.3) ? [{ scheme: scheme(random, 'doi'), value: doi(random, n) }] : []),
      ],
      titles: random.chance(0.2) ? { ...record.titles, ...texts(random, true) } : record.titles,
      product_type: random.chance(0.1)
        ? random.pick(['research data', 'research software', 'other', 'poster'])
        : record.product_type,
      ...(random.chance(0.3) && {
        funding: random
          .some(known.grants, 2)
          .map((id) => (random.chance(0.5) ? id : { local_identifier: id, entity_type: 'grant' })),
      }),
      ...(cites.length > 0 && { related_products: { ...record.related_products, cites } }),
    }
  }
  if (record.entity_type === 'person' && random.chance(0.3)) {
    const affiliation = (): Json => ({
      affiliation: random.pick(known.organisations),
      role: random.pick(['affiliate', 'member', undefined]),
      period: { start: date(random) },
    })
    return { ...record, affiliations: Array.from({ length: 1 + random.below(2) }, affiliation) }
  }
  if (record.entity_type === 'organisation' && random.chance(0.3)) {
    return {
      ...record,
      website: `https://org.example/${n % 300}`,
      country: random.chance(0.2) ? random.pick(COUNTRIES) : record.country,
    }
  }
  return record
}
