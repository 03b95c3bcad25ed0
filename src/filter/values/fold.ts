/** Texts as searches compare them: in lower case, with one small sigma. */

export const foldFinalSigma = (text: string): string => text.replaceAll('ς', 'σ')

export const fold = (text: string): string => foldFinalSigma(text.toLowerCase())

const MARKS = /\p{M}/gu
const NOT_ASCII = /[^\u0000-\u007f]/

/** A text without accents, its compatibility characters replaced. */
export const removeMarks = (text: string): string =>
  NOT_ASCII.test(text) ? text.normalize('NFKD').replace(MARKS, '') : text
