/**
 * What names in records stand for. A record may say `constructor` where a name is expected, and that stands for
 * nothing: the rows have no prototype.
 */
export const byName = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, rows)
