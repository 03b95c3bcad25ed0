/** What was read cannot be stored: there is no room for what is sorted, in the store, or for the report. */

/** It is no fault of the file or record at which it shows, so it ends the load. Its cause is shown. */
export class OutputError extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/** For a temporary file that cannot be written. */
export const temporaryFileError = (error: unknown): OutputError =>
  new OutputError(
    new Error(`the temporary files of a load cannot be written: ${(error as Error).message}`, {
      cause: error,
    }),
  )
