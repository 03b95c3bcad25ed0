/** What extensions add to the types of others, put into their rows. */

import { suggestNames } from '../values/closest-match.ts'
import type { FilterRow } from './filter-row.ts'
import type { TypeExtension, Extension, VocabularyExtension } from './extension-row.ts'
import type { EntityType, Field, Fields } from './row.ts'

const spellings = (fields: Fields): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([key, { aliases = [] }]) =>
      aliases.map((alias) => [alias, key] as const),
    ),
  )

/** Takes a sentence that says what is wrong. */
export type ReportFault = (fault: string) => void

/**
 * The fields with what is added; of two for one key the first holds, so that nobody else is blamed for the
 * second.
 */
function addFields(type: EntityType, added: Fields, by: string, report: ReportFault): Fields {
  const aliasKeys = spellings(type.fields)
  for (const [key, { aliases = [] }] of Object.entries(added)) {
    if (type.fields[key]) report(`${by} adds ${type.name}.${key}, which is there already`)
    else
      for (const name of [key, ...aliases]) {
        const existingKey = type.fields[name] ? name : aliasKeys.get(name)
        if (existingKey !== undefined)
          report(
            `${by} adds ${type.name}.${key}, but ${name} is understood as ${type.name}.${existingKey} there`,
          )
      }
  }
  return { ...type.fields, ...Object.fromEntries(Object.entries(added).filter(([key]) => !type.fields[key])) }
}

/** Other spellings that say something else already, in the fields that one extension gives. */
function checkAliases(fields: Fields, location: string, report: ReportFault): void {
  const owners = new Map<string, string>()
  for (const [key, field] of Object.entries(fields)) {
    for (const alias of field.aliases ?? []) {
      const owner = owners.get(alias) ?? key
      if (alias !== key && Object.hasOwn(fields, alias))
        report(`${location}.${key} has the alias ${alias}, which is a field beside it; a key has one meaning`)
      else if (owner !== key)
        report(
          `${location}.${key} has the alias ${alias}, which ${location}.${owner} has too; a key has one meaning`,
        )
      owners.set(alias, owner)
    }
    if ('fields' in field) checkAliases(field.fields, `${location}.${key}`, report)
  }
}

/** The table with words added to the vocabulary at the end of a path. */
function addTerms(
  fields: Fields,
  [key, ...restOfPath]: readonly string[],
  added: VocabularyExtension,
  say: ReportFault,
): Fields {
  const field = fields[key as string]
  const changed = (found: Field): Fields => ({ ...fields, [key as string]: found })
  if (restOfPath.length > 0) {
    if (!field || !('fields' in field)) {
      say('does not lead to a field')
      return fields
    }
    return changed({ ...field, fields: addTerms(field.fields, restOfPath, added, say) })
  }
  if (field?.kind !== 'rdfType' && !(field?.kind === 'vocabTerm' && field.terms)) {
    say('is not a vocabulary: an rdfType field or a vocabTerm field with terms is expected')
    return fields
  }
  const existingTerms = field.terms ?? []
  for (const word of added.terms) if (existingTerms.includes(word)) say(`has the term ${word} already`)
  return changed({
    ...field,
    terms: [...existingTerms, ...added.terms],
    termAliases: { ...field.termAliases, ...added.termAliases },
  })
}

function addTo(
  type: EntityType,
  { fields = {}, vocabularies = {}, filters = {} }: TypeExtension,
  by: string,
  report: ReportFault,
): EntityType {
  let merged = addFields(type, fields, by, report)
  for (const [path, words] of Object.entries(vocabularies)) {
    merged = addTerms(merged, path.split('.'), words, (fault) =>
      report(`${by} adds terms to ${type.name}.${path}, which ${fault}`),
    )
  }
  const rows: Record<string, FilterRow> = { ...type.filters }
  for (const [key, row] of Object.entries(filters)) {
    if (rows[key]) report(`${by} adds the filter ${key} to ${type.name}, which has it already`)
    rows[key] ??= row
  }
  return { ...type, fields: merged, filters: rows }
}

/** The entity types of all extensions, each with what the others add to it. */
export function mergeTypes(extensions: readonly Extension[], report: ReportFault): readonly EntityType[] {
  let types: EntityType[] = extensions.flatMap(({ entities = [] }) => entities)
  for (const { name, fields } of types) checkAliases(fields, name, report)
  for (const { name, extend = {} } of extensions) {
    for (const [target, addition] of Object.entries(extend)) {
      if (!types.some((type) => type.name === target))
        report(
          `${name} extends ${target}, which is not an entity type; ` +
            suggestNames(target, new Set(types.map((type) => type.name))),
        )
      checkAliases(addition.fields ?? {}, target, report)
      types = types.map((type) => (type.name === target ? addTo(type, addition, name, report) : type))
    }
  }
  return types
}
