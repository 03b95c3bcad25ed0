// The log where it cannot be written: what is kept until it can, and what is lost.

import { expect } from 'chai'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/server/http/log.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a log', () => {
  it('has times and levels that people can read, in JSON and, on a terminal, in lines', () => {
    const folder = temporaryFolder()
    const linesOf = (isTerminal: boolean): string[] => {
      const file = join(folder, `log-${isTerminal}`)
      const fd = openSync(file, 'a')
      const log = createLog(fd, isTerminal)
      log.info({ method: 'GET', url: '/a\u001b[31m', status: 200, ms: 1.5 }, 'request')
      log.error({ err: new Error('broken') }, 'It has failed.')
      closeSync(fd)
      return readFileSync(file, 'utf8').trim().split('\n')
    }
    const [first, second] = linesOf(false).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(first).to.include({ level: 'info', msg: 'request', status: 200 })
    expect(new Date(first!['time'] as string).toISOString()).to.equal(first!['time'])
    expect(second).to.include({ level: 'error' })
    const [plain, failed] = linesOf(true)
    expect(plain).to.match(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {2}INFO {3}request {2}GET {2}\/a\S* {2}status=200 {2}ms=1\.5$/,
    )
    expect(plain).to.not.include('\u001b')
    expect(failed).to.match(/ERROR {2}It has failed\. {2}Error: broken/)
  })

  it('that cannot be written keeps a megabyte of lines, and goes on when it can', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'log')
    const full = openSync('/dev/full', 'w')
    const log = createLog(full)
    const say = (lines: number, message: string): void => {
      for (let i = 0; i < lines; i++) log.info({ i, fill: 'x'.repeat(1000) }, message)
    }
    say(3000, 'full')
    closeSync(full)
    // The lowest free number is given, which is that of the closed file or one below it.
    const files = [openSync(file, 'a')]
    while ((files.at(-1) as number) < full) files.push(openSync(file, 'a'))
    try {
      expect(files.at(-1)).to.equal(full)
      say(3, 'free')
      const written = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { i: number; msg: string })
      const logged = written.filter(({ msg }) => msg === 'full')
      expect(logged.map(({ i }) => i)).to.deep.equal(logged.map((_, i) => i))
      expect(logged.length).to.be.within(900, 1 << 10)
      expect(written.at(-1)).to.include({ i: 2, msg: 'free' })
    } finally {
      for (const one of files) closeSync(one)
    }
  })
})
