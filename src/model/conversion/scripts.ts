/** Letters above and below the line, as Unicode has them: H₂O⁺. */

const LOWER = { from: '0123456789+-=()', to: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎' }
const UPPER = { from: '0123456789+-=()ni', to: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ' }

/** A text below or above the line; undefined where Unicode lacks one of its letters. */
export function scriptOf(text: string, place: 'sub' | 'sup'): string | undefined {
  const { from, to } = place === 'sub' ? LOWER : UPPER
  const letters = [...text.trim().replaceAll('−', '-')].map((letter) => to[from.indexOf(letter)])
  return letters.includes(undefined) || letters.length === 0 ? undefined : letters.join('')
}

/** What stands above and below the line in a title. */
const SCRIPT = /<((?:jats:)?(su[bp]))>([^<>]{1,12})<\/\1>/gi

/** A title with these signs in place of their mark-up, where there are such signs. */
export const replaceScripts = (text: string): string =>
  text.replace(
    SCRIPT,
    (whole, _, place: string, content: string) =>
      scriptOf(content, place.toLowerCase() as 'sub' | 'sup') ?? whole,
  )
