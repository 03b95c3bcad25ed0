// A workbook as spreadsheet programs write it, of given XML of rows.

import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const relationship = (kind: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`

/** @param rows XML of the rows @param after XML that follows them, such as merged cells */
export function workbook(rows: string, after = ''): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Staff" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)
}

/** A row of texts, the first in column A. */
export const rowOf = (row: number, ...texts: readonly string[]): string =>
  `<row r="${row}">${texts
    .map((text, i) => `<c r="${'ABCDEFGH'[i]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')}</row>`
