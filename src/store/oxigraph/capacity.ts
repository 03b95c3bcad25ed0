/** How large a graph may be for engines, and whether there is memory for one more of them. */

/** Quads above which no graph fits: less than 256 bytes of an engine's 4 GiB for each. */
export const MAX_QUADS = 2 ** 24

/** A failure of the embedded store: bad syntax of a query, or memory at its limit. */
export class StoreError extends Error {}

/** An engine could not load the graph; another one will try. */
export class LoadFailed extends StoreError {}

/** The graph does not fit. */
export class StoreFull extends StoreError {
  /** @param held quads that the store could take; 0 if that is not known */
  constructor(held: number) {
    const quads = held > 0 ? ` with ${held.toLocaleString('en')} quads` : ''
    super(
      `the embedded store is full${quads}: it can use 4 GiB of memory, enough for some 9 million ` +
        'quads of usual length. Load the graph into a SPARQL server and name that with --store URL',
    )
  }
}

/** Of the memory of an engine: what another one needs to be loaded and to answer. */
const ROOM = 1.5

/** @param engineBytes memory of an engine that is loaded */
export const hasRoomForAnother = (engineBytes: number, availableBytes: number): boolean =>
  engineBytes * ROOM < availableBytes
