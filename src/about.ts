/** What the server says of its graph and of itself. */

import { readFileSync } from 'node:fs'

/** A file of this name in a directory describes the graph and holds no records. */
export const ABOUT = 'about.json'

interface Row {
  readonly kind: 'text' | 'agent'
  readonly doc: string
}

/** What can be said of a graph. */
const aboutFields = {
  title: { kind: 'text', doc: 'Name of the graph.' },
  description: { kind: 'text', doc: 'What is in it, in a sentence or two.' },
  publisher: { kind: 'agent', doc: 'Who publishes it: a name, or {name, url}.' },
  licence: { kind: 'text', doc: 'IRI of the licence of the data.' },
  contact: { kind: 'text', doc: 'Whom to ask: a mailto: or web address.' },
  created: { kind: 'text', doc: 'Date of the data.' },
  version: { kind: 'text', doc: 'Version of the data.' },
} as const satisfies Record<string, Row>

type AboutField = keyof typeof aboutFields

interface Agent {
  readonly name: string
  readonly url?: string
}

interface Values {
  text: string
  agent: Agent
}

/** Title and description are always there. */
export type About = { readonly [F in AboutField]?: Values[(typeof aboutFields)[F]['kind']] } & {
  readonly title: string
  readonly description: string
}

/** What is said of a graph of which nothing is known. */
export const neutralAbout: About = {
  title: 'Research knowledge graph',
  description: 'Records of research products and of what surrounds them, in the SKG-IF model.',
}

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  name: string
  version: string
}

/** The program and its version. */
export const software = { name, version } as const

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Reads a value of each kind; undefined if it is none. */
const readers: { [K in Row['kind']]: (value: unknown) => Values[K] | undefined } = {
  text: (value) => (isText(value) ? value : undefined),
  agent(value) {
    if (isText(value)) return { name: value }
    const {
      name: called,
      url,
      ...more
    } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    if (!isText(called) || !(url === undefined || isText(url)) || Object.keys(more).length > 0)
      return undefined
    return url === undefined ? { name: called } : { name: called, url }
  },
}

/**
 * Reads what a file says of a graph: a JSON object with some of `aboutFields`.
 * @throws Error that names the file and what is wrong with it
 */
export function readPartialAbout(file: string): Partial<About> {
  const fields: Readonly<Record<string, Row>> = aboutFields
  const entries = Object.entries(readObject(file)).map(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field) throw new Error(`${file} has ${key}; known are ${Object.keys(fields).join(', ')}`)
    const read = readers[field.kind](value)
    if (read === undefined)
      throw new Error(
        `${key} of ${file} must be ${field.kind === 'agent' ? 'a name or {name, url}' : 'text'}`,
      )
    return [key, read] as const
  })
  return Object.fromEntries(entries)
}

/** What a file says of a graph, with title and description in any case. @throws Error as `readSaid` */
export const readAbout = (file: string): About => ({ ...neutralAbout, ...readPartialAbout(file) })

function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw new Error(`${file} must hold a JSON object`)
}
