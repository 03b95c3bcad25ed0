/** What reading found: refused records and warnings, each with its place; counted by kind, the first of each kind kept. */

export interface Finding {
  readonly severity: 'refused' | 'warned'
  readonly file: string
  /** Line of the file, from 1, where the record starts; absent where the file is one document. */
  readonly line?: number
  /** IRI or id of the record, where it has one. */
  readonly id?: string
  /** JSON path below the record. */
  readonly path?: string
  readonly message: string
}

export interface Report {
  readonly refused: number
  readonly warned: number
  add(finding: Finding): void
  /** Adds to the count of something that is neither refused nor wrong. */
  count(what: string, number?: number): void
  readonly counts: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
  /** A summary for people: totals, then the findings kept. */
  lines(): string[]
}

/** Findings kept of each kind; all are counted. */
const KEPT = 20

const kindOf = ({ severity, message }: Finding): string => `${severity} ${message.split(/[:;,]/)[0]?.replace(/\d+/g, 'n').slice(0, 40)}`

const line = ({ severity, file, line: number, id, path, message }: Finding): string =>
  `${severity}: ${file}${number === undefined ? '' : `:${number}`}${id ? ` <${id}>` : ''}${path ? ` ${path}` : ''} ${message}`

export function createReport(): Report {
  const findings: Finding[] = []
  const kinds = new Map<string, number>()
  const counts = new Map<string, number>()
  const totals = { refused: 0, warned: 0 }
  return {
    findings, counts,
    get refused() { return totals.refused },
    get warned() { return totals.warned },
    add(finding) {
      totals[finding.severity]++
      const kind = kindOf(finding)
      const seen = (kinds.get(kind) ?? 0) + 1
      kinds.set(kind, seen)
      if (seen <= KEPT) findings.push(finding)
    },
    count: (what, number = 1) => { counts.set(what, (counts.get(what) ?? 0) + number) },
    lines() {
      const summary = [`${totals.refused} refused, ${totals.warned} warned`, ...[...counts].map(([what, number]) => `${number} ${what}`)]
      const hidden = totals.refused + totals.warned - findings.length
      return [...summary, ...findings.map(line), ...(hidden > 0 ? [`… and ${hidden} more of the same kinds`] : [])]
    },
  }
}
