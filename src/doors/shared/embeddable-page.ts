/** Small pages that other sites may show in a frame: they load and run nothing. */

import { createHash } from 'node:crypto'
import { h, writeDocument, type Content } from './html.ts'
import type { GraphContext } from '../../api/graph-context.ts'

/** A style sheet, and the policy under which a page with it may stand in any frame. */
interface FrameStyle {
  readonly css: string
  readonly policy: string
}

export const frameStyle = (css: string): FrameStyle => ({
  css,
  policy: [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
})

/** The headers of a page for frames, in the place of those of other pages. */
export const frameHeaders = ({ policy }: FrameStyle): Readonly<Record<string, string | undefined>> => ({
  'Content-Security-Policy': policy,
  'X-Frame-Options': undefined,
})

/** A whole page, whose links open outside of the frame. */
export const framePage = (
  { locale }: Pick<GraphContext, 'locale'>,
  title: string,
  { css }: FrameStyle,
  ...content: Content[]
): string =>
  writeDocument(
    h(
      'html',
      { lang: locale.language },
      h(
        'head',
        null,
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('title', null, title),
        h('base', { target: '_blank' }),
        h('style', null, css),
      ),
      h('body', null, content),
    ),
  )
