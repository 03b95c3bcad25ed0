/** The parser of RDF/XML, with a bound on nesting: each level costs it what all around it say. */

import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { InputError } from '../text/input-error.ts'

/** Elements within each other. */
const MAX_DEPTH = 1000

class BoundedParser extends RdfXmlParser {
  private depth = 0

  protected override onTag(tag: Parameters<RdfXmlParser['onTag']>[0]): void {
    if (++this.depth > MAX_DEPTH)
      throw new InputError(
        `has more than ${MAX_DEPTH} elements within each other; what stands before is read`,
      )
    super.onTag(tag)
  }

  protected override onCloseTag(): void {
    this.depth--
    super.onCloseTag()
  }
}

export const rdfXmlParser = (base: string): RdfXmlParser =>
  new BoundedParser({ baseIRI: base, trackPosition: true })
