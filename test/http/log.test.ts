// The log where it cannot be written: what is kept until it can, and what is lost.

import { expect } from 'chai'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/http/server/log.ts'

describe('a log', () => {
  it('that cannot be written keeps a megabyte of lines, and goes on when it can', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
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
      rmSync(folder, { recursive: true })
    }
  })
})
