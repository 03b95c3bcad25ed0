/** What the server says of its graph and of itself. */

import { readFileSync } from 'node:fs'

/** What can be said of a graph, and by what sort of text. */
export const aboutFields = {
  title: 'Name of the graph.',
  description: 'What is in it, in a sentence or two.',
  publisher: 'Who publishes it.',
  licence: 'IRI of the licence of the data.',
  contact: 'Whom to ask: an e-mail address or a URL.',
} as const satisfies Record<string, string>

export type AboutField = keyof typeof aboutFields

/** Title and description are always there. */
export type About = Readonly<Partial<Record<AboutField, string>> & Record<'title' | 'description', string>>

/** What is said of a graph of which nothing is known. */
export const neutralAbout: About = {
  title: 'Research knowledge graph',
  description: 'Records of research products and of what surrounds them, in the SKG-IF model.',
}

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { name: string; version: string }

/** The program and its version. */
export const software = { name, version } as const

/**
 * Reads what a file says of a graph: a JSON object with some of `aboutFields`, each a string.
 * @throws Error that names the file and what is wrong with it
 */
export function readAbout(file: string): About {
  const known = Object.keys(aboutFields)
  const said = readObject(file)
  for (const [key, value] of Object.entries(said)) {
    if (!known.includes(key)) throw new Error(`${file} has ${key}; known are ${known.join(', ')}`)
    if (typeof value !== 'string' || value.trim() === '') throw new Error(`${key} of ${file} must be text`)
  }
  return { ...neutralAbout, ...said }
}

function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw new Error(`${file} must hold a JSON object`)
}
