/** The forms that a text has by number, as the rules of its language choose between them. */

export interface Forms {
  readonly one: string
  readonly other: string
}

/** Chooses the form for a number. @param language BCP 47 tag */
export function createPlural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other)
}
