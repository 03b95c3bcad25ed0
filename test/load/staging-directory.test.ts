// Directories of a process are gone when they are closed, whatever still works in them.

import { expect } from 'chai'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockStagingDirectory } from '../../src/load/prepared/staging-directory.ts'
import { temporaryFolder } from '../support/folders.ts'

/** In a thread: makes files in a folder for as long as it is there. */
const MAKE_FILES = `
const { writeFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
for (let i = 0; ; i++) {
  writeFileSync(workerData + '/' + i, '')
  if (i === 1000) parentPort.postMessage('has begun')
}`

describe('a directory that a load has locked', () => {
  let parent: string
  before(() => {
    parent = temporaryFolder()
  })

  it('is removed at once where a thread still makes files in it', async () => {
    const { folder, close } = lockStagingDirectory(join(parent, 'locked'))
    const worker = new Worker(MAKE_FILES, { eval: true, workerData: folder })
    const end = once(worker, 'error')
    await once(worker, 'message')
    close()
    expect(readdirSync(parent)).to.deep.equal([])
    expect(String(await end)).to.include('ENOENT')
    expect(existsSync(folder)).to.equal(false)
  })
})
