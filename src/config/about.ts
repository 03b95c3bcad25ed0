/** about.json: what an institution says of its graph (title, licence, logo, colour); and what skeg says of itself. */

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file of this name in a directory describes the graph and holds no records. */
export const ABOUT = 'about.json'

/** Languages that the pages of skeg have, by their BCP 47 tags. */
export const interfaceLanguages = ['en', 'de'] as const

export type InterfaceLanguage = (typeof interfaceLanguages)[number]

interface Row {
  readonly kind: 'text' | 'texts' | 'agent' | 'colour' | 'links' | 'picture' | 'pages' | 'interface'
  readonly doc: string
  /** Portals and search engines of data look for it. */
  readonly isWanted?: true
  /** It may have one value for each language of the pages. */
  readonly isTranslatable?: true
}

/** What can be said of a graph. */
const aboutFields = {
  title: { kind: 'text', doc: 'Name of the graph.', isWanted: true, isTranslatable: true },
  description: {
    kind: 'text',
    doc: 'What is in it, in a sentence or two; the first page reads it as Markdown.',
    isWanted: true,
    isTranslatable: true,
  },
  publisher: {
    kind: 'agent',
    doc: 'Who publishes it: a name, or {name, url, type}; types are IRIs of http://purl.org/adms/publishertype/.',
    isWanted: true,
  },
  licence: { kind: 'text', doc: 'IRI of the licence of the data.', isWanted: true },
  contact: { kind: 'text', doc: 'Whom to ask: a mailto: or web address.', isWanted: true },
  creator: { kind: 'agent', doc: 'Who made the data: a name, or {name, url}; absent: who publishes it.' },
  created: { kind: 'text', doc: 'Date of the data.', isWanted: true },
  issued: { kind: 'text', doc: 'Date since when the data are published; absent: created.' },
  version: { kind: 'text', doc: 'Version of the data.', isWanted: true },
  identifier: { kind: 'text', doc: 'Address by which the data are cited: that of a DOI, for instance.' },
  keywords: { kind: 'texts', doc: 'Words by which the data are found.', isWanted: true },
  themes: {
    kind: 'texts',
    doc: 'IRIs of themes: of http://publications.europa.eu/resource/authority/data-theme/ for portals of the EU.',
    isWanted: true,
  },
  languages: {
    kind: 'texts',
    doc: 'IRIs of languages: of http://publications.europa.eu/resource/authority/language/ for portals of the EU.',
    isWanted: true,
  },
  spatial: { kind: 'texts', doc: 'IRIs of the places that the data are about.' },
  temporal: {
    kind: 'texts',
    doc: 'The years that the data are about: the first and, unless it goes on, the last, as dates.',
  },
  sources: { kind: 'texts', doc: 'What the data were made of: addresses, or names.' },
  interfaceLanguages: {
    kind: 'interface',
    doc: 'Languages in which people read the pages: en, de. The first is for those who want none of them; absent: en.',
  },
  accent: { kind: 'colour', doc: 'Colour of links and buttons.' },
  logo: { kind: 'picture', doc: 'Picture in front of the title, beside the file.' },
  logoDark: { kind: 'picture', doc: 'The same for dark pages; absent: `logo`.' },
  picture: { kind: 'picture', doc: 'Picture of the institution, above the title of the first page.' },
  icon: { kind: 'picture', doc: 'Picture in the tabs of browsers, beside the file.' },
  pages: {
    kind: 'pages',
    doc:
      'Pages of your own, such as imprint, privacy and accessibility: name → file in Markdown, beside the file, or ' +
      'such files by language.',
  },
  links: {
    kind: 'links',
    doc: 'Links at the foot of each page, such as imprint and privacy: text → address.',
    isTranslatable: true,
  },
} as const satisfies Record<string, Row>

type AboutField = keyof typeof aboutFields

interface Agent {
  readonly name: string
  readonly url?: string
  /** IRI of what kind of organisation it is. */
  readonly type?: string
}

export interface OwnPage {
  /** Its first heading. */
  readonly title: string
  readonly markdown: string
}

interface Values {
  text: string
  texts: readonly string[]
  agent: Agent
  /** `#rrggbb` */
  colour: string
  links: Readonly<Record<string, string>>
  /** A data: URI. */
  picture: string
  /** By the names that stand in their addresses. */
  pages: Readonly<Record<string, OwnPage>>
  interface: readonly InterfaceLanguage[]
}

/** What pages say in one language; title and description are always there. */
export type About = { readonly [F in AboutField]?: Values[(typeof aboutFields)[F]['kind']] } & {
  readonly title: string
  readonly description: string
  /** The same in each language of the pages, where the file has texts by language; itself it is in English then. */
  readonly byLanguage?: Readonly<Record<InterfaceLanguage, About>>
}

/** What a file says, checked: texts may stand in it by language. */
export type AboutFile = Readonly<Partial<Record<AboutField, unknown>>>

type Translated = Readonly<Partial<Record<InterfaceLanguage, unknown>>>

/** What is said of a graph of which nothing is known. */
export const neutralAbout: About = {
  title: 'Research knowledge graph',
  description: 'Records of research products and of what surrounds them, in the SKG-IF model.',
}

const { name, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  name: string
  version: string
}

export const software = { name, version } as const

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const isLanguage = (value: unknown): value is InterfaceLanguage =>
  (interfaceLanguages as readonly unknown[]).includes(value)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object has a value for each of some languages. Links have texts as keys, and addresses as values. */
function isTranslated(value: unknown, kind?: Row['kind']): value is Translated {
  if (!isObject(value) || !Object.keys(value).every(isLanguage)) return false
  const values: unknown[] = Object.values(value)
  return values.length > 0 && (kind !== 'links' || values.every(isObject))
}

/** Reads the value of each language; undefined if one is none. */
function readTranslated(values: Translated, read: (value: unknown) => unknown): Translated | undefined {
  const entries = Object.entries(values).map(([language, value]) => [language, read(value)] as const)
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

const expected: Readonly<Record<Row['kind'], string>> = {
  text: 'text',
  texts: 'a list of 1 to 50 texts',
  agent: 'a name or {name, url, type}',
  colour: 'a colour such as #0b666c',
  links: 'an object of 1 to 12 links: text → https:, http: or mailto: address',
  picture: 'the name of a PNG, JPEG, WebP or SVG file of at most 200 kB in its folder',
  pages:
    'an object of 1 to 12 pages: name of small letters, digits and hyphens → name of a file .md of at most 100 kB ' +
    'in its folder, which begins with a heading (# Imprint), or such names by language',
  interface: `a list of languages that the pages have, each once: ${interfaceLanguages.join(', ')}`,
}

const MAX_LINKS = 12
const MAX_TEXTS = 50
const ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i

const MAX_PICTURE_BYTES = 200_000
const DATA_URI = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[\w+/=]+$/

/** The media type of the bytes of a picture; undefined if they are none. */
function pictureType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\u0089PNG\r\n')) return 'image/png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8', 0, 2000))
    ? 'image/svg+xml'
    : undefined
}

/**
 * The bytes of a file in a folder: an unpacked archive of somebody's records is such a folder.
 * @throws Error for one that is elsewhere, by its name or by a link, and for one that is too large
 */
function readInFolder(name: string, folder: string, maxBytes: number): Buffer {
  const file = realpathSync(join(folder, name))
  const found = statSync(file)
  if (!file.startsWith(join(realpathSync(folder), '/')) || !found.isFile() || found.size > maxBytes)
    throw new Error(`${name} is no file of at most ${maxBytes} bytes in ${folder}`)
  return readFileSync(file)
}

/** A picture as a data: URI, which goes with the graph; undefined if it is none or too large. */
function readPicture(name: string, folder: string): string | undefined {
  if (DATA_URI.test(name)) return name
  try {
    const bytes = readInFolder(name, folder, MAX_PICTURE_BYTES)
    const type = pictureType(bytes)
    return type === undefined ? undefined : `data:${type};base64,${bytes.toString('base64')}`
  } catch {
    return undefined
  }
}

const MAX_PAGES = 12
const MAX_PAGE_BYTES = 100_000
const PAGE_NAME = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/
const HEADING = /^\s*# +(\S[^\n]*)/

/** A page as it goes with the graph, or that of a file; undefined if it is none. */
function readPage(value: unknown, folder: string): OwnPage | undefined {
  const kept = typeof value === 'object' && value !== null ? (value as Partial<OwnPage>).markdown : undefined
  try {
    const isFile = isText(value) && /\.(?:md|markdown)$/i.test(value)
    const text = isFile && readInFolder(value, folder, MAX_PAGE_BYTES).toString()
    const markdown = text === false ? kept : text.replace(/^\ufeff/, '')
    if (!isText(markdown) || markdown.includes('\0')) return undefined
    const [, title] = HEADING.exec(markdown) ?? []
    return title === undefined ? undefined : { title: title.replace(/\s*#*\s*$/, ''), markdown }
  } catch {
    return undefined
  }
}

/** Reads a value of each kind; undefined if it is none. */
const readers: { [K in Row['kind']]: (value: unknown, folder: string) => Values[K] | undefined } = {
  colour: (value) => (isText(value) && /^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : undefined),
  picture: (value, folder) => (isText(value) ? readPicture(value, folder) : undefined),
  links(value) {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const areLinks = entries.every(([text, url]) => isText(text) && isText(url) && ADDRESS.test(url))
    return areLinks && entries.length > 0 && entries.length <= MAX_LINKS && !Array.isArray(value)
      ? (Object.fromEntries(entries) as Record<string, string>)
      : undefined
  },
  pages(value, folder) {
    if (!isObject(value)) return undefined
    const read = (one: unknown): OwnPage | undefined => readPage(one, folder)
    const pages = Object.entries(value).map(
      ([key, one]) => [key, isTranslated(one) ? readTranslated(one, read) : read(one)] as const,
    )
    const arePages = pages.every(([key, page]) => PAGE_NAME.test(key) && page !== undefined)
    return arePages && pages.length > 0 && pages.length <= MAX_PAGES
      ? (Object.fromEntries(pages) as Record<string, OwnPage>)
      : undefined
  },
  interface: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(isLanguage) &&
    new Set(value).size === value.length
      ? value
      : undefined,
  text: (value) => (isText(value) ? value : undefined),
  texts: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= MAX_TEXTS && value.every(isText)
      ? (value as string[])
      : undefined,
  agent(value) {
    if (isText(value)) return { name: value }
    const { name: called, ...more } = (typeof value === 'object' && value !== null ? value : {}) as Record<
      string,
      unknown
    >
    const isKnown = Object.entries(more).every(([key, one]) => ['url', 'type'].includes(key) && isText(one))
    return isText(called) && isKnown ? { name: called, ...more } : undefined
  },
}

/** The fields of which those who look for data would miss the value. */
export const missingIn = (about: AboutFile): AboutField[] =>
  Object.entries<Row>(aboutFields).flatMap(([field, { isWanted }]) =>
    isWanted && about[field as AboutField] === undefined ? [field as AboutField] : [],
  )

/**
 * Reads what a file says of a graph: a JSON object with some of `aboutFields`.
 * @throws Error that names the file and what is wrong with it
 */
export function readPartialAbout(file: string): AboutFile {
  const fields: Readonly<Record<string, Row>> = aboutFields
  const entries = Object.entries(readObject(file)).map(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field) throw new Error(`${file} has ${key}; known are ${Object.keys(fields).join(', ')}`)
    const { kind, isTranslatable } = field
    const read = (one: unknown): unknown => readers[kind](one, dirname(file))
    const found = isTranslatable && isTranslated(value, kind) ? readTranslated(value, read) : read(value)
    if (found === undefined)
      throw new Error(
        `${key} of ${file} must be ${expected[kind]}` +
          (isTranslatable
            ? `, or one by language: an object with some of ${interfaceLanguages.join(', ')}`
            : ''),
      )
    return [key, found] as const
  })
  return Object.fromEntries(entries)
}

/** What is said in one language. @param wished the best first */
function inLanguage(said: AboutFile, wished: readonly InterfaceLanguage[]): About {
  const fields: Readonly<Record<string, Row>> = aboutFields
  const best = (values: Translated): unknown =>
    [...wished, ...interfaceLanguages].map((language) => values[language]).find((one) => one !== undefined)
  const entries = Object.entries(said).map(([key, value]) => {
    if (fields[key]?.isTranslatable && isTranslated(value, fields[key].kind)) return [key, best(value)]
    if (fields[key]?.kind !== 'pages') return [key, value]
    const pages = Object.entries(value as object).map(([name, page]: [string, unknown]) => [
      name,
      isTranslated(page) ? best(page) : page,
    ])
    return [key, Object.fromEntries(pages)]
  })
  return { ...neutralAbout, ...Object.fromEntries(entries) }
}

/** Whether a file has texts by language. */
const hasTranslations = ({ pages = {}, title, description, links }: AboutFile): boolean =>
  [title, description, ...Object.values(pages as object)].some((value) => isTranslated(value)) ||
  isTranslated(links, 'links')

/** What a file says of a graph, with title and description in any case. @throws Error as `readPartialAbout` */
export function readAbout(file: string): About {
  const said = readPartialAbout(file)
  const about = inLanguage(said, [])
  if (!hasTranslations(said)) return about
  const { interfaceLanguages: ofPages = [] } = about
  const all = interfaceLanguages.map((language) => [language, inLanguage(said, [language, ...ofPages])])
  return { ...about, byLanguage: Object.fromEntries(all) as Record<InterfaceLanguage, About> }
}

/** Bytes of the file, with pictures and pages where it goes with a graph. */
const MAX_BYTES = 3_000_000

function readObject(file: string): Record<string, unknown> {
  try {
    const { size } = statSync(file)
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; the limit is ${MAX_BYTES}`)
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw new Error(`${file} must hold a JSON object`)
}
