/** Errors of inputs, and those of the program, which are no fault of an input. */

import { SourceFault } from '../../model/rows/source-fault.ts'

/** An input that cannot be read, or not to its end; the message says what would have been right. */
export class InputError extends Error {}

/** Codes of system errors that are no matter of the input: this process, or a disk, has no room for more. */
const OWN_LIMITS = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']

/** Whether an error says something of the input: of its form, its compression, or the file itself. */
export function isInputError(error: unknown): error is Error {
  if (error instanceof InputError || error instanceof SourceFault) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || OWN_LIMITS.includes(code) || syscall === 'write') return false
  return syscall !== undefined || code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** A fault of the program, or of an extension, that showed while an input was read: it ends the load. */
export class ProgramFault extends Error {
  constructor(input: string, error: unknown) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    super(`a fault of the program, not of the data, while ${input} was read: ${stack}`, { cause: error })
  }
}
