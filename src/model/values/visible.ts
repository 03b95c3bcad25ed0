/** Text of others for a terminal: what would steer it, or turn the direction of writing, is shown as an escape. */

const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** The text with control characters as \x1b, others that are not seen as \u202e; ends of lines are among them. */
export const visible = (text: string): string =>
  text.replace(STEERING, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
  })
