/** The type of what routes answer: status, body, links. */

import type { Task } from '../admission/task.ts'
import type { MediaName } from '../config/media.ts'

/** A link of a header (RFC 8288). */
export interface HeaderLink {
  readonly href: string
  readonly rel: string
  readonly type?: string | undefined
  /** What tells apart two forms of one media type: a profile of JSON-LD, a style of references. */
  readonly profile?: string | undefined
  readonly style?: string | undefined
}

/** A body that is made piece by piece, the next one when the client has taken those before. */
export interface Pieces {
  /** Undefined behind the last one. @param task in which this piece is made */
  next(task: Task): Promise<string | Buffer | undefined>
  /** Nobody wants any more. */
  close(): void
}

/** What a route answers. */
export interface Answer {
  readonly status: number
  /** Values by name; undefined takes away what all answers have. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string | Buffer | Pieces
  /** Bytes of all pieces, where that is known. */
  readonly bytes?: number | undefined
  /** Links of the header, or their text in it. Those that matter most come first: there is room for some alone. */
  readonly links?: readonly (HeaderLink | string)[] | undefined
  /** It depends on Accept. */
  readonly isNegotiated?: boolean | undefined
  /** The next request would get another one: what caches of others are told; that of the server does not store it. */
  readonly uncacheable?: 'no-store' | 'no-cache' | undefined
  /** It says what changed up to now: it is refused while a newer graph counts than the one that it was made from. */
  readonly showsChanges?: boolean | undefined
}

/** A link to another form of the same. */
export interface AlternateLink extends HeaderLink {
  readonly name: MediaName
}
