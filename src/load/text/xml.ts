/**
 * What the RDF/XML parser does not see: a document that ends before its root does, and bytes that are no
 * UTF-8.
 */

import type { Readable } from 'node:stream'
import type { FindingKind } from '../../findings/kinds.ts'
import { lineAt } from './json-positions.ts'
import { firstBad } from './utf8.ts'

export interface XmlFault {
  readonly kind: FindingKind
  readonly message: string
  readonly line: number
}

/** Characters at the end of a document in which its root is closed. */
const TAIL = 4_096

/**
 * Watches a stream that others read; the result tells after its end what was wrong with it, if anything was.
 */
export function watchXml(stream: Readable): () => XmlFault | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let root: string | undefined
  let [head, tail] = ['', '']
  let line = 1
  let fault: XmlFault | undefined
  stream.on('data', (chunk: Buffer) => {
    if (fault) return
    try {
      const text = decoder.decode(chunk, { stream: true })
      if (root === undefined) {
        head = (head + text).replace(/<!--[^]*?-->/g, '')
        const comment = head.indexOf('<!--')
        const read = comment === -1 ? head : head.slice(0, comment)
        root = /<([^\s?!/>]+)[\s/>]/.exec(read)?.[1]
        // What has been read is not read again: of a comment that goes on, its end may have begun.
        if (root !== undefined) head = ''
        else if (comment === -1) head = head.slice(Math.max(head.lastIndexOf('<'), 0))
        else head = `<!--${head.slice(Math.max(comment + 4, head.length - 2))}`
      }
      for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) line++
      tail = (tail + text).slice(-TAIL)
    } catch {
      fault = {
        kind: 'bad-encoding',
        message: 'is not UTF-8; letters beyond ASCII are lost',
        line: line + lineAt(chunk, firstBad(chunk)) - 1,
      }
    }
  })
  return () => {
    if (fault || root === undefined) return fault
    const end = tail.replace(/(?:\s|<!--(?:(?!-->)[^])*-->|<\?(?:(?!\?>)[^])*\?>)*$/, '')
    const closed =
      end.endsWith('>') &&
      (end.replace(/\s*>$/, '').endsWith(`</${root}`) ||
        new RegExp(`<${root.replace(/[^\w:-]/g, '.')}[^<>]*/>$`).test(end))
    return closed
      ? undefined
      : { kind: 'bad-rdf', message: `ends before its root ${root} does; what stands before is read`, line }
  }
}
