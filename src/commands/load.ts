/** `skeg load`: PATHs → a prepared graph. */

import { readFileSync } from 'node:fs'
import { software } from '../config/about.ts'
import { prepareGraph, type LoadInputs, type LoadTool } from '../load/prepare.ts'
import { LOAD_LIMIT, TooManyRefused } from '../load/validate/refusals.ts'
import { describeChanges, describeReplaced, TooManyMissing } from '../load/prepared/replacement.ts'
import { createProgress } from '../load/input/progress.ts'
import type { Model } from '../model/model.ts'
import { UsageError } from '../config/errors.ts'
import type { Settings } from '../config/settings.ts'
import { keepHeapSmall } from '../console/command.ts'
import { withNumber, printMessages } from '../console/terminal.ts'

/** Exit status where more is refused than is allowed, and where more would be missing. */
const [TOO_MANY_REFUSED, TOO_MANY_MISSING] = [3, 4]

/** Share of the records of a graph that may be missing in the one that replaces it. */
const MAX_MISSING = 0.1

/**
 * Prepares what a tool reads where the settings name that, else the PATHs.
 * @returns 3 if too many records were refused, 4 if too many of the old graph would be missing
 */
export async function load(
  paths: readonly string[],
  settings: Settings,
  model: Model,
  tools: readonly LoadTool[],
): Promise<number | void> {
  const { out } = settings
  if (out === undefined) throw new UsageError('load needs --out GRAPH, the directory to write')
  const { loadInputs } = tools.find((tool) => tool.loadInputs?.areGiven(settings)) ?? {}
  const inputs = loadInputs ? await loadInputs.read(paths, settings, model) : { paths }
  try {
    if (inputs.paths.length === 0) throw new UsageError('load needs PATHs to read, or --from-store URL')
    await prepareFrom(inputs, { ...settings, out }, model)
  } catch (error) {
    if (!(error instanceof TooManyRefused) && !(error instanceof TooManyMissing)) throw error
    printMessages([`${software.name}: ${out} is not written: ${error.message}`])
    return error instanceof TooManyRefused ? TOO_MANY_REFUSED : TOO_MANY_MISSING
  } finally {
    inputs.close?.()
  }
}

async function prepareFrom(
  { paths, copyOf }: LoadInputs,
  settings: Settings & { readonly out: string },
  model: Model,
): Promise<void> {
  const { out, base, about, keep, join, correct, collection, maxRefused = LOAD_LIMIT } = settings
  keepHeapSmall()
  const progress = createProgress(process.stderr)
  const records = {
    collection,
    isWhole: settings.whole,
    delete: settings.delete,
    makesAllAnew: settings.allAgain,
    maps: settings.map.map((table) => readFileSync(table, 'utf8')),
  }
  const options = {
    model,
    base,
    about,
    out,
    report: settings.report,
    maxRefused,
    maxMissing: settings.replace ? undefined : MAX_MISSING,
    lead: settings.effectiveIn,
    keep,
    join,
    correct,
    progress,
    ...(copyOf ?? { records }),
  }
  const { manifest, report, replaced } = await prepareGraph(paths, options).finally(progress.end)
  printMessages(report.lines())
  if (replaced) printMessages([`${software.name}: ${describeReplaced(replaced)}`])
  if (replaced && 'changed' in replaced)
    printMessages([
      `${software.name}: ${describeChanges(replaced)}; this counts from ${manifest.effective} on`,
    ])
  const total = Object.values(manifest.records).reduce((sum, count) => sum + count, 0)
  console.log(
    `${software.name} ${software.version} prepared ${out}: ${withNumber(total, 'record')}, ` +
      `${withNumber(manifest.quads, 'quad')}, content hash ${manifest.hash}`,
  )
}
