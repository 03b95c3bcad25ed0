/** Answers in a negotiated form, and their Link headers. */

import type { Context } from 'koa'
import { encodeNonAscii } from '../model/iri.ts'
import { negotiate, offersOf, type MediaType, type Resource } from '../media.ts'

/** A link of a header (RFC 8288). */
export interface HeaderLink { readonly href: string; readonly rel: string; readonly type?: string | undefined }

/** Chooses the form of an answer. @throws Problem not-acceptable, with Vary set */
export function chooseForm(ctx: Context, resource: Resource, format?: string): MediaType {
  ctx.vary('Accept')
  return negotiate(ctx.req.headers.accept, offersOf(resource), format)
}

/** Headers are ASCII, IRIs need not be. */
const formatLink = ({ href, rel, type }: HeaderLink): string => `<${encodeNonAscii(href)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** Value of a Link header; empty for no links. */
export const linkHeader = (links: readonly HeaderLink[]): string => links.map(formatLink).join(', ')

/** Adds Link headers; none for an empty list. */
export function setLinks(ctx: Context, links: readonly HeaderLink[]): void {
  if (links.length > 0) ctx.append('Link', linkHeader(links))
}

/** Writes text, or text as bytes, in the form. */
export function send(ctx: Context, { type }: MediaType, status: number, body: string | Buffer): void {
  ctx.status = status
  ctx.set('Content-Type', type)
  ctx.body = body
}
