/** Runs the built program again and again in one process: each message is a command line. */
const main = new URL('../../dist/main.js', import.meta.url)
const environment = { ...process.env }
let written = { out: '', err: '' }
for (const [name, stream] of [
  ['out', process.stdout],
  ['err', process.stderr],
])
  stream.write = (chunk) => {
    written[name] += chunk.toString()
    return true
  }

let number = 0

process.on('message', async ({ args, variables, cwd }) => {
  process.chdir(cwd)
  written = { out: '', err: '' }
  process.env = { ...environment, ...variables }
  process.argv = [process.execPath, main.pathname, ...args]
  process.exitCode = undefined
  // Its handlers of signals are those of the first run.
  process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT').removeAllListeners('SIGHUP')
  number += 1
  await import(`${main}?${number}`)
  process.send({ code: process.exitCode ?? 0, ...written })
  process.exitCode = 0
})
