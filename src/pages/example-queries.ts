/** The queries of queries/: examples for the editor. */

import { readdirSync, readFileSync } from 'node:fs'
import { codeLists, type CodeList } from '../model/values/codes.ts'
import { isChartKind, type ChartKind } from './shared/chart.ts'

export interface Query {
  readonly title: string
  readonly kind: ChartKind
  /** What the labels are codes of. */
  readonly codes?: CodeList
  /** SPARQL, with its front lines. */
  readonly text: string
}

const FOLDER = new URL('../../queries/', import.meta.url)
const FRONT = /^# title: (.+)\n# chart: (\w+)\n(?:# codes: (.+)\n)?/

const isCodeList = (name: string): name is CodeList => Object.hasOwn(codeLists, name)

let cached: readonly Query[] | undefined

/**
 * All queries that have a title, in the order of their file names.
 * @throws Error for one whose chart is unknown
 */
export function exampleQueries(): readonly Query[] {
  return (cached ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith('.rq'))
    .sort()
    .flatMap((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      const [, title, kind, codes] = FRONT.exec(text) ?? []
      if (title === undefined || kind === undefined) return []
      if (!isChartKind(kind))
        throw new Error(`queries/${name} asks for the chart ${kind}, which there is not`)
      if (codes !== undefined && !isCodeList(codes))
        throw new Error(`queries/${name} has codes of ${codes}, which there is no list of`)
      return [
        {
          title,
          kind,
          ...(codes && { codes }),
          text,
        },
      ]
    }))
}

/** The chart that a query asks for in its front lines; bars where it does not. */
export function chartOf(text: string): ChartKind {
  const [, kind = ''] = /^# chart: (\w+)\s*$/m.exec(text) ?? []
  return isChartKind(kind) ? kind : 'bar'
}

/** What the labels of a query's answer are codes of, by its front lines. */
export function codesOf(text: string): CodeList | undefined {
  const [, name = ''] = /^# codes: (.+?)\s*$/m.exec(text) ?? []
  return isCodeList(name) ? name : undefined
}
