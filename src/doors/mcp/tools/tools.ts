/** The tools that agents have: one table, and how a call is answered. */

import { asProblem, hasFailed } from '../../../config/errors.ts'
import { withSuggestion } from '../../../model/values/closest-match.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { readArguments } from './arguments.ts'
import { count } from './count.ts'
import { describe } from './describe.ts'
import { get } from './get.ts'
import { asksWhenChanged } from './requests.ts'
import { related } from './related.ts'
import { search } from './search.ts'
import { sparql } from './sparql.ts'
import { bounded, clean } from './text.ts'
import type { Tool } from './tool.ts'

const tools: readonly Tool[] = [search, get, count, related, describe, sparql]

export const toolsOf = (context: GraphContext): Tool[] =>
  tools.filter(({ isOpen = () => true }) => isOpen(context))

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
  /** It depends on what changed up to now. */
  readonly showsChanges?: boolean
}

const FILTERS_HELP = 'All filters of a type, with values: describe, section filters.'

/**
 * The text that a call gives, or a sentence that says what would have been right.
 * @throws what is a fault of the server, and no matter of the client
 */
export async function callTool(
  name: string,
  args: unknown,
  context: GraphContext,
): Promise<ToolAnswer | undefined> {
  const all = toolsOf(context)
  const tool = all.find((one) => one.name === name)
  if (!tool) return undefined
  try {
    const given = readArguments(args, tool.schema(context))
    return {
      text: bounded(await tool.run(given, context)),
      isError: false,
      showsChanges: asksWhenChanged(given, context),
    }
  } catch (error) {
    const problem = asProblem(error)
    if (hasFailed(problem) || context.task.signal.aborted) throw error
    // A list of all filters costs more than the answer: describe has it, with values.
    const isOfFilter = problem.code === 'invalid-filter'
    const text = isOfFilter ? `${problem.explanation} ${FILTERS_HELP}` : problem.message
    return { text: bounded(clean(text)), isError: true }
  }
}

/** What is said of a tool that there is not. */
export function unknownTool(name: string, context: GraphContext): string {
  const names = toolsOf(context).map((one) => one.name)
  const unknown = withSuggestion(`There is no tool ${clean(name.slice(0, 64))}`, name, names)
  return `${unknown} The tools are ${names.join(', ')}.`
}
