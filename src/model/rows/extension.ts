/** What an extension is made with: its definition, and its contexts. */

import { readFileSync } from 'node:fs'
import type { ContextDocument, Correction } from '../context/context-document.ts'
import type { Extension } from './extension-row.ts'

const folder = new URL('../../../contexts/', import.meta.url)

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Declares an extension; the types check its rows, `buildModel` checks that they fit the others. */
export const defineExtension = (extension: Extension): Extension => extension

/** A context document: of contexts/ by its name, of another JSON file by its URL. */
export const readContext = (context: string | URL): ContextDocument =>
  readJson(new URL(typeof context === 'string' ? `${context}.json` : context, folder)) as ContextDocument

/** What pages say in place of the English of rows: a file of sections, each English → text. */
export const readTranslations = (file: URL): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(readJson(file) as object)) as Record<string, string>

export const readCorrections = (context: string): Correction[] =>
  (readJson(new URL('corrections.json', folder)) as Correction[]).filter(
    (correction) => correction.context === context,
  )
