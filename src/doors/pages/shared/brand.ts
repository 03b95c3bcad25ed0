/** An institution's own: its logo and its colour, as files of names that change with their content. */

import { createHash } from 'node:crypto'
import type { About } from '../../../config/about.ts'
import type { Asset } from './assets.ts'

export interface Brand {
  readonly logo?: Asset
  /** The logo on dark pages. */
  readonly logoDark?: Asset
  /** A picture of the institution, on the home page. */
  readonly picture?: Asset
  readonly icon?: Asset
  /** A style sheet. */
  readonly accent?: Asset
}

function asset(key: string, ending: string, type: string, body: Buffer): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { name: `${key}-${hash}.${ending}`, type, body }
}

/** @param uri a data: URI */
function picture(key: string, uri: string): Asset {
  const [, type = '', data = ''] = /^data:([^;]+);base64,(.*)$/.exec(uri) ?? []
  return asset(key, type.replace(/^image\//, '').replace('+xml', ''), type, Buffer.from(data, 'base64'))
}

type Rgb = readonly [red: number, green: number, blue: number]

const parse = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
const print = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => luminance(parse(colour))) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** What text needs on every ground of the pages, a tint of the accent included. */
const MIN_CONTRAST = 5.5

/** The colour, darker or lighter until it can be read. */
function readable(colour: string, ground: string, towards: string): string {
  const [from, to] = [parse(colour), parse(towards)]
  for (let step = 0; step <= 20; step++) {
    const mixed = print(
      from.map((part, i) => part + ((to[i] as number) - part) * (step / 20)) as unknown as Rgb,
    )
    if (contrast(mixed, ground) >= MIN_CONTRAST) return mixed
  }
  return towards
}

/** The lightest ground of light pages that is not white, and the lightest of dark ones. */
const LIGHT_GROUND = '#eef2f3'
const DARK_GROUND = '#1f2a2e'

function accentSheet(colour: string): string {
  const [light, dark] = [readable(colour, LIGHT_GROUND, '#000000'), readable(colour, DARK_GROUND, '#ffffff')]
  return (
    `:root{--accent:${light};--on-accent:#fff}` +
    `@media(prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:#0a1214}}` +
    '@media print{:root{--accent:#000}}'
  )
}

const brands = new WeakMap<About, Brand>()

export function brandOf(about: About): Brand {
  let brand = brands.get(about)
  if (!brand) {
    const { accent } = about
    const pictures = (['logo', 'logoDark', 'icon', 'picture'] as const).flatMap((key) => {
      const uri = about[key]
      return uri === undefined ? [] : [[key, picture(key, uri)] as const]
    })
    brand = {
      ...Object.fromEntries(pictures),
      ...(accent && {
        accent: asset('accent', 'css', 'text/css; charset=utf-8', Buffer.from(accentSheet(accent))),
      }),
    }
    brands.set(about, brand)
  }
  return brand
}
