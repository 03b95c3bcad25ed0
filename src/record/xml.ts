/** XML 1.0 text: the one place where it is escaped, and cleaned of what XML cannot hold. */

/** An element as text. */
export type Xml = string

type Child = Xml | undefined | false | null | readonly Child[]

/** Control characters, noncharacters, and halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

// A parser reads a carriage return that stands there as such as a line feed.
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text that holds nothing but what XML can hold, as it stands between tags and in attributes. */
export const escape = (value: string): Xml =>
  value.replace(/[&<>"\r]/g, (character) => ENTITIES[character] as string)

/** What most texts have none of, and looking for it costs little. */
const IS_SPECIAL = /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]/

/** Text between tags. */
export const text = (value: string): Xml =>
  IS_SPECIAL.test(value)
    ? value.replace(NOT_XML, '').replace(/[&<>\r]/g, (character) => ENTITIES[character] as string)
    : value

const attribute = (value: string): string =>
  IS_SPECIAL.test(value)
    ? value.replace(NOT_XML, '').replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] as string)
    : value

function joined(children: readonly Child[]): string {
  let content = ''
  for (const child of children) content += Array.isArray(child) ? joined(child) : child || ''
  return content
}

/** An element with its attributes, those that are undefined left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): Xml {
  let written = ''
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) written += ` ${key}="${attribute(value)}"`
  }
  const content = joined(children)
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** An element with text; undefined where there is none. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): Xml | undefined {
  if (value === undefined) return undefined
  const content = text(value).trim()
  return content === '' ? undefined : element(name, attributes, content)
}

/** An element around others; undefined where there are none. */
export function group(name: string, ...children: readonly Child[]): Xml | undefined {
  const content = joined(children)
  return content === '' ? undefined : `<${name}>${content}</${name}>`
}

/** The value of `xml:lang`; undefined for what is no language. */
export const lang = (language: string | undefined): string | undefined =>
  language !== undefined && language !== 'none' && /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(language)
    ? language
    : undefined

/** The same text, which was put together of hundreds: the collection of garbage would look at each of them. */
export const inOnePiece = (xml: Xml): Xml => Buffer.from(xml).toString()
