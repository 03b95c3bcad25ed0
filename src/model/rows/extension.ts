/** What an extension is made with: its definition, and its term tables from contexts/. */

import { readFileSync } from 'node:fs'
import type { Correction, Extension, TermTable } from './extension-row.ts'

const folder = new URL('../../../contexts/', import.meta.url)

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Declares an extension; the types check its rows, `buildModel` checks that they fit the others. */
export const defineExtension = (extension: Extension): Extension => extension

/** A term table: of contexts/ by its name, of another JSON file by its URL. */
export const readTable = (table: string | URL): TermTable =>
  readJson(new URL(typeof table === 'string' ? `${table}.json` : table, folder)) as TermTable

/** The corrections of contexts/corrections.json that concern one context. */
export const readCorrections = (context: string): Correction[] =>
  (readJson(new URL('corrections.json', folder)) as Correction[]).filter(
    (correction) => correction.context === context,
  )
