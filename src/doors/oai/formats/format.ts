/** What a format of harvesters is. */

import type { View } from './view.ts'
import type { Xml } from '../../../record/xml.ts'

export interface Format {
  readonly prefix: string
  readonly namespace: string
  readonly schema: string
  /** Whether records of a type may have it: the entity of CERIF, and whether they are cited. */
  takes(type: { readonly entity: string | undefined; readonly isCitable: boolean }): boolean
  /** The location of its schema stands at the root of the answer: validators trip over it elsewhere. */
  readonly isAtRoot?: true
  /** What it says of the repository. */
  readonly describe?: (repository: Repository) => Xml
  /** The root element; undefined where a record cannot have it. */
  write(view: View, place: Place): Xml | undefined
}

interface Repository {
  readonly domain: string
  readonly name: string
  readonly description: string
  readonly owner: string | undefined
  readonly website: string
  readonly endpoint: string
}

/** Where records are published. */
export interface Place {
  readonly domain: string
  /** The local part of an identifier. */
  localId(iri: string): string
}
