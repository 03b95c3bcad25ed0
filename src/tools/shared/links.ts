/** The links of a Link header (RFC 8288). */

interface ReadLink {
  readonly href: string
  readonly rels: readonly string[]
  readonly type: string | undefined
}

export const linksOf = (header: string): ReadLink[] =>
  [...header.matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|[^",;\s]*))?)*)/g)].map(
    ([, href = '', parameters = '']) => ({
      href,
      rels: (/;\s*rel="?([^";]+)/.exec(parameters)?.[1] ?? '').split(/\s+/),
      type: /;\s*type="?([^";]+)/.exec(parameters)?.[1],
    }),
  )
