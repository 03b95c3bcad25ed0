// The spec reporter, which also writes the files with a failure to FAILED_FILES, one a line: .ci/run tries them again.
const { appendFileSync } = require('node:fs')
const { relative } = require('node:path')
const { reporters, Runner } = require('mocha')

/** The file of a test or hook; a root hook has none, and its error names the file first ("FILE leaves behind …"). */
const fileOf = ({ file, parent }, { message = '' }) =>
  relative('', file ?? parent?.file ?? '') || (/^\S+\.test\.ts/.exec(message)?.[0] ?? 'unknown')

module.exports = class CiReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) =>
      appendFileSync(process.env.FAILED_FILES, `${fileOf(test, error ?? {})}\n`),
    )
  }
}
