/** Words of messages. */

/** `an organisation`, `a person`. */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!ni|se))/i.test(noun) ? 'an' : 'a'} ${noun}`

/** `person`, `person or organisation`, `person, organisation or agent`. */
export const orList = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words.join('')
