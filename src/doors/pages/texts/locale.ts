/** The languages of pages: their texts beside what is said of records everywhere. */

import type { InterfaceLanguage } from '../../../config/about.ts'
import { createLocales, type Locale as RecordLocale } from '../../../record/naming/locale.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'

export type Locale = RecordLocale<Texts>

export const texts = { en, de } as const satisfies Readonly<Record<InterfaceLanguage, Texts>>

export const localeOf = createLocales<Texts>(texts)
