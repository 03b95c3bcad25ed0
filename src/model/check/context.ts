/** Checks the form of contexts: what skeg supports of JSON-LD 1.1. */

import { suggestNames } from '../values/closest-match.ts'
import type { ContextDocument, TermDefinition } from '../context/context-document.ts'
import type { Extension } from '../rows/extension-row.ts'
import { isObject } from '../values/json.ts'
import {
  checkThat,
  formatValue,
  matching,
  membersOf,
  object,
  objectOf,
  oneOf,
  type Check,
  type ReportFault,
} from '../rows/shape.ts'

const iri = matching(/^[^:\s]+:\S+$/, 'an IRI, whole or prefixed')

/** Reports keys of which an object has none, or several that exclude each other. */
function checkChoice(value: object, keys: readonly string[], location: string, report: ReportFault) {
  const found = keys.filter((key) => key in value)
  if (found.length === 0) report(`${location} lacks ${keys.join(' or ')}`)
  if (found.length > 1) report(`${location} has ${found.join(' and ')}, of which it can have one`)
}

const scopeMembers = objectOf<NonNullable<TermDefinition['@context']>>('key')('@vocab @base', {
  '@base': iri,
})
const scope: Check = (value, location, report) => {
  scopeMembers(value, location, report)
  if (isObject(value)) checkChoice(value, ['@vocab', '@base'], location, report)
}
const definitionMembers = membersOf<TermDefinition>()(
  '@id @reverse @type @container @nest @context @prefix?',
  { '@container': oneOf('@language', '@set'), '@context': scope },
)

/** A term definition: an IRI, or an object. */
export const termDefinition: Check = (value, location, report) => {
  if (typeof value === 'string' && value.trim() !== '') return
  if (!isObject(value)) {
    report(`${location} is ${formatValue(value)}; it must be an IRI, or an object with @id or @reverse`)
    return
  }
  object(definitionMembers, 'key')(value, location, report)
  checkChoice(value, ['@id', '@reverse'], location, report)
  const keysBeside = (...allowed: readonly string[]): string[] =>
    Object.keys(definitionMembers).filter((key) => key in value && !allowed.includes(key))
  const [extraKey] = '@prefix' in value ? keysBeside('@id', '@prefix') : []
  if (extraKey !== undefined) report(`${location} has ${extraKey}; with @prefix it can have @id alone`)
  if ('@prefix' in value && '@id' in value) iri(value['@id'], `${location}.@id`, report)
  if ('@reverse' in value && '@nest' in value)
    report(`${location} has @reverse and @nest, which JSON-LD does not allow together`)
  if ('@reverse' in value && value['@container'] === '@language')
    report(`${location} has @reverse and @container @language, which JSON-LD does not allow together`)
}

const keywords: Readonly<Record<string, Check>> = {
  '@version': checkThat((value) => value === 1.1, '1.1'),
  '@protected': checkThat((value) => typeof value === 'boolean', 'true or false'),
}

const context: Check = (value, location, report) => {
  if (!isObject(value)) {
    report(`${location} is ${formatValue(value)}; it must be an object of prefixes and terms`)
    return
  }
  for (const [name, one] of Object.entries(value)) {
    const check = Object.hasOwn(keywords, name) ? keywords[name] : undefined
    if (check) check(one, `${location}.${name}`, report)
    else if (name.startsWith('@'))
      report(
        `${location} has the unknown key ${name}; ` +
          `${suggestNames(name, Object.keys(keywords))} and keys that do not start with @`,
      )
    else if (name === '') report(`${location} has a key without letters; a term has a name`)
    else termDefinition(one, `${location}.${name}`, report)
  }
}

/** A context with where it is published. */
export const contextDocument = objectOf<ContextDocument>()('url! version! @context!', {
  url: matching(/^https?:\/\/[^\s#]+$/, 'the http(s) URL under which the context is published'),
  '@context': context,
})

/** What is wrong with the form of the contexts of an extension, and with what corrects them. */
export function contextErrors({ name: extension, contexts, corrections = [] }: Extension): string[] {
  const faults: string[] = []
  const report: ReportFault = (fault) => {
    faults.push(`${extension}: ${fault}`)
  }
  for (const [name, document] of Object.entries(contexts))
    context((document as Partial<ContextDocument>)['@context'], `contexts.${name}.@context`, report)
  for (const [i, { definition }] of corrections.entries())
    if (definition !== undefined) termDefinition(definition, `corrections[${i}].definition`, report)
  return faults
}
