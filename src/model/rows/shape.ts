/** Checks of the shape of values (strings, lists, objects), with messages that say what must be: what the
 * checks of extensions are made of. */

import { suggestNames } from '../values/closest-match.ts'
import { isObject } from '../values/json.ts'

export type ReportFault = (fault: string) => void

/** Tells what is wrong with a value; `where` names it. */
export type Check = (value: unknown, location: string, report: ReportFault) => void

/** The members of a type: all of them, those that it demands as such, and no others. */
export type Members = Readonly<Record<string, { readonly check: Check; readonly needed: boolean }>>

type Words<S extends string> = S extends `${infer A} ${infer B}` ? Words<A> | Words<B> : S
type Name<W extends string> = W extends `${infer N}!`
  ? Name<N>
  : W extends `${infer N}${'?' | '[]' | '[1]' | '{}' | '()'}`
    ? N
    : W
type Needed<W extends string> = W extends `${infer N}!` ? Name<N> : never
type NeededOf<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T]
type Same<A, B> = [A, B] extends [B, A] ? unknown : never

export const formatValue = (value: unknown): string => {
  const text =
    typeof value === 'string' || value === null
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : typeof value === 'function'
            ? 'a function'
            : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** What holds for all values of which `holds` is true; `right` says what that is. */
export const checkThat =
  (holds: (value: unknown) => boolean, right: string): Check =>
  (value, location, report) => {
    if (!holds(value)) report(`${location} is ${formatValue(value)}; it must be ${right}`)
  }
export const matching = (pattern: RegExp, right: string): Check =>
  checkThat((value) => typeof value === 'string' && pattern.test(value), right)
export const text = checkThat((value) => typeof value === 'string' && value.trim() !== '', 'text')
const literalTrue = checkThat((value) => value === true, 'true, or left out')
export const number = checkThat((value) => typeof value === 'number' && Number.isFinite(value), 'a number')
export const oneOf = (...values: readonly string[]): Check =>
  checkThat((value) => values.includes(value as string), values.join(' or '))

export const list =
  (of: Check, least = 0, most = Infinity): Check =>
  (value, location, report) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      report(
        `${location} is ${formatValue(value)}; it must be a ` +
          `list${least > 0 ? ` of ${least === most ? least : `${least} or more`}` : ''}`,
      )
      return
    }
    value.forEach((one, i) => of(one, `${location}[${i}]`, report))
  }

/** An object whose keys are names of the author's choice. */
export const table =
  (of: Check, key = /./, keys = ''): Check =>
  (value, location, report) => {
    if (!isObject(value)) {
      report(`${location} is ${formatValue(value)}; it must be an object`)
      return
    }
    for (const [name, one] of Object.entries(value)) {
      if (!key.test(name)) report(`${location} has the key ${formatValue(name)}; ${keys}`)
      of(one, `${location}.${name}`, report)
    }
  }

/** An object with known members; `noun` is what messages call these. */
export const object =
  (members: Members, noun = 'member'): Check =>
  (value, location, report) => {
    if (!isObject(value)) {
      report(
        `${location} is ${formatValue(value)}; it must be an object with ${Object.keys(members).join(', ')}`,
      )
      return
    }
    for (const [name, { check, needed }] of Object.entries(members)) {
      if (value[name] !== undefined) check(value[name], `${location}.${name}`, report)
      else if (needed) report(`${location} lacks ${name}`)
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(members, name))
        report(`${location} has the unknown ${noun} ${name}; ${suggestNames(name, Object.keys(members))}`)
  }

const checksOf: Readonly<Record<string, Check>> = {
  '': text,
  '?': literalTrue,
  '[]': list(text),
  '[1]': list(text, 1),
  '{}': table(text),
  '()': checkThat((value) => typeof value === 'function', 'a function'),
}

/** Names of members, which the compiler holds to those of a type. */
type NamesOf<T, S extends string> = S & Same<Name<Words<S>>, keyof T> & Same<Needed<Words<S>>, NeededOf<T>>
type ChecksOf<T> = { readonly [K in keyof T]?: Check }

function readMembers(names: string, checks: Readonly<Record<string, Check | undefined>>): Members {
  const members = names.split(' ').map((word) => {
    const [, name = '', form = '', needed] = /^([\w@]+)(\?|\[1?\]|\{\}|\(\))?(!)?$/.exec(word) ?? []
    return [name, { check: checks[name] ?? (checksOf[form] as Check), needed: needed !== undefined }] as const
  })
  return Object.fromEntries(members)
}

/**
 * The members of a type, named in one text: `key` is a text, `key?` true or left out, `key[]` a list of texts, `key[1]`
 * one of one or more, `key{}` an object of texts, `key()` a function; an exclamation mark behind it says that it must
 * be there. @param checks of members that are something else
 */
export const membersOf =
  <T>() =>
  <const S extends string>(names: NamesOf<T, S>, checks: ChecksOf<T> = {}): Members =>
    readMembers(names, checks as Readonly<Record<string, Check>>)

/** An object of a type. */
export const objectOf =
  <T>(noun?: string) =>
  <const S extends string>(names: NamesOf<T, S>, checks: ChecksOf<T> = {}): Check =>
    object(readMembers(names, checks as Readonly<Record<string, Check>>), noun)
