/** Texts as searches compare them: in lower case, with one small sigma. */

export const foldFinalSigma = (text: string): string => text.replaceAll('ς', 'σ')

export const fold = (text: string): string => foldFinalSigma(text.toLowerCase())
