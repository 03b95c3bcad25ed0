/**
 * A disk on which the write number FAILING_WRITE of a command fails, and with FAILING_FROM_THERE all later ones. Counts
 * the calls that make or write files, in all threads; what a process says at its end on standard error is their number.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const { FAILING_WRITE, FAILING_FROM_THERE, FAILING_COMMAND } = process.env

if (process.argv[2] === FAILING_COMMAND || !isMainThread) watchWrites()

function watchWrites() {
  const shared = getEnvironmentData('writes') ?? new SharedArrayBuffer(4)
  setEnvironmentData('writes', shared)
  const count = new Int32Array(shared)
  const failing = Number(FAILING_WRITE)

  /** The error of this write, if it is to fail. */
  function fault(syscall) {
    const number = Atomics.add(count, 0, 1) + 1
    if (number !== failing && !(FAILING_FROM_THERE && number > failing)) return undefined
    const error = new Error(`ENOSPC: no space left on device, ${syscall}`)
    return Object.assign(error, { errno: -28, code: 'ENOSPC', syscall })
  }
  const isOfFile = (target) => typeof target !== 'number' || target > 2
  /** Whether a call is made by another one of these, which has been counted. */
  let isWithin = false

  for (const name of [
    'writeSync',
    'writevSync',
    'writeFileSync',
    'appendFileSync',
    'mkdirSync',
    'mkdtempSync',
  ]) {
    const original = fs[name]
    fs[name] = (...args) => {
      if (isWithin || !isOfFile(args[0])) return original(...args)
      const error = fault(name === 'mkdirSync' ? 'mkdir' : 'write')
      if (error) throw error
      isWithin = true
      try {
        return original(...args)
      } finally {
        isWithin = false
      }
    }
  }
  for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
    const original = fs[name]
    fs[name] = (...args) => {
      const error = isOfFile(args[0]) ? fault('write') : undefined
      if (error) process.nextTick(args.at(-1), error)
      else original(...args)
    }
  }
  const { open } = fs.promises
  for (const name of ['writeFile', 'appendFile', 'mkdir']) {
    const original = fs.promises[name]
    fs.promises[name] = async (...args) => {
      const error = fault(name === 'mkdir' ? 'mkdir' : 'write')
      if (error) throw error
      return original(...args)
    }
  }
  fs.promises.open = async (path, flags = 'r', ...more) => {
    const isNew = /[wa]/.test(flags)
    const error = isNew ? fault('open') : undefined
    if (error) throw error
    const handle = await open(path, flags, ...more)
    for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync']) {
      const original = handle[name].bind(handle)
      handle[name] = async (...args) => {
        const failure = fault(name.endsWith('sync') ? 'fsync' : 'write')
        if (failure) throw failure
        return original(...args)
      }
    }
    return handle
  }
  syncBuiltinESMExports()
  if (isMainThread) process.on('exit', () => process.stderr.write(`writes: ${count[0]}\n`))
}
