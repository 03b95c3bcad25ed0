/** Files in formats that are not read: found by their ending or first bytes, and reported once a file. */

import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { InputError } from '../text/input-error.ts'
import type { OtherFormat } from '../json/json-items.ts'
import type { Report } from '../validate/report.ts'
import { describeFormat, formatOfFile, sourceEndings, type SourceFormat } from '../text/source-formats.ts'

/** The file is in a format that is not read. */
export class OtherFormatError extends InputError {
  readonly format: SourceFormat
  constructor(format: SourceFormat) {
    super(describeFormat(format))
    this.format = format
  }
}

/** Bytes by which a format is recognised. */
const HEAD_BYTES = 65_536

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The format of a file whose ending is none of those that are read.
 * @param isNamed the user names the file, and not a directory in which it lies
 */
export async function findOtherFormat(path: string, isNamed: boolean): Promise<SourceFormat | undefined> {
  const ending = extname(path).toLowerCase()
  if (!isNamed && !sourceEndings.has(ending)) return undefined
  const head = await readHead(path).catch(() => '')
  return formatOfFile(ending, head, isNamed)
}

/** The records of an input in formats that are not read, counted by format and file. */
export interface FormatCounter {
  add(found: OtherFormat): void
  /** Reports each format of each file, at its first record. */
  report(): void
}

export function countFormats(report: Report): FormatCounter {
  const counts = new Map<string, { readonly first: OtherFormat; records: number }>()
  return {
    add(one) {
      const key = JSON.stringify([one.format.name, one.at.file])
      const known = counts.get(key)
      if (known) known.records += one.records ?? 0
      else counts.set(key, { first: one, records: one.records ?? 0 })
    },
    report() {
      for (const { first, records } of counts.values()) {
        const { format, at } = first
        if (format.passedOver !== undefined) report.count(format.passedOver)
        else {
          const message = describeFormat(format, records === 0 ? undefined : records)
          report.add({ kind: 'other-format', file: at.file, line: at.line, message }, 'file')
        }
      }
    },
  }
}
