/** Checks terms of contexts beyond their shape: what JSON-LD 1.1, of which skeg supports a part, does not allow. */

import { suggestNames } from '../values/closest-match.ts'
import type { TermDefinition } from '../context/context-document.ts'
import type { Extension } from '../rows/extension-row.ts'
import { isObject } from '../values/json.ts'

const KEYS = ['@id', '@reverse', '@type', '@container', '@nest', '@context', '@prefix']

/** What is wrong with a term definition. */
function termErrors(term: TermDefinition): string[] {
  const { '@id': id, '@reverse': reverse, '@container': container, '@context': context } = term
  const unknown = Object.keys(term).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) return [` has the unknown key ${unknown}; ${suggestNames(unknown, KEYS)}`]
  const withPrefix = term['@prefix'] ? Object.keys(term).filter((key) => !/^@(?:id|prefix)$/.test(key)) : []
  const faults: readonly (readonly [isFault: boolean, message: string])[] = [
    [id === undefined && reverse === undefined, ' lacks @id or @reverse'],
    [id !== undefined && reverse !== undefined, ' has @id and @reverse, of which it can have one'],
    [withPrefix.length > 0, ` has ${withPrefix[0]}; with @prefix it can have @id alone`],
    [
      reverse !== undefined && '@nest' in term,
      ' has @reverse and @nest, which JSON-LD does not allow together',
    ],
    [
      reverse !== undefined && container === '@language',
      ' has @reverse and @container @language, which JSON-LD does not allow together',
    ],
    [isObject(context) && Object.keys(context).length !== 1, '.@context must have one of @vocab and @base'],
  ]
  return faults.flatMap(([isFault, message]) => (isFault ? message : []))
}

/** What is wrong with the terms of the contexts of an extension, and of what corrects them. */
export function contextErrors({ contexts, corrections = [] }: Extension): string[] {
  const terms = [
    ...Object.entries(contexts).flatMap(([name, document]) =>
      Object.entries(document['@context']).map(
        ([term, definition]) => [`contexts.${name}.@context.${term}`, definition] as const,
      ),
    ),
    ...corrections.map(({ definition }, i) => [`corrections[${i}].definition`, definition] as const),
  ]
  return terms.flatMap(([place, definition]) =>
    isObject(definition) ? termErrors(definition).map((fault) => place + fault) : [],
  )
}
