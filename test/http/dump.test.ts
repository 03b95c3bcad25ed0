/** The dump of a graph whose file has several gzip members: every client gets all of it. */

import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib'
import { prepareGraph } from '../../src/load/prepare.ts'
import { assetOf } from '../../src/doors/pages/shared/assets.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { getBytes, startServer, serve, type RawBytes } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

/** Header of gzip without a file name, and its trailer. */
const HEAD = 10
const TAIL = 8

/** The text of the first member alone, and whether nothing follows it: as browsers read an encoding. */
function firstMember(bytes: Buffer): { readonly text: Buffer; readonly isLast: boolean } {
  const { buffer, engine } = inflateRawSync(bytes.subarray(HEAD), { info: true }) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }
  return { text: buffer, isLast: HEAD + engine.bytesWritten + TAIL === bytes.length }
}

describe('the dump', () => {
  let folder: string
  let file: Buffer
  let text: Buffer
  const server = serve(async () => {
    folder = temporaryFolder()
    const name = (i: number): string => createHash('sha512').update(String(i)).digest('hex')
    writeFileSync(
      join(folder, 'persons.jsonl'),
      Array.from({ length: 12_000 }, (_, i) =>
        JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: name(i) + name(-i) }),
      ).join('\n'),
    )
    const out = join(folder, 'graph')
    await prepareGraph([join(folder, 'persons.jsonl')], { model, base: 'https://example.org/', out })
    const quads = readdirSync(out).find((name) => name.endsWith('.nq.gz') && name.startsWith('quads-'))
    file = readFileSync(join(out, quads as string))
    text = gunzipSync(file)
    return (await openGraph([out], { model })).graph
  })

  const get = (path: string, headers?: http.OutgoingHttpHeaders, method?: string): Promise<RawBytes> =>
    getBytes(server.port, path, headers, method)

  it('is made from a file of several members', () => {
    expect(firstMember(file).isLast).to.equal(false)
  })

  it('is text as it stands for who accepts no encoding', async () => {
    const { headers, body } = await get('/dump')
    expect(headers).to.include({
      'content-type': 'application/n-quads',
      'content-disposition': 'attachment; filename="skeg.nq"',
    })
    expect(headers).not.to.have.property('content-encoding')
    expect(body.equals(text)).to.equal(true)
  })

  it('is one member as the encoding gzip', async () => {
    const { headers, body } = await get('/dump', { 'Accept-Encoding': 'gzip' })
    expect(headers).to.include({
      'content-encoding': 'gzip',
      'content-disposition': 'attachment; filename="skeg.nq"',
    })
    const { text: first, isLast } = firstMember(body)
    expect(isLast).to.equal(true)
    expect(first.equals(text)).to.equal(true)
  })

  it('is whole as the encoding br', async () => {
    const { headers, body } = await get('/dump', { 'Accept-Encoding': 'gzip, br' })
    expect(headers['content-encoding']).to.equal('br')
    expect(brotliDecompressSync(body).equals(text)).to.equal(true)
  })

  for (const [title, path, headers] of [
    ['by format', '/dump?format=gzip', { 'Accept-Encoding': 'gzip, br' }],
    ['by Accept', '/dump', { Accept: 'application/gzip' }],
  ] as const) {
    it(`is the file itself where it is asked for ${title}`, async () => {
      const { headers: responseHeaders, body } = await get(path, headers)
      expect(responseHeaders).to.include({
        'content-type': 'application/gzip',
        'content-disposition': 'attachment; filename="skeg.nq.gz"',
        'content-length': String(file.length),
      })
      expect(responseHeaders).not.to.have.property('content-encoding')
      expect(body.equals(file)).to.equal(true)
    })
  }

  it('has the headers of GET at HEAD, and is 304 for who has it', async () => {
    for (const path of ['/dump', '/dump?format=gzip']) {
      const headers = { 'Accept-Encoding': 'gzip' }
      const [whole, head] = [await get(path, headers), await get(path, headers, 'HEAD')]
      const { date: _, 'x-request-id': __, ...same } = head.headers
      expect(whole.headers).to.include(same)
      expect(head.headers['content-length']).to.equal(whole.headers['content-length'])
      expect(head.body.length).to.equal(0)
      const { status, body } = await get(path, { ...headers, 'If-None-Match': whole.headers.etag })
      expect({ status, length: body.length }).to.deep.equal({ status: 304, length: 0 })
    }
    expect((await get('/dump')).headers.etag).not.to.equal((await get('/dump?format=gzip')).headers.etag)
  })

  const FILE = '/dump?format=gzip'
  const ranges: readonly [range: string, from: number, to: number][] = [
    ['bytes=0-', 0, Infinity],
    ['bytes=0-0', 0, 1],
    ['bytes=1000-1999', 1000, 2000],
    ['bytes=70000-', 70_000, Infinity],
    ['bytes=-100', -100, Infinity],
    ['bytes=10-999999999999', 10, Infinity],
    ['bytes=-999999999999', 0, Infinity],
  ]
  for (const [range, from, to] of ranges) {
    it(`as a file is sent in part: ${range}`, async () => {
      const expected = file.subarray(from, to)
      const start = from < 0 ? file.length + from : from
      const { status, headers, body } = await get(FILE, { Range: range, 'Accept-Encoding': 'gzip, br' })
      expect(status).to.equal(206)
      expect(headers).to.include({
        'content-range': `bytes ${start}-${start + expected.length - 1}/${file.length}`,
        'content-length': String(expected.length),
        'accept-ranges': 'bytes',
        'content-type': 'application/gzip',
      })
      expect(body.equals(expected)).to.equal(true)
      expect(headers.etag).to.equal((await get(FILE)).headers.etag)
    })
  }

  it('as a file is whole for several ranges, and for what is no range', async () => {
    for (const range of ['bytes=0-9,20-29', 'bytes=9-0', 'bytes=-', 'lines=0-9', 'bytes=a-b', '']) {
      const { status, headers, body } = await get(FILE, { Range: range })
      expect([status, body.length], range).to.deep.equal([200, file.length])
      expect(headers).not.to.have.property('content-range')
    }
    expect((await get(FILE, { Range: 'bytes=0-9' }, 'HEAD')).status).to.equal(200)
  })

  it('as a file says how long it is where a range lies behind it', async () => {
    for (const range of [`bytes=${file.length}-`, 'bytes=999999999999-', 'bytes=-0']) {
      const { status, headers } = await get(FILE, { Range: range })
      expect(status, range).to.equal(416)
      expect(headers).to.include({
        'content-range': `bytes */${file.length}`,
        'content-type': 'application/problem+json; charset=utf-8',
      })
      expect(headers).not.to.have.property('content-disposition')
    }
  })

  it('goes on after a break only where the file is still the same', async () => {
    const { etag = '', 'last-modified': date = '' } = (await get(FILE)).headers
    expect(etag).to.match(/^"/)
    for (const [condition, expected] of [
      [etag, 206],
      [date, 206],
      ['"another"', 200],
      [`W/${etag}`, 200],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 200],
    ] as const)
      expect((await get(FILE, { Range: 'bytes=5-9', 'If-Range': condition })).status, condition).to.equal(
        expected,
      )
    const same = await get(FILE, { Range: 'bytes=5-9', 'If-None-Match': etag })
    expect([same.status, same.body.length]).to.deep.equal([304, 0])
    for (const path of [FILE, '/dump', '/download/persons?format=csv', `/assets/${assetOf('swagger').name}`])
      for (const [condition, expected] of [
        [{ 'If-Match': '"another"' }, 412],
        [{ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
      ] as const)
        for (const range of [{}, { Range: 'bytes=5-9' }])
          expect((await get(path, { ...range, ...condition })).status, path).to.equal(expected)
    expect((await get(FILE, { Range: 'bytes=5-9', 'If-Match': etag })).status).to.equal(206)
  })

  it('is whole as text, which is unpacked while it is sent', async () => {
    const { status, headers, body } = await get('/dump', { Range: 'bytes=0-9' })
    expect([status, body.length]).to.deep.equal([200, text.length])
    expect(headers).not.to.have.property('accept-ranges')
  })

  it('shares ranges with the files of pages, kept or not, compressed or not', async () => {
    const { name, body: script } = assetOf('swagger')
    for (let i = 0; i < 2; i++) {
      const whole = await get(`/assets/${name}`)
      expect(whole.headers).to.include({ 'accept-ranges': 'bytes', etag: `"${name}"` })
      const { status, body } = await get(`/assets/${name}`, {
        Range: 'bytes=100-199',
        'If-Range': `"${name}"`,
      })
      expect(status).to.equal(206)
      expect(body.equals(script.subarray(100, 200))).to.equal(true)
      const packed = await get(`/assets/${name}`, { 'Accept-Encoding': 'br' })
      expect(packed.headers.etag).to.equal(`W/"${name}"`)
      expect(packed.headers).not.to.have.property('accept-ranges')
      expect(brotliDecompressSync(packed.body).equals(script)).to.equal(true)
    }
  })

  it('is packed on the way where there are only files of text', async () => {
    writeFileSync(
      join(folder, 'few.jsonl'),
      readFileSync(join(folder, 'persons.jsonl'), 'utf8').split('\n').slice(0, 50).join('\n'),
    )
    await using plain = await openGraph([join(folder, 'few.jsonl')], { model, base: 'https://example.org/' })
    await using other = await startServer(plain.graph)
    const response = await fetch(`${other.root}/dump?format=gzip`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).to.equal(null)
    expect(gunzipSync(bytes).toString()).to.equal(await (await fetch(`${other.root}/dump`)).text())
    expect(gunzipSync(bytes).toString().split('\n').length).to.be.above(100)
  })

  it('is cut off, and not ended, where its file is damaged', async () => {
    const broken = join(folder, 'broken.nq.gz')
    const bytes = Buffer.from(file)
    const half = Math.floor(bytes.length / 2)
    bytes.fill(0, half, half + 100)
    writeFileSync(broken, bytes)
    await using other = await startServer(
      { ...server.graph, quads: [broken] },
      { log: { info() {}, error() {} } },
    )
    for (const encoding of ['identity', 'gzip']) {
      const ended = await new Promise((resolve) => {
        http.get(`${other.root}/dump`, { headers: { 'Accept-Encoding': encoding } }, (response) => {
          response
            .resume()
            .on('end', () => resolve('ended'))
            .on('error', () => resolve('cut off'))
        })
      })
      expect(ended, encoding).to.equal('cut off')
    }
  })
})
