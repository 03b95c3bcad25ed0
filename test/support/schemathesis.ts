/** Schemathesis over the demo graph: it makes up requests by the OpenAPI document, and checks the answers. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSparql, type SparqlServer } from './endpoint.ts'
import { installPython, run, SCHEMATHESIS } from './tools.ts'

const SEED = '7'
const LONGEST_MS = 400_000

export interface Schemathesis {
  /** What it prints, how many requests it has made up, and its exit code. @param options more of its options */
  check(checks: readonly string[], options: readonly string[]): Promise<CheckResult>
  close(): Promise<void>
}

interface CheckResult {
  readonly code: number | null
  readonly output: string
  readonly requests: number
}

/** It knows no media type of text but text/plain: a body that is a query is sent as it stands. */
const HOOKS = `
import schemathesis

@schemathesis.serializer("application/sparql-query")
def query(context, value):
    return str(value).encode("utf-8", "replace")
`

/** Undefined where it cannot be installed. */
export async function startSchemathesis(): Promise<Schemathesis | undefined> {
  const tools = await installPython(SCHEMATHESIS)
  if (!tools) return undefined
  const { bin } = tools
  writeFileSync(join(bin, 'hooks.py'), HOOKS)
  const server: SparqlServer = await startSparql({ settings: { sparqlTimeout: 5 } })
  return {
    async check(checks, more) {
      const options = [
        ['--checks', checks.join(',')],
        ['--seed', SEED],
        ['--max-redirects', '0'],
        ['--request-timeout', '30'],
        // Whether it finds it easy to make up requests is no matter of the answers.
        ['--suppress-health-check', 'all'],
        ['--no-shrink', '--continue-on-failure', '--warnings', 'off', '--no-color'],
        more,
      ].flat()
      const url = `${server.root}/openapi.json`
      const { code, output } = await run(
        'env',
        ['SCHEMATHESIS_HOOKS=hooks', join(bin, 'schemathesis'), 'run', url, ...options],
        { cwd: bin, timeoutMs: LONGEST_MS },
      )
      return { code, output, requests: Number(/(\d+) generated/.exec(output)?.[1] ?? 0) }
    },
    async close() {
      await server.close()
      tools.close()
    },
  }
}
