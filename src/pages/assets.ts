/** Files that pages need: each at a name that changes with its content, so that it may be kept for ever. */

import { createHash } from 'node:crypto'
import { style } from './style.ts'

export interface Asset { readonly type: string; readonly body: Buffer }

const hashed = (name: string, text: string, ending: string): string =>
  `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 12)}.${ending}`

/** File name of the stylesheet. */
export const styleName = hashed('style', style, 'css')

/** By name, under `/assets/`. */
export const assets: ReadonlyMap<string, Asset> = new Map([[styleName, { type: 'text/css; charset=utf-8', body: Buffer.from(style) }]])

/** What pages may do in a browser: load our own stylesheet, send our own forms, nothing else. */
export const POLICY = ["default-src 'none'", "style-src 'self'", 'img-src data:', "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"].join('; ')
