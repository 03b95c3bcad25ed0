/** Whether names in two records of one work may be those of one person, organisation or venue. */

import type { Json } from '../../model/values/json.ts'
import { foldToPlainLetters, isInitial, isSameWord, removeMarks } from '../../model/values/fold.ts'
import { words } from '../../model/values/collections.ts'
import { textOf } from '../../model/conversion/json.ts'

/** Words without case and accents. Initials that stand together, such as JR, are one word each. */
const wordsOf = (text: string): string[] =>
  removeMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (/^\p{Lu}{2,3}$/u.test(word) ? [...word] : [word]))
    .map(foldToPlainLetters)
    .filter(Boolean)

/** A text as it is compared: without case, accents, punctuation and blanks. */
export const foldText = (text: unknown): string =>
  foldToPlainLetters(textOf(text) ?? '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether two texts are the same but for case, accents and punctuation; texts without letters are not. */
export const isSameText = (a: unknown, b: unknown): boolean =>
  foldText(a) !== '' && foldText(a) === foldText(b)

/** Whether each word of the shorter name is one of the longer one, and one of them is more than an initial. */
function areSameWords(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, [...b]] : [b, [...a]]
  // Whole words first, so that an initial takes none from them.
  const words = [...short].sort((x, y) => y.length - x.length)
  const matched = words.map((word) => {
    const whole = long.indexOf(word)
    const at = whole === -1 ? long.findIndex((other) => isSameWord(word, other)) : whole
    return at === -1 ? undefined : long.splice(at, 1)[0]
  })
  return (
    matched.every((one) => one !== undefined) &&
    words.some((word, i) => !isInitial(word) && word === matched[i])
  )
}

/** `Berg` and `van den Berg`. */
const isSameFamily = (a: readonly string[], b: readonly string[]): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length > 0 && short.every((word, i) => word === long[long.length - short.length + i])
}

interface PersonName {
  readonly words: readonly string[]
  readonly family: readonly string[]
}

/** Names that have been read, as each is compared with many. */
const readNames = new WeakMap<Json, PersonName>()

function nameOf(person: Json): PersonName {
  const known = readNames.get(person)
  if (known) return known
  const [name, given, family] = ['name', 'given_name', 'family_name'].map(
    (key) => textOf(person[key]) ?? '',
  ) as [string, string, string]
  const read = {
    words: wordsOf(given !== '' && family !== '' ? `${given} ${family}` : name),
    family: wordsOf(family),
  }
  readNames.set(person, read)
  return read
}

/** Whether two persons may have one name: some records have initials, or leave out middle names. */
export function mayBeSameName(a: Json, b: Json): boolean {
  const [first, second] = [nameOf(a), nameOf(b)]
  if (first.family.length > 0 && second.family.length > 0 && !isSameFamily(first.family, second.family))
    return false
  return first.words.length > 0 && second.words.length > 0 && areSameWords(first.words, second.words)
}

/** Usual short forms of given names that do not begin them. */
const SHORT_FORMS = new Set(
  words(`bert-albert sandy-alexander sascha-alexander andy-andrew drew-andrew tony-anthony charlie-charles chuck-charles
  dave-david ted-edward ned-edward beth-elizabeth betty-elizabeth liz-elizabeth paco-francisco harry-harold henk-hendrik
  harry-henry hank-henry jaap-jacob jim-james jimmy-james hans-johannes jan-johannes jack-john joe-joseph pepe-jose
  kate-katherine larry-lawrence peggy-margaret meg-margaret mike-michael mick-michael nick-nicholas dick-richard
  rick-richard bob-robert bert-robert steve-stephen steve-steven ted-theodore tom-thomas wim-willem bill-william
  will-william`),
)

const isShortForm = (short: string, name: string): boolean =>
  (short.length > 1 && name.startsWith(short)) || SHORT_FORMS.has(`${short}-${name}`)

/** Whether two names differ in the first given name alone, of which one is a short form of the other. */
export function hasShortGivenName(a: Json, b: Json): boolean {
  const [first, second] = [nameOf(a), nameOf(b)]
  const [[x = '', ...given], [y = '', ...others]] = [first.words, second.words]
  const families = [first.family, second.family].filter(({ length }) => length > 0)
  const [family = given.slice(-1), other = family] = families
  return (
    isSameFamily(family, other) &&
    isSameFamily(family, given) &&
    isSameFamily(family, others) &&
    (isShortForm(x, y) || isShortForm(y, x)) &&
    areSameWords(given, others)
  )
}

/** The words of a name that are no initials: names that may be the same share one of them. */
export const wordsOfName = (person: Json): string[] => nameOf(person).words.filter((word) => !isInitial(word))

/** The whole name of a person who has more than one word and no initials; undefined for others. */
export function wholeName(person: Json): string | undefined {
  const words = nameOf(person).words
  return words.length > 1 && !words.some(isInitial) ? [...words].sort().join(' ') : undefined
}
