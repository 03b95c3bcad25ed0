/** The forms of one identifier scheme: splits a text into prefix and identifier. */

import { decodePercent } from '../values/text.ts'
import { equivalents } from './check-digits.ts'
import type { IdentifierScheme, TextChange } from './row.ts'

/** A text read as an identifier of a scheme. */
interface ReadIdentifier {
  /** The identifier alone, in its one spelling. */
  readonly identifier: string
  /** What is stored. */
  readonly stored: string
  /** What stands in front of the identifier in the text. */
  readonly before: string
}

/** A scheme made ready for reading. */
export interface IdentifierForms {
  /** Undefined if the text is no identifier of the scheme. */
  read(text: string): ReadIdentifier | undefined
  /** Every text that the graph may hold for an identifier. */
  spellings(identifier: string): readonly string[]
}

interface IdentifierSyntax {
  readonly prefix: string
  readonly isUrl: boolean
  readonly pattern: RegExp
}

/** What the pattern of a form finds. */
interface Groups {
  readonly before: string
  readonly identifier: string
  readonly protocol?: string
  readonly www?: string
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The start of a URL in any of its spellings. */
function urlPattern(prefix: string): string {
  const rest = prefix.replace(/^https:\/\/(?:www\.)?/, '')
  return rest.startsWith('*')
    ? `(?<protocol>https?:\\/\\/)[^\\s\\/]+${escape(rest.slice(1))}`
    : `(?<protocol>https?:\\/\\/)?(?<www>www\\.)?${escape(rest)}`
}

const isUrlPrefix = (prefix: string): boolean => prefix.startsWith('https://')

function prefixPattern(prefix: string): string {
  if (isUrlPrefix(prefix)) return urlPattern(prefix)
  // After a word people write a blank, or a blank in place of the colon.
  return prefix.endsWith(':') ? `${escape(prefix.slice(0, -1))}(?::\\s*|\\s+)` : escape(prefix)
}

/** Longest prefix first: without a prefix, an identifier such as a handle may look like the rest of a URL. */
function formsOf({ prefixes, pattern }: IdentifierScheme): IdentifierSyntax[] {
  return [...prefixes]
    .sort((a, b) => b.length - a.length)
    .map((prefix) => ({
      prefix,
      isUrl: isUrlPrefix(prefix),
      pattern: new RegExp(`^(?<before>${prefixPattern(prefix)})(?<identifier>${pattern})\\/?$`, 'i'),
    }))
}

/** What a text matches if it has one of the forms, which say in which it is. */
function anyFormOf({ prefixes, pattern }: IdentifierScheme): RegExp {
  const starts = prefixes.map((prefix) => prefixPattern(prefix).replaceAll(/\(\?<\w+>/g, '(?:'))
  return new RegExp(`^(?:${starts.join('|')})(?:${pattern})\\/?$`, 'i')
}

/** What is percent-encoded in a URL, decoded, unless a second decoding would change it once more. */
function decodeOnce(text: string): string {
  const decoded = decodePercent(text)
  return decoded.includes('%') ? text : decoded
}

/** Makes all changes, one after the other. */
function changing(changes: readonly TextChange[]): (text: string) => string {
  const steps = changes.map((change): ((text: string) => string) => {
    if ('lower' in change) {
      const pattern = new RegExp(change.lower, 'gi')
      return (text) => text.replace(pattern, (found) => found.toLowerCase())
    }
    if ('upper' in change) {
      const pattern = new RegExp(change.upper, 'gi')
      return (text) => text.replace(pattern, (found) => found.toUpperCase())
    }
    const pattern = new RegExp(change.replace, 'gi')
    return (text) => text.replace(pattern, change.by)
  })
  return (text) => steps.reduce((changed, step) => step(changed), text)
}

export function createForms(scheme: IdentifierScheme): IdentifierForms {
  const { prefixes, stored } = scheme
  const normalise = changing(scheme.normalise ?? [])
  const forms = formsOf(scheme)
  const anyForm = anyFormOf(scheme)
  const prefixedForms = forms.filter(({ prefix }) => prefix !== '')
  const storedPrefixes = stored === undefined ? prefixes.flatMap(spellPrefix) : [stored]

  function find({ isUrl, pattern }: IdentifierSyntax, text: string): Groups | undefined {
    const decoded = isUrl ? decodeOnce(text) : text
    const found = pattern.exec(decoded) ?? (decoded === text ? undefined : pattern.exec(text))
    const groups = found?.groups as Groups | undefined
    // What has two prefixes is left as it is: taking them away one by one would not end with the same text.
    return groups && prefixedForms.some((form) => form.pattern.test(groups.identifier)) ? undefined : groups
  }

  /** The prefix of an identifier that is stored with it: spelled as in the table, with http and www. as given. */
  function storedPrefix({ prefix, isUrl }: IdentifierSyntax, { protocol, www }: Groups): string {
    if (stored !== undefined) return stored
    if (!isUrl) return prefix
    return `${protocol?.toLowerCase() ?? 'https://'}${www ? 'www.' : ''}${bareHost(prefix)}`
  }

  return {
    read(text) {
      const trimmed = text.trim()
      // A text is held against every scheme, and is an identifier of few.
      if (!anyForm.test(trimmed) && !(trimmed.includes('%') && anyForm.test(decodeOnce(trimmed))))
        return undefined
      for (const form of forms) {
        const found = find(form, trimmed)
        if (!found) continue
        const identifier = normalise(found.identifier)
        return { identifier, stored: storedPrefix(form, found) + identifier, before: found.before }
      }
      return undefined
    },
    spellings(identifier) {
      const other = scheme.checkDigit && equivalents[scheme.checkDigit]?.(identifier)
      const own = storedPrefixes.map((prefix) => prefix + identifier)
      return other === undefined ? own : own.concat(storedPrefixes.map((prefix) => prefix + other))
    },
  }
}

const bareHost = (prefix: string): string => prefix.replace(/^https:\/\/(?:www\.)?/, '')

/** A prefix in each of the spellings that are stored. */
const spellPrefix = (prefix: string): string[] =>
  isUrlPrefix(prefix)
    ? ['https://', 'https://www.', 'http://', 'http://www.'].map((start) => start + bareHost(prefix))
    : [prefix]
