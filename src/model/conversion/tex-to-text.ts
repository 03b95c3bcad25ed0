/** TeX in titles: where it stands, and the same in plain letters where that is possible. */

import { scriptOf } from './scripts.ts'

/** What shows that a formula is one, which `$5 and $6` is not; and what may stand in it. */
const SIGN = /(?:[^$]*(?:\\[A-Za-z]|[_^][\w{\\]|[=<>])|[\w()]{1,6}\$|\p{L}[^\s$]{0,11}\$)/u
const INNER = /(?:[^$&#%~\\]|\\[A-Za-z,;:! ]){1,300}/
/** A command outside of a formula. */
const COMMAND = /\\(?:[A-Za-z]+\{[^{}&#$%~^_\\]*\}|["'`^~=.](?:\{[A-Za-z]\}|[A-Za-z]))/
const TEX = new RegExp(`(\\$\\$?)(?=${SIGN.source})${INNER.source}\\1|${COMMAND.source}`, 'gu')
/** A command without braces outside of a formula, with its scripts, and no part of the path of a file. */
const BARE = /(?<![\\:])\\([A-Za-z]{2,})(?:[_^](?:\{[^{}\\]*\}|[A-Za-z\d]))*(?![A-Za-z{\\:])/g

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isBalanced = (text: string): boolean => {
  let depth = 0
  for (const letter of text) if ((depth += letter === '{' ? 1 : letter === '}' ? -1 : 0) < 0) return false
  return depth === 0
}

/** Whether all commands are of this table: others, such as \\input, are no matter of titles. */
const hasKnownCommands = (text: string): boolean =>
  Array.from(text.matchAll(/\\([A-Za-z]+)/g)).every(
    ([, name = '']) =>
      SYMBOLS.has(name) || ACCENTS[name] !== undefined || FONT.test(name) || OTHER.test(name),
  )

/** The text with what is TeX in it replaced, and the rest too. */
export const replaceTex = (
  text: string,
  tex: (part: string) => string,
  rest: (part: string) => string = (part) => part,
): string => {
  if (!/[$\\]/.test(text)) return rest(text)
  const parts: string[] = []
  let end = 0
  for (const { 0: part, index } of text.matchAll(TEX)) {
    if (!isBalanced(part) || !hasKnownCommands(part)) continue
    parts.push(rest(text.slice(end, index)), tex(part))
    end = index + part.length
  }
  return [...parts, rest(text.slice(end))].join('')
}

/** Commands and their signs; those of small letters have capitals, too. */
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho . sigma tau upsilon ' +
  'phi chi psi omega'
const SIGNS =
  'cdot · times × pm ± mp ∓ circ ° infty ∞ leq ≤ geq ≥ le ≤ ge ≥ neq ≠ approx ≈ sim ∼ ll ≪ gg ≫ to → ' +
  'rightarrow → partial ∂ nabla ∇ ell ℓ hbar ℏ prime ′ otimes ⊗ oplus ⊕ odot ⊙ in ∈ propto ∝ langle ⟨ rangle ⟩ ' +
  'dagger † star * ldots … dots … sqrt √ varepsilon ε varphi φ'
const SYMBOLS = new Map<string, string>([
  ...GREEK.split(' ').flatMap((name, i): [string, string][] => [
    [name, String.fromCodePoint(0x3b1 + i)],
    [upperFirst(name), String.fromCodePoint(0x391 + i)],
  ]),
  ...Array.from(SIGNS.matchAll(/(\w+) (\S+)/g), ([, name = '', sign = '']): [string, string] => [name, sign]),
  ...['log', 'ln', 'exp', 'sin', 'cos', 'tan', 'min', 'max'].map((name): [string, string] => [name, name]),
  ...['left', 'right'].map((name): [string, string] => [name, '']),
])
const ACCENTS: Readonly<Record<string, string>> = {
  bar: '\u0304',
  overline: '\u0304',
  hat: '\u0302',
  tilde: '\u0303',
  widehat: '\u0302',
  widetilde: '\u0303',
  vec: '\u20d7',
  dot: '\u0307',
  ddot: '\u0308',
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
}
/** What says in which letters its content is set. */
const FONT = /^(?:math|text|oper)\w*$|^(?:emph|rm|it|bf|cal|ensuremath|mbox)$/
/** What has no plain letters. */
const OTHER = /^(?:frac|int|sum|prod|binom)$/

/** Signs of scripts that Unicode lacks; they are not looked at again. */
const [LOW, HIGH] = ['\u0001', '\u0002']

/** A formula in plain letters, innermost braces first; undefined where something is left that these cannot say. */
function plainPart(part: string): string | undefined {
  let text = part.replace(/^\$+|\$+$/g, '').replace(/\\[,;:! ]/g, ' ')
  for (let before = ''; before !== text;) {
    before = text
    text = text
      .replace(
        /\\([A-Za-z]+|["'`^~=.])(?:\s*\{([^{}\\]*)\}|(?<=\W)([A-Za-z]))?/g,
        (whole, name: string, braced?: string, bare = '') => {
          const content = braced ?? (bare as string)
          if (FONT.test(name)) return braced === undefined ? content : `{${content}}`
          const accent = ACCENTS[name]
          if (accent !== undefined && content.length === 1) return content + accent
          const symbol = SYMBOLS.get(name)
          return accent === undefined && symbol !== undefined ? symbol + content : whole
        },
      )
      .replace(/\s*([_^])(?:\{([^{}\\]*)\}|([^\s{}\\]))/g, (_, sign: string, braced?: string, one = '') => {
        const content = braced ?? (one as string)
        return scriptOf(content, sign === '_' ? 'sub' : 'sup') ?? `${sign === '_' ? LOW : HIGH}${content}`
      })
      .replace(/\{([^{}\\]*)\}/g, '$1')
  }
  return /[\\{}]/.test(text)
    ? undefined
    : text.replaceAll(LOW, '_').replaceAll(HIGH, '^').replace(/\s+/g, ' ').trim().normalize('NFC')
}

/** The sign of a command; one of the author's own, such as `\iid`, by its name where it is a word by itself. */
const plainCommand = (whole: string, name: string, at: number, text: string): string =>
  (SYMBOLS.has(name) ? plainPart(whole) : undefined) ??
  (/^$|[\s(]/.test(text.charAt(at - 1)) ? whole.slice(1) : whole)

/** A title in plain letters; a formula that has none stays as it is. */
export const plainTex = (text: string): string =>
  replaceTex(
    text,
    (part) => plainPart(part) ?? part,
    (rest) => rest.replace(BARE, plainCommand),
  )
