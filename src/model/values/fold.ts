/** Texts and words as searches and joins compare them: without case, and where that is asked for without accents. */

/** Characters that composing may change. */
const COMPOSABLE = /[^\u0000-\u02ff]/

export const toNfc = (text: string): string => (COMPOSABLE.test(text) ? text.normalize('NFC') : text)

export const foldFinalSigma = (text: string): string => text.replaceAll('ς', 'σ')

export const fold = (text: string): string => foldFinalSigma(toNfc(text).toLowerCase())

const MARKS = /\p{M}/gu

/** A text without accents, its compatibility characters replaced. */
export const removeMarks = (text: string): string => text.normalize('NFKD').replace(MARKS, '')

const NOT_ASCII = /[^\u0000-\u007f]/

/** Small letters that Unicode does not take apart into a plain one and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
}
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/** A text in small plain letters, without accents, its compatibility characters replaced. */
export const foldToPlainLetters = (text: string): string =>
  NOT_ASCII.test(text)
    ? fold(removeMarks(text)).replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] as string)
    : text.toLowerCase()

/** A letter that has a case, such as the J of `J. Doe`; one of Chinese is a whole word. */
export const isInitial = (word: string): boolean => word.length === 1 && word !== word.toUpperCase()

/** Whether folded words are one, or one is the initial of the other. */
export const isSameWord = (a: string, b = ''): boolean =>
  a === b || (isInitial(a) && b.startsWith(a)) || (isInitial(b) && a.startsWith(b))
