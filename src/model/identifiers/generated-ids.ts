/** Ids that are made where a record has none of its own. */

import { hash } from 'node:crypto'
import { removeMarks } from '../values/fold.ts'

/** What ids begin with that are made for entities which come without one: "on the fly", as SKG-IF says. */
export const GENERATED_PREFIX = 'otf___'
const GENERATED = new RegExp(`(?:^|[/#])${GENERATED_PREFIX}[^/#]*$`)

/** Whether an id, or the IRI that it became, was made. */
export const isGeneratedId = (id: unknown): boolean => GENERATED.test(String(id))

const SLUG_LENGTH = 40

const withoutMarks = (text: string): string => (/^[ -~]*$/.test(text) ? text : removeMarks(text))

/** Small ASCII letters, digits and hyphens. */
const slugOf = (text: string): string =>
  withoutMarks(text.slice(0, 2 * SLUG_LENGTH))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '') || 'unknown'

/** The session of the last id, which is that of most ids of one record, and its slug. */
let [lastSession, lastSlug] = ['', 'unknown']

function slugOfSession(session: string): string {
  if (session !== lastSession) [lastSession, lastSlug] = [session, slugOf(session)]
  return lastSlug
}

const HASH_LENGTH = 10

/**
 * The id of something that has none of its own, as SKG-IF makes such ids: the same for the same words.
 * @param session what the id belongs to: the DOI of the record, or what several records have in common
 * @param kind what it is an id of
 * @param label what distinguishes it from others of the kind
 */
export function generatedId(session: string, kind: string, label: string): string {
  const digest = hash('sha256', JSON.stringify([session, kind, label]))
  return `${GENERATED_PREFIX}${slugOfSession(session)}___${kind}-${slugOf(label)}-${digest.slice(0, HASH_LENGTH)}`
}
