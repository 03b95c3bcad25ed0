/** What Oxigraph's XML needs before others can read it. */

/**
 * Characters that XML 1.0 has no way to write, and the elements for properties whose name ends in none of
 * XML.
 */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|<oxprefix: /

/**
 * Makes results or RDF/XML into XML that says what was meant: readers take a bare CR for LF.
 * @returns undefined if XML cannot say it
 */
export const repairXml = (text: string): string | undefined =>
  UNWRITABLE.test(text) ? undefined : text.replaceAll('\r', '&#13;')
