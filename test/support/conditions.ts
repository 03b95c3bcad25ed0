/** Random condition lists whose values come from records, in every spelling that clients use. */

import type { ParsedCondition, Evaluator, Json } from './evaluator.ts'
import type { Random } from './random.ts'

const swapCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

const PREFIXES = [
  'https://doi.org/',
  'doi:',
  'http://dx.doi.org/',
  'https://orcid.org/',
  'https://ror.org/',
  'hdl:',
  'https://hdl.handle.net/',
  'https://www.wikidata.org/wiki/',
  'http://www.wikidata.org/entity/',
  'https://openalex.org/',
  'omid:',
  'isbn:',
  'crossref:',
  'https://pubmed.ncbi.nlm.nih.gov/',
  'issn:',
]

function spelled(random: Random, key: string, value: string): string {
  if (key.startsWith('cf.search.') && key !== 'cf.search.language') {
    const letters = [...value]
    const from = random.below(letters.length)
    const part = letters.slice(from, from + 1 + random.below(12)).join('')
    return random.chance(0.3) ? part.toUpperCase() : random.chance(0.2) ? part.toLowerCase() : part
  }
  if (/identifiers\.(?:id|value)$|_(?:doi|orcid|ror)$/.test(key)) {
    const bare = value.replace(/^https?:\/\/(?:ror\.org|www\.wikidata\.org\/wiki)\//, '')
    const spelling = random.pick([value, value, bare, value.toUpperCase(), random.pick(PREFIXES) + bare])
    return random.chance(0.2) ? encodeURIComponent(spelling) : spelling
  }
  if (/cites$|cited_by$|local_identifier$/.test(key) && value.startsWith('https://doi.org/'))
    return random.pick([value, value.toUpperCase(), value.replace('https://', 'http://dx.'), value.slice(16)])
  if (key === 'cf.only_cited' || key === 'cf.kind') return value
  if (/country|currency|scheme|language/.test(key)) return random.chance(0.5) ? swapCase(value) : value
  if (/\.(?:from|to)$|publication_year/.test(key))
    return /^\d{4}-/.test(value) && !value.includes('T') && random.chance(0.5)
      ? value.slice(0, random.pick([4, 7]))
      : value
  if (key === 'srv_invocation_type')
    return random.pick([
      value,
      value.replace(/^.*:/, ''),
      value.replace('sshocinvt:', 'https://vocabs.sshopencloud.eu/vocabularies/invocation-type/'),
    ])
  return random.chance(0.05) ? `${value}x` : random.chance(0.1) ? value.normalize('NFD') : value
}

const STRANGE: Readonly<Record<string, string>> = {
  amount: '1000',
  duration: '2015-06',
  only_cited: 'true',
  publication_year: '2015',
  'cf.min.': '1000',
  'cf.max.': '1000',
}

/** Values that a filter cannot have; they are for other tests. */
const impossible = (key: string, value: string): boolean =>
  (/duration|publication_year/.test(key) &&
    !/^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(value)) ||
  (/amount|^cf\.(?:min|max)\./.test(key) && !/^[\d.e+]+$/.test(value))

/**
 * One to four conditions on a list; half of them all from one record.
 * @param keys every key of the list
 * @param must a key that must be among them
 */
export function drawConditions(
  random: Random,
  evaluator: Evaluator,
  path: string,
  keys: readonly string[],
  records: readonly Json[],
  must: string,
): ParsedCondition[] {
  const one = random.pick(records)
  const together = random.chance(0.6)
  const lists = keys.filter((key) =>
    /^contributions\.|^cf\.contributions|^beneficiaries|^funding\.|^srv_has|^relevant/.test(key),
  )
  const paths =
    random.chance(0.15) && lists.length > 0
      ? [must, ...Array.from({ length: 2 + random.below(3) }, () => random.pick(lists))]
      : random.chance(0.1)
        ? [must, must, must, random.pick(keys)]
        : [must, ...Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () => random.pick(keys))]
  // Both bounds of a range, as people who look for a span of years give them.
  const other = must.endsWith('.from') ? `${must.slice(0, -4)}to` : must
  if (keys.includes(other) && other !== must && random.chance(0.5)) paths.push(other)
  return paths.map((key) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const record = together && attempt < 2 ? one : random.pick(records)
      const identifiers = evaluator.identifiersAt(path, key, record)
      if (identifiers.length > 0 && random.chance(0.5)) {
        const ids = random.chance(0.4) ? evaluator.valuesAt(path, key, random.pick(records)) : []
        return { key, value: [random.pick(identifiers), ...ids.slice(0, 2)].join('|') }
      }
      const values = evaluator.valuesAt(path, key, record).filter(Boolean)
      if (values.length === 0) continue
      const value = spelled(random, key, random.pick(values))
      if (value === '' || value.length > 4000 || impossible(key, value)) continue
      const isExact = !/\.(?:from|to)$|^cf\.(?:min|max)\./.test(key)
      const more = isExact && random.chance(0.1) ? evaluator.valuesAt(path, key, random.pick(records)) : []
      const others = more.filter((one) => one !== '' && !impossible(key, one)).slice(0, 5)
      return { key, value: [value, ...others].join('|') }
    }
    const special = Object.entries(STRANGE).find(([part]) => key.includes(part))
    return { key, value: special?.[1] ?? 'nothing like it' }
  })
}
