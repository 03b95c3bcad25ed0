/** Slashes at the end of paths and URLs. */

/** In a loop: a pattern takes time that grows with the square of the number of slashes inside of the text. */
export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
