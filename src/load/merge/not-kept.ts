/** What was read cannot be kept: there is no room for what is put aside, or in the store. */

/** It is no fault of the file or record at which it shows, so it ends the load. */
export class NotKept extends Error {
  /** What is told of it. */
  readonly fault: unknown
  constructor(fault: unknown) {
    super((fault as Error).message)
    this.fault = fault
  }
}
