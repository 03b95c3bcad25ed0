/** Ids of records that are taken out of a graph (--delete). */

import { readFileSync } from 'node:fs'
import { resolveIri } from '../../model/context/iri.ts'
import { doiIri, doiOf, orcidIri, orcidOf, rorIri, rorOf } from '../../model/conversion/ids.ts'
import type { EarlierLog } from './earlier-log.ts'
import { idsOf, type Entry } from './entry.ts'

export interface Deletions {
  /** Whether a record is to go. */
  has(entry: Entry): boolean
  /** Ids that no record has had. */
  unused(): string[]
}

/**
 * Reads a file with an id on each line: that of a record in the graph or in its collection, a DOI, an ORCID or a ROR.
 * @param base of the graph, against which ids resolve
 * @throws Error if there is no such graph
 */
export function readDeletions(file: string, base: string, earlier: EarlierLog | undefined): Deletions {
  if (!earlier)
    throw new Error(
      '--delete takes records out of a graph that says of which it was made: name it as one of the PATHs, or load ' +
        'its inputs anew if it has no such log',
    )
  const ids = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const unused = new Set(ids)
  const idBySpelling = new Map<string, string>()
  for (const id of ids) {
    const [doi, orcid, ror] = [doiOf(id), orcidOf(id), rorOf(id)]
    idBySpelling.set(id, id).set(resolveIri(id, base), id)
    if (doi !== undefined) idBySpelling.set(doi, id).set(doiIri(doi), id)
    if (orcid !== undefined) idBySpelling.set(orcidIri(orcid), id)
    if (ror !== undefined) idBySpelling.set(rorIri(ror), id)
  }
  return {
    has(entry) {
      const { key, source } = entry.head
      // Of SKG-IF, the key is the id, but for files with a base of their own.
      const isId = source === undefined && key.startsWith(base) && !/[/#]/.test(key.slice(base.length))
      const spellings = [key, ...(isId ? [] : idsOf(entry).map((id) => resolveIri(id, base)))]
      const found = spellings.flatMap((spelling) => idBySpelling.get(spelling) ?? [])
      for (const id of found) unused.delete(id)
      return found.length > 0
    },
    unused: () => [...unused],
  }
}
