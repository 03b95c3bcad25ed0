/** The expression of --keep → conditions: key:value with and, or, not and brackets. */

import { readFileSync } from 'node:fs'
import { orList } from '../../model/values/text.ts'
import { keyNames, keys, type SelectionKey } from './keys.ts'

export type Condition =
  | { readonly kind: 'and'; readonly all: readonly Condition[] }
  | { readonly kind: 'or'; readonly all: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'text'; readonly key: SelectionKey; readonly values: ReadonlySet<string> }
  | {
      readonly kind: 'years'
      readonly key: SelectionKey
      readonly spans: readonly (readonly [from: number, to: number])[]
    }
  | { readonly kind: 'switch'; readonly key: SelectionKey; readonly isOn: boolean }

export interface Expression {
  /** Absent: all. */
  readonly condition?: Condition
  /** What is cited by what is kept is kept too. */
  readonly withCited: boolean
}

/** The text is no expression; the message says what would have been right. */
class BadExpression extends Error {
  constructor(message: string) {
    super(`--keep ${message}`)
  }
}

const TOKEN = /\s*(?:([()])|([^\s():"]+):((?:"[^"]*"|[^\s()"])*)|([^\s()]+))/y

const EXAMPLE = 'ror:03vek6s52 and year:2020- and not type:paratext'

type Token = { readonly word: string } | { readonly key: string; readonly value: string }

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.trimEnd().length;) {
    const [, bracket, key, value = '', word] = TOKEN.exec(text) ?? []
    if (key !== undefined) tokens.push({ key, value: value.replaceAll('"', '') })
    else tokens.push({ word: bracket ?? (word as string) })
  }
  return tokens
}

/** The values of one key: those between bars, or the lines of a file. */
function valuesOf(key: SelectionKey, value: string): string[] {
  const texts = value.split('|').flatMap((text) => {
    if (!text.startsWith('@')) return [text]
    try {
      return readFileSync(text.slice(1), 'utf8')
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
    } catch (error) {
      throw new BadExpression(`cannot read the file of ${key}:${text}: ${(error as Error).message}`)
    }
  })
  return texts.flatMap((text) => {
    const found = keys[key].read(text)
    if (found.length === 0)
      throw new BadExpression(`has ${key}:${text}; a value such as ${key}:${keys[key].example} is expected`)
    for (const one of found) {
      const fault = keys[key].fault?.(one)
      if (fault !== undefined) throw new BadExpression(`can match nothing: ${fault}`)
    }
    return found
  })
}

function spanOf(key: SelectionKey, text: string): readonly [number, number] {
  const [, from, dash, to] = /^(\d{4})?(-)?(\d{4})?$/.exec(text) ?? []
  if (from === undefined && to === undefined)
    throw new BadExpression(
      `has ${key}:${text}; a year or a span such as 2020-, -2019 or 2015-2019 is expected`,
    )
  const first = from === undefined ? -Infinity : Number(from)
  return [first, to !== undefined ? Number(to) : dash === undefined ? first : Infinity]
}

function conditionOf(key: string, value: string): Condition {
  if (!(keyNames as string[]).includes(key))
    throw new BadExpression(`has the unknown key ${key}; known keys: ${keyNames.join(', ')}`)
  const known = key as SelectionKey
  const { kind } = keys[known]
  if (kind === 'years')
    return { kind, key: known, spans: value.split('|').map((text) => spanOf(known, text)) }
  if (kind === 'text') return { kind, key: known, values: new Set(valuesOf(known, value)) }
  if (value !== 'yes' && value !== 'no') throw new BadExpression(`has ${key}:${value}; yes or no is expected`)
  return { kind, key: known, isOn: value === 'yes' }
}

/** @throws BadExpression */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text)
  let at = 0
  let withCited = false
  const isWord = (word: string): boolean => {
    const token = tokens[at]
    return token !== undefined && 'word' in token && token.word.toLowerCase() === word
  }
  const take = (word: string): boolean => isWord(word) && at++ >= 0

  function one(): Condition {
    const token = tokens[at]
    if (take('not')) return { kind: 'not', of: one() }
    if (take('(')) {
      const inner = either()
      if (!take(')')) throw new BadExpression('has a bracket that does not end; ) is expected')
      return inner
    }
    if (token === undefined || 'word' in token) {
      const found = token === undefined ? 'ends' : `has «${token.word}»`
      throw new BadExpression(
        `${found} where key:value is expected, as in '${EXAMPLE}'; known keys: ${keyNames.join(', ')}`,
      )
    }
    at++
    return conditionOf(token.key, token.value)
  }
  function all(): Condition {
    const found = [one()]
    while (take('and')) found.push(one())
    return found.length === 1 ? (found[0] as Condition) : { kind: 'and', all: found }
  }
  function either(): Condition {
    const found = [all()]
    while (take('or')) found.push(all())
    return found.length === 1 ? (found[0] as Condition) : { kind: 'or', all: found }
  }

  const whole = either()
  if (at < tokens.length) {
    const token = tokens[at] as Token
    const shown = 'word' in token ? token.word : `${token.key}:${token.value}`
    throw new BadExpression(`has «${shown}» where ${orList(['and', 'or'])} is expected, as in '${EXAMPLE}'`)
  }
  const rest = (whole.kind === 'and' ? whole.all : [whole]).filter((condition) => {
    if (!isCites(condition)) return true
    withCited = condition.isOn
    return false
  })
  for (const condition of rest) refuseCites(condition)
  const condition: Condition | undefined = rest.length > 1 ? { kind: 'and', all: rest } : rest[0]
  return { condition, withCited }
}

const isCites = (condition: Condition): condition is Extract<Condition, { kind: 'switch' }> =>
  condition.kind === 'switch' && condition.key === 'cites'

/** It says what is kept beside what the rest of the expression keeps, and so is no part of a condition. */
function refuseCites(condition: Condition): void {
  if (isCites(condition)) throw new BadExpression('has cites: inside; it is expected once, joined by and')
  if (condition.kind === 'not') refuseCites(condition.of)
  else if ('all' in condition) for (const inner of condition.all) refuseCites(inner)
}
