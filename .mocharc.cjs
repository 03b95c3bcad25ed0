// How the tests run. Files named on the command line run instead of all others.
const words = process.argv.slice(2)
const named = words.some((argument) => argument.endsWith('.test.ts'))

if (words.some((argument) => argument.includes('test/long/'))) process.env.TEST_EFFORT ??= 'full'

module.exports = {
  spec: named ? [] : ['test/**/*.test.ts'],
  ignore: named ? [] : ['test/long/**'],
  require: ['./test/support/build.mjs', './test/support/leaks.mjs'],
  'node-option': ['import=./test/support/tsx.mjs'],
  timeout: 20000,
  // A machine of CI may be busy with something else; what fails twice fails.
  retries: process.env.CI ? 1 : 0,
  exit: true,
  parallel: !named,
  jobs: 2,
}
