/** Names as searches compare them. */

import { foldToPlainLetters } from '../../model/values/fold.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu

/** A text in small letters without accents, its words with one blank between them. */
export const foldName = (text: string): string => foldToPlainLetters(text).replace(BETWEEN_WORDS, ' ').trim()
