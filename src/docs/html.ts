/** The plain HTML of answers that are not pages of their own. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

/** An item of a list: a link and what it leads to. */
export const item = (url: string, title: string, help: string): string => `<li><a href="${escape(url)}">${escape(title)}</a>: ${escape(help)}</li>`

/** A whole document. @param content HTML */
export const frame = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><h1>${escape(title)}</h1>${content}</html>\n`
