/** What is wrong with the values that the rows of a type select: for titles, pages, links and citations. */

import { cslNameParts, cslTypes, cslVariables } from './csl.ts'
import { closestMatch } from '../values/closest-match.ts'
import type { Citation, EntityType, Field, Fields, Selection } from '../rows/row.ts'

type Report = (fault: string) => void

interface NamedValuePath extends Selection {
  readonly usage: string
}

/** All that a row selects of a record. */
function valuePathsOf({ signposts = [], schemaOrg, display, citation }: EntityType): NamedValuePath[] {
  const named = (what: string, table: Readonly<Record<string, Selection>> = {}): NamedValuePath[] =>
    Object.entries(table).map(([name, selection]) => ({ ...selection, usage: `${what} ${name}` }))
  const as = (what: string, selections: readonly (Selection | undefined)[]): NamedValuePath[] =>
    selections.flatMap((selection) => (selection ? [{ ...selection, usage: what }] : []))
  const key = (name: string | undefined): Selection | undefined =>
    name === undefined ? undefined : { path: [name] }
  return [
    ...signposts.map((signpost) => ({ ...signpost, usage: `signpost ${signpost.rel}` })),
    ...named('property', schemaOrg?.properties),
    ...named('tag', display?.metaTags),
    ...Object.entries(citation?.variables ?? {}).flatMap(([name, places]) =>
      as(`variable ${name}`, [places].flat()),
    ),
    ...as('citation', [key(citation?.versions), ...(citation?.itemTypes ?? [])]),
    ...as('view', [
      key(display?.subtype),
      key(display?.abstract),
      display?.byline,
      ...(display?.summary ?? []),
    ]),
  ]
}

/** The fields on a path, the last one included; undefined if it leads nowhere. */
function fieldsAlong(fields: Fields, [key, ...rest]: readonly string[]): Field[] | undefined {
  const field = key === undefined ? undefined : fields[key]
  if (!field) return undefined
  if (rest.length === 0) return [field]
  const below = 'fields' in field ? fieldsAlong(field.fields, rest) : undefined
  return below && [field, ...below]
}

/** `did you mean x? there are …` for a name that is none of those known. */
export function suggestNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  const guess = closestMatch(name, names)
  return `${guess === undefined ? '' : `did you mean ${guess}? `}there are ${names.join(', ') || 'none'}`
}

/** The words that a field can have; undefined if it can have any. */
function closedTerms(field: Field | undefined): readonly string[] | undefined {
  if (field?.kind === 'rdfType') return [...field.terms, field.default ?? []].flat()
  if (field?.kind !== 'vocabTerm' || field.extensible || field.namespaces || !field.terms) return undefined
  return [...field.terms, ...(field.localTerms ?? [])]
}

function checkWhere(where: Selection['where'], on: readonly Field[], place: string, report: Report): void {
  const tables = on.flatMap((field) => ('fields' in field ? [field.fields] : []))
  for (const [name, value] of Object.entries(where ?? {})) {
    const field = tables.map((table) => table[name]).find(Boolean)
    if (!field) {
      report(
        `${place} where ${name} is ${value}, but nothing on the way has ${name}; ` +
          suggestNames(name, new Set(tables.flatMap((table) => Object.keys(table)))),
      )
      continue
    }
    const words = closedTerms(field)
    if (words && !words.includes(value))
      report(
        `${place} where ${name} is ${value}, which is not one of its terms; ${suggestNames(value, words)}`,
      )
  }
}

function checkCitation({ name, fields }: EntityType, citation: Citation, report: Report): void {
  const variables = citation.itemTypes === undefined ? cslNameParts : cslVariables
  const variableKind = citation.itemTypes === undefined ? 'name part' : 'variable'
  for (const variable of Object.keys(citation.variables))
    if (!variables.has(variable))
      report(
        `${name} has the CSL ${variableKind} ${variable}, which CSL does not have; ${suggestNames(variable, variables)}`,
      )
  for (const { path, types } of citation.itemTypes ?? []) {
    const field = fieldsAlong(fields, path)?.at(-1)
    const closed = closedTerms(field)
    for (const [word, type] of Object.entries(types)) {
      const place = `${name} is cited by ${path.join('.')}`
      if (!cslTypes.has(type))
        report(`${place} ${word} as ${type}, which is not a type of CSL; ${suggestNames(type, cslTypes)}`)
      if (closed && !closed.includes(word))
        report(`${place} ${word}, which is not one of its terms; ${suggestNames(word, closed)}`)
      if (field?.kind === 'labelledClass' && /[/#]/.test(word) && !/^[a-z][a-z0-9+.-]*:/i.test(word))
        report(
          `${place} ${word}, which is not a class; a whole IRI or what follows its last / or # is expected`,
        )
    }
  }
}

/** Tells which titles, pages, links and citations select what a type does not have. */
export function checkValuePaths(type: EntityType, report: Report): void {
  const { name, fields, labelFields, searchFields = [], schemaOrg, citation } = type
  const texts = { title: labelFields, 'search field': searchFields }
  for (const [role, keys] of Object.entries(texts))
    for (const key of keys) {
      const field = fields[key]
      if (!field) report(`${name} has the ${role} ${key}, which is not a field of it`)
      else if (field.kind !== 'string' && field.kind !== 'langString')
        report(`${name} has the ${role} ${key}, which is ${field.kind}; it must be string or langString`)
    }
  for (const path of type.searchReferences ?? []) {
    const field = fieldsAlong(fields, path.split('.'))?.at(-1)
    if (field?.kind !== 'reference')
      report(`${name} has the search reference ${path}, which leads to no reference; expected: a path to one`)
  }
  for (const { usage, path, where } of valuePathsOf(type)) {
    const on = fieldsAlong(fields, path)
    const place = `${name} has the ${usage} at ${path.join('.')}`
    if (on) checkWhere(where, on, place, report)
    else report(`${place}, which is not a field of it`)
  }
  if (schemaOrg?.subtypeField !== undefined) {
    const field = fields[schemaOrg.subtypeField]
    const words = closedTerms(field)
    if (!field)
      report(
        `${name} has classes of schema.org by ${schemaOrg.subtypeField}, which is not a field of ` +
          `it; ${suggestNames(schemaOrg.subtypeField, Object.keys(fields))}`,
      )
    else if (field.kind !== 'rdfType' && field.kind !== 'vocabTerm')
      report(
        `${name} has classes of schema.org by ${schemaOrg.subtypeField}, which is ${field.kind}; ` +
          'it must be rdfType or vocabTerm',
      )
    for (const word of Object.keys(schemaOrg.subtypes ?? {}))
      if (words && !words.includes(word))
        report(
          `${name} has a class of schema.org for ${schemaOrg.subtypeField} ${word}, which is not ` +
            `one of its terms; ${suggestNames(word, words)}`,
        )
  }
  if (citation) checkCitation(type, citation, report)
}
