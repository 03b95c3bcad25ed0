/** The identifier schemes of all extensions as one table, and what is wrong with their rows. */

import type { Extension } from '../rows/extension-row.ts'
import { duplicates } from '../values/collections.ts'
import type { ReportFault } from '../rows/merge.ts'
import type { IdentifierScheme, IdentifierSchemes } from '../identifiers/row.ts'
import type { Vocabulary } from '../context/vocabulary.ts'
import { createIdentifiers } from '../identifiers/schemes.ts'

function rowFaults(name: string, row: IdentifierScheme): string[] {
  const { prefixes, stored, resolver, ofEntities, example } = row
  const faults: string[] = []
  if (stored !== undefined && !prefixes.includes(stored))
    faults.push(`is stored with ${JSON.stringify(stored)}, which is not one of its prefixes`)
  if (stored === undefined && prefixes.some((prefix) => prefix.includes('*')))
    faults.push('has a prefix with any host; it must say with which prefix it is stored')
  if (ofEntities && resolver === undefined) faults.push('may be the IRI of entities, but has no resolver')
  if (ofEntities && resolver !== undefined && !prefixes.includes(resolver))
    faults.push('may be the IRI of entities, but its resolver is not one of its prefixes')
  if (faults.length > 0) return faults
  const identifiers = createIdentifiers({ [name]: row })
  const fault = identifiers.faultOf(name, example)
  if (fault) return [`has an example that ${fault.message}`]
  const normal = identifiers.normalise(name, example)
  return normal === example ? [] : [`has the example ${example}; it must be ${normal}, as it is stored`]
}

/** Merges the schemes of all extensions and reports what does not fit. */
export function mergeSchemes(
  extensions: readonly Extension[],
  vocabulary: Vocabulary,
  report: ReportFault,
): IdentifierSchemes {
  const rows = extensions.flatMap(({ name: by, identifierSchemes = {} }) =>
    Object.entries(identifierSchemes).map(([name, row]) => ({ by, name, row })),
  )
  const words = rows.flatMap(({ by, name, row }) =>
    [name, ...(row.aliases ?? [])].map((word) => ({ by, word })),
  )
  for (const [word, found] of duplicates(words, (one) => one.word))
    report(
      `two identifier schemes are named ${word} (${[...new Set(found.map(({ by }) => by))].join(' and ')})`,
    )
  for (const { name, row } of rows) {
    const iri = vocabulary.iri(name)
    if (row.localTerm ? iri !== undefined : iri === undefined)
      report(
        row.localTerm
          ? `the identifier scheme ${name} has localTerm, but the contexts define it as ${iri}`
          : `the identifier scheme ${name} has no term in the contexts; "${name}": IRI is expected in one of them, ` +
              'or localTerm: true',
      )
    for (const fault of rowFaults(name, row)) report(`the identifier scheme ${name} ${fault}`)
  }
  return Object.fromEntries(rows.map(({ name, row }) => [name, row]))
}
