// How the tests run. Files named on the command line run instead of all others.
const named = process.argv.slice(2).some((argument) => argument.endsWith('.test.ts'))

module.exports = {
  spec: named ? [] : ['test/**/*.test.ts'],
  ignore: named ? [] : ['test/long/**'],
  'node-option': ['import=./test/support/tsx.mjs'],
  timeout: 20000,
  exit: true,
  parallel: !named,
  jobs: 2,
}
