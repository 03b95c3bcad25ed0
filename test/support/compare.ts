// The rule of ../shared/tools/compare.py: how many of the facts of an expected document the records hold.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const tool = `${shared}tools/compare.py`
/** The same for records of OpenAlex, of which some identifiers have several forms. */
const openalexTool = `${shared}tools/compare-openalex.py`

/** Recorded records of other sources, and what is expected of them. */
export const recorded = `${shared}data/sources/`

/** All real records of OpenAlex, of each kind; beside them stand answers and expected documents. */
export const openalexFiles = (folder = join(recorded, 'openalex')): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))

/** Whether the records and the tool are there, and something that runs it. */
export const canCompare = (): boolean =>
  existsSync(recorded) && existsSync(tool) && spawnSync('python3', ['--version']).status === 0

export interface Comparison {
  readonly equal: number
  /** Facts that are expected, and missing or different. */
  readonly lost: readonly string[]
}

interface Output {
  readonly all: Readonly<Record<string, number>>
  readonly notes: readonly (readonly unknown[])[]
}

/** Runs a tool once for each expected document, and reads each file once. */
const REPEATED = `
import contextlib, functools, importlib.util, io, os, sys
tool, actual, *documents = sys.argv[1:]
sys.path.insert(0, os.path.dirname(tool))
spec = importlib.util.spec_from_file_location('tool', tool)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
compare = getattr(module, 'c', module)
compare.read = functools.cache(compare.read)
errata = os.path.join(os.path.dirname(tool), 'errata-openalex.json')
extra = ['--errata', errata] if hasattr(module, 'c') and os.path.exists(errata) else []
for document in documents:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        compare.main([*extra, '--json', actual, document])
    print(out.getvalue().replace('\\n', ' '))
`

/** Compares a file of records with expected documents of one source. */
export function compareFiles(actual: string, expected: readonly string[]): Comparison[] {
  const script = expected.some((path) => basename(path).startsWith('openalex-')) ? openalexTool : tool
  const { stdout, stderr, status } = spawnSync('python3', ['-c', REPEATED, script, actual, ...expected], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { all, notes } = JSON.parse(line) as Output
      return {
        equal: all['equal'] ?? 0,
        lost: notes
          .filter(([kind]) => kind === 'missing' || kind === 'different')
          .map((note) => JSON.stringify(note)),
      }
    })
}
