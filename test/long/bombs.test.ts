// Small inputs that would take all memory or time end with a message, in less than 1.5 GB.

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { zip } from '../load/files.ts'
import { temporaryFolder } from '../support/folders.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const MAX_KILOBYTES = 1_500_000
const TIMEOUT_MS = 240_000

/** Gzip members of so many megabytes of one byte. */
const gzipOf = (byte: number, megabytes: number): Buffer =>
  Buffer.concat(Array<Buffer>(megabytes / 50).fill(gzipSync(Buffer.alloc(50_000_000, byte))))

const xml = (depth: number): string =>
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
  `xmlns:f="http://x.example/">${'<f:A><f:b>'.repeat(depth / 2)}${'</f:b></f:A>'.repeat(depth / 2)}</rdf:RDF>`

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const rows: [title: string, name: string, content: () => string | Buffer, expected: RegExp][] = [
  ['a packed line of 2 GB', 'a.jsonl.gz', () => gzipOf(0, 2000), /has in line 1 more than 200 MB/],
  [
    'a packed document of 2 GB',
    'a.json.gz',
    () => gzipOf(0, 2000),
    /unpacks to more than 200 times its size/,
  ],
  ['a gigabyte of packed line ends', 'a.jsonl.gz', () => gzipOf(10, 1000), /unpacks to more than 200 times/],
  [
    'an archive of packed files',
    'a.zip',
    () => zip({ 'a.jsonl.gz': gzipOf(0, 500), 'b.jsonl.gz': gzipOf(0, 500) }, 8),
    /unpacks to more than 200 times its size/,
  ],
  [
    'an archive of archives',
    'a.zip',
    () => {
      const inner = zip({ 'a.jsonl': Buffer.alloc(50_000_000) }, 8)
      return zip({ 'a.zip': inner, 'b.zip': inner, 'c.zip': inner }, 8)
    },
    /unpacks to more than 200 times its size/,
  ],
  ['a line of 300 MB', 'a.jsonl', () => Buffer.alloc(300_000_000, 32), /has in line 1 more than 200 MB/],
  ['RDF/XML of 30,000 levels', 'a.rdf', () => xml(30_000), /more than 1000 elements within each other/],
  ['JSON of 100,000 levels', 'a.json', () => nested(100_000), /nested more than 500 levels deep/],
  [
    '200,000 blank nodes on one IRI',
    'a.nt',
    () =>
      Array.from(
        { length: 200_000 },
        (_, i) => `<http://x.example/a> <http://x.example/p> _:b${i} .\n_:b${i} <http://x.example/v> "v" .`,
      ).join('\n'),
    /has more than 100,000 blank nodes/,
  ],
]

describe('an input that would take all memory', function () {
  this.timeout(TIMEOUT_MS + 60_000)
  let folder = ''
  beforeEach(() => {
    folder = temporaryFolder()
  })

  /** Checks the folder. @returns what it says, and the most memory that it took */
  async function check(): Promise<{ out: string; code: number | null; kilobytes: number }> {
    const child = spawn(process.execPath, [main, 'check', folder, '--base', 'https://example.org/'], {
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    let [out, kilobytes] = ['', 0]
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString()
    })
    const timer = setInterval(() => {
      try {
        const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
        kilobytes = Math.max(kilobytes, Number(peak ?? 0))
      } catch {
        /* it has ended */
      }
    }, 100)
    const code = await new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    })
    clearInterval(timer)
    return { out, code, kilobytes }
  }

  for (const [title, name, content, expected] of rows) {
    it(`ends with a message where it is ${title}`, async () => {
      writeFileSync(join(folder, name), content())
      const start = performance.now()
      const { out, code, kilobytes } = await check()
      console.log(
        `      ${Math.round(kilobytes / 1000)} MB, ${Math.round((performance.now() - start) / 1000)} s`,
      )
      expect(out).to.match(expected)
      expect(code).to.equal(1)
      expect(kilobytes).to.be.within(1, MAX_KILOBYTES)
    })
  }
})
