// How the tests run. Files named on the command line run instead of all others.
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const words = process.argv.slice(2)
const named = words.some((argument) => argument.endsWith('.test.ts'))

if (words.some((argument) => /test\/(long|nightly)\//.test(argument))) process.env.TEST_EFFORT ??= 'full'

// For the commands and engines that tests start, too; in full runs they are as users have them.
const optimiser = `--import=${pathToFileURL(join(__dirname, 'test/support/optimiser.mjs'))}`
const { TEST_EFFORT, NODE_OPTIONS = '' } = process.env
if (TEST_EFFORT !== 'full' && !NODE_OPTIONS.includes(optimiser))
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${optimiser}`.trim()

// What takes the most time of a processor: it loads graphs again and again, or compares all that there is.
// A pattern with braces and without a star is the name of a file for mocha.
const dear = Object.entries({
  '.': 'background',
  api: 'dataset dataset-page openapi',
  extensions: 'ra-skg ra-skg-filters',
  filter: 'many second-opinion values',
  http:
    'changes contexts dereference dump identifier-forms kinds late mcp oai referrers representations ' +
    'representations-links response-cache same-list second-opinion sitemap slow-readers sparql sparql-protocol threads',
  load: 'check copies from-store generations graph graph-files inputs merging prepared refusals shacl stamps updates',
  names: 'reconcile',
  pages: 'example-queries languages recipes words',
  property: 'round-trip',
  record: 'meaning',
  'round-trip': 'corpus published-contexts',
  'search-index': 'content index rows',
  'search-index/query': 'document-query index-search odd-references without-engine',
  'server/threads': 'threads',
  sources: 'copies librarian other-ids providers recorded references table',
  sparql: 'terms',
  tools: 'export fetch harvest',
}).flatMap(([folder, names]) => names.split(' ').map((name) => `${join('test', folder, name)}.test.ts`))

// .ci/run runs the first set and the last one.
const sets = {
  default: ['test/*.test.ts', 'test/!(processes|store|long|nightly)/**/*.test.ts'],
  quick: [
    ...['architecture', 'errors', 'settings'].map((name) => `test/${name}.test.ts`),
    'test/names/*.test.ts',
    'test/{admission,filter,model,property,record,round-trip,sparql}/**/*.test.ts',
  ],
  ci: ['test/{processes,store}/**/*.test.ts', ...dear],
}
const set = process.env.TEST_SET ?? 'default'

module.exports = {
  spec: named ? [] : sets[set],
  ignore: named || set === 'ci' ? [] : dear,
  require: ['./test/support/build.mjs', './test/support/leaks.mjs'],
  'node-option': ['import=./test/support/tsx.mjs'],
  // Ends what hangs; no test is to be fast.
  timeout: 120_000,
  // What fails once is a fault of the test or of the program; .ci/run alone tries a file again, and names it.
  ...(process.env.FAILED_FILES && { reporter: join(__dirname, 'test/support/ci-reporter.cjs') }),
  exit: true,
  parallel: !named,
  // One more than cores: many tests wait for a process or a deadline.
  jobs: 3,
}
