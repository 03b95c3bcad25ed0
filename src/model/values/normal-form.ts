/** Texts in Unicode Normalization Form C: a letter and its marks are one character where there is one. */

/** Characters that composing may change. */
const COMPOSABLE = /[^\u0000-\u02ff]/

export const toNfc = (text: string): string => (COMPOSABLE.test(text) ? text.normalize('NFC') : text)
