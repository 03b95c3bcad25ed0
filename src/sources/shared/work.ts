/** The work builder: what a source knows of a research product → its record. */

import type { Json } from '../../model/values/json.ts'
import { relatedProducts } from '../../model/conversion/agents.ts'
import { identifiersBy } from '../../model/conversion/ids.ts'
import { orNothing, withoutEmpty } from '../../model/conversion/json.ts'
import { languageMap, type KeyedText } from '../../model/conversion/markup-to-text.ts'
import { licenceIri } from './values.ts'

/** Where a manifestation appeared, and what hosts it. */
export interface PlaceFacts {
  readonly volume?: string
  readonly issue?: string
  readonly edition?: string
  readonly number?: string
  readonly pages?: Json
  readonly venue?: Json
  readonly host?: Json
}

export interface ManifestationFacts {
  /** IRI of its class, a label in English, and the IRI of the vocabulary. */
  readonly type?: { readonly class?: string; readonly label?: string; readonly scheme?: string }
  readonly identifiers?: readonly Json[]
  readonly urls?: readonly string[]
  /** Dates by kind, as ISO 8601 has them. */
  readonly dates?: Readonly<Record<string, readonly string[]>>
  readonly isPeerReviewed?: boolean
  readonly access?: { readonly status?: string; readonly description?: string }
  readonly licence?: string
  readonly version?: string
  readonly place?: PlaceFacts
}

export interface WorkFacts {
  readonly id: string
  readonly type: string
  readonly identifiers: readonly Json[]
  readonly titles: readonly KeyedText[]
  readonly abstracts?: readonly KeyedText[]
  readonly topics?: readonly Json[]
  readonly contributions?: readonly Json[]
  readonly manifestations: readonly ManifestationFacts[]
  readonly funding?: readonly Json[]
  readonly organisations?: readonly Json[]
  /** Other products by relation, of which each is named once. */
  readonly related?: Readonly<Record<string, readonly Json[]>>
}

export function makeManifestation(facts: ManifestationFacts): Json {
  const {
    type = {},
    identifiers = [],
    urls = [],
    dates = {},
    access = {},
    licence,
    version,
    place = {},
  } = facts
  const { venue, host, ...biblio } = place
  return withoutEmpty({
    type: withoutEmpty({
      class: type.class,
      labels: { en: type.label },
      defined_in: type.scheme,
    }),
    identifiers: [...identifiers, ...identifiersBy({ url: urls })],
    dates: withoutEmpty(dates),
    peer_review: facts.isPeerReviewed ? { status: 'peer reviewed' } : undefined,
    access_rights: orNothing(access),
    licence: licence && licenceIri(licence),
    version,
    biblio: orNothing({ ...biblio, in: venue, hosting_data_source: host }),
  })
}

/** With which some abstracts begin. */
const HEADING = /^(?:Abstract|ABSTRACT)[\s:.—–-]+(?=\p{Lu})/u

/** The record of a product, without what is not known. */
export function makeProduct(facts: WorkFacts): Json {
  const manifestations = facts.manifestations.map(makeManifestation)
  return withoutEmpty({
    local_identifier: facts.id,
    entity_type: 'product',
    product_type: facts.type,
    identifiers: facts.identifiers,
    titles: languageMap(facts.titles),
    abstracts: languageMap(
      (facts.abstracts ?? []).map((one) => ({ ...one, text: one.text.replace(HEADING, '') })),
    ),
    topics: facts.topics,
    contributions: facts.contributions,
    relevant_organisations: facts.organisations,
    manifestations: manifestations.filter((one) => Object.keys(one).length > 0),
    funding: facts.funding,
    related_products: relatedProducts(facts.related ?? {}),
  })
}
