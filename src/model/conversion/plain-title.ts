/** Titles as pages show them: mark-up and TeX in plain letters, `H₂O` of `H<sub>2</sub>O`. Data keeps what it has. */

import { replaceScripts } from './scripts.ts'
import { plainTex } from './tex-to-text.ts'

/** Elements that set a few letters apart; any other is no matter of titles. */
const TAG = /<\/?(?:jats:)?(?:su[bp]|[biu]|em|emph|strong|small|bold|italic|scp?|tt|span)(?:\s[^<>]*)?>/gi
const ENTITY = /&(amp|lt|gt|quot);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

export const withoutMarkup = (text: string): string =>
  /[<&]/.test(text)
    ? replaceScripts(text)
        .replace(TAG, '')
        .replace(ENTITY, (_, name: string) => CHARACTERS[name] as string)
    : text

export const plainTitle = (text: string): string => plainTex(withoutMarkup(text))
