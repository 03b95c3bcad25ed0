/** Texts as searches compare them: in lower case, with one small sigma. */

export const oneSigma = (text: string): string => text.replaceAll('ς', 'σ')

export const fold = (text: string): string => oneSigma(text.toLowerCase())
