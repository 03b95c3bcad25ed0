/** What is wrong with the values that the rows of a type select: for titles, pages, links and citations. */

import { cslNameParts, cslTypes, cslVariables } from './csl.ts'
import { nearest } from './nearest.ts'
import type { Citation, EntityType, Field, Fields, Selection } from './row.ts'

type Report = (fault: string) => void

interface NamedSelection extends Selection {
  readonly what: string
}

/** All that a row selects of a record. */
function selectionsOf({ signposts = [], schema, view, citation }: EntityType): NamedSelection[] {
  const named = (what: string, table: Readonly<Record<string, Selection>> = {}): NamedSelection[] =>
    Object.entries(table).map(([name, selection]) => ({ ...selection, what: `${what} ${name}` }))
  const as = (what: string, selections: readonly (Selection | undefined)[]): NamedSelection[] =>
    selections.flatMap((selection) => (selection ? [{ ...selection, what }] : []))
  const key = (name: string | undefined): Selection | undefined =>
    name === undefined ? undefined : { path: [name] }
  return [
    ...signposts.map((signpost) => ({ ...signpost, what: `signpost ${signpost.rel}` })),
    ...named('property', schema?.properties),
    ...named('tag', view?.tags),
    ...Object.entries(citation?.variables ?? {}).flatMap(([name, places]) =>
      as(`variable ${name}`, [places].flat()),
    ),
    ...as('citation', [key(citation?.forms), ...(citation?.told ?? [])]),
    ...as('view', [key(view?.kind), key(view?.lead), view?.byline, ...(view?.brief ?? [])]),
  ]
}

/** The fields on a path, the last one included; undefined if it leads nowhere. */
function fieldsOn(fields: Fields, [key, ...rest]: readonly string[]): Field[] | undefined {
  const field = key === undefined ? undefined : fields[key]
  if (!field) return undefined
  if (rest.length === 0) return [field]
  const below = 'fields' in field ? fieldsOn(field.fields, rest) : undefined
  return below && [field, ...below]
}

/** `did you mean x? there are …` for a name that is none of those known. */
export function otherNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  const guess = nearest(name, names)
  return `${guess === undefined ? '' : `did you mean ${guess}? `}there are ${names.join(', ') || 'none'}`
}

/** The words that a field can have; undefined if it can have any. */
function closedWords(field: Field | undefined): readonly string[] | undefined {
  if (field?.kind === 'class') return [...field.values, field.otherwise ?? []].flat()
  if (field?.kind !== 'term' || field.open || field.namespaces || !field.values) return undefined
  return [...field.values, ...(field.coined ?? [])]
}

function whereFaults(where: Selection['where'], on: readonly Field[], place: string, report: Report): void {
  const tables = on.flatMap((field) => ('fields' in field ? [field.fields] : []))
  for (const [name, value] of Object.entries(where ?? {})) {
    const field = tables.map((table) => table[name]).find(Boolean)
    if (!field) {
      report(
        `${place} where ${name} is ${value}, but nothing on the way has ${name}; ${otherNames(name, new Set(tables.flatMap((table) => Object.keys(table))))}`,
      )
      continue
    }
    const words = closedWords(field)
    if (words && !words.includes(value))
      report(`${place} where ${name} is ${value}, which is no word of it; ${otherNames(value, words)}`)
  }
}

function citationFaults({ name, fields }: EntityType, citation: Citation, report: Report): void {
  const known = citation.told === undefined ? cslNameParts : cslVariables
  const what = citation.told === undefined ? 'name part' : 'variable'
  for (const variable of Object.keys(citation.variables))
    if (!known.has(variable))
      report(
        `${name} has the CSL ${what} ${variable}, which CSL does not have; ${otherNames(variable, known)}`,
      )
  for (const { path, words } of citation.told ?? []) {
    const field = fieldsOn(fields, path)?.at(-1)
    const closed = closedWords(field)
    for (const [word, type] of Object.entries(words)) {
      const place = `${name} is cited by ${path.join('.')}`
      if (!cslTypes.has(type))
        report(`${place} ${word} as ${type}, which is no type of CSL; ${otherNames(type, cslTypes)}`)
      if (closed && !closed.includes(word))
        report(`${place} ${word}, which is no word of it; ${otherNames(word, closed)}`)
      if (field?.kind === 'concept' && /[/#]/.test(word) && !/^[a-z][a-z0-9+.-]*:/i.test(word))
        report(`${place} ${word}, which is no class; a whole IRI or what follows its last / or # is expected`)
    }
  }
}

/** Tells which titles, pages, links and citations select what a type does not have. */
export function selectionFaults(type: EntityType, report: Report): void {
  const { name, fields, title, schema, citation } = type
  for (const key of title) {
    const field = fields[key]
    if (!field) report(`${name} has the title ${key}, which is no field of it`)
    else if (field.kind !== 'text' && field.kind !== 'languages')
      report(`${name} has the title ${key}, which is ${field.kind}; it must be text or languages`)
  }
  for (const { what, path, where } of selectionsOf(type)) {
    const on = fieldsOn(fields, path)
    const place = `${name} has the ${what} at ${path.join('.')}`
    if (on) whereFaults(where, on, place, report)
    else report(`${place}, which is no field of it`)
  }
  if (schema?.by !== undefined) {
    const field = fields[schema.by]
    const words = closedWords(field)
    if (!field)
      report(
        `${name} has classes of schema.org by ${schema.by}, which is no field of it; ${otherNames(schema.by, Object.keys(fields))}`,
      )
    else if (field.kind !== 'class' && field.kind !== 'term')
      report(
        `${name} has classes of schema.org by ${schema.by}, which is ${field.kind}; it must be class or term`,
      )
    for (const word of Object.keys(schema.words ?? {}))
      if (words && !words.includes(word))
        report(
          `${name} has a class of schema.org for ${schema.by} ${word}, which is no word of it; ${otherNames(word, words)}`,
        )
  }
  if (citation) citationFaults(type, citation, report)
}
