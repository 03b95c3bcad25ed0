/** The message with which something ends that is to fail. */
export const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'went well',
    (error: Error) => error.message,
  )
