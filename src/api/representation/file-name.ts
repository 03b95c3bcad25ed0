/** Names of downloaded files: Content-Disposition. */

import type { MediaType } from '../../config/media.ts'

/** Characters of the name of a file: file systems take 255 bytes. */
const MAX_FILE_NAME = 100

/** The header that names the file in which a form is saved; none for forms that are shown. */
export function fileHeaders({ ending }: MediaType, name: string): Readonly<Record<string, string>> {
  if (ending === undefined) return {}
  const safe = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'record'
  return { 'Content-Disposition': `attachment; filename="${safe.slice(0, MAX_FILE_NAME)}.${ending}"` }
}
