/** What was read cannot be stored: there is no room for the buckets, in the store, or for the report. */

/** It is no fault of the file or record at which it shows, so it ends the load. Its cause is shown. */
export class OutputError extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}
