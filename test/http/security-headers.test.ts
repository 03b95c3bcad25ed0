/** Headers against what browsers might make of an answer, on whatever is sent. */

import { expect } from 'chai'
import { getRaw } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { server } = await smallServer()

describe('an answer that is no page', () => {
  const POLICY = "default-src 'none'; frame-ancestors 'none'"

  const answers: readonly [title: string, target: string, headers?: string][] = [
    ['a record', '/skg-if/api/products/prod-1'],
    ['a record that is kept', '/skg-if/api/products/prod-1'],
    ['a record in Turtle', '/skg-if/api/products/prod-1?format=turtle'],
    ['a list', '/skg-if/api/topics'],
    ['a packed list', '/skg-if/api/topics', 'Host: x\r\nAccept-Encoding: gzip'],
    ['a redirection', '/id/prod-1'],
    ['a problem', '/skg-if/api/topics?page=0'],
    ['nothing', '/nothing'],
    ['figures', '/metrics'],
  ]
  for (const [title, target, headers] of answers) {
    it(`runs nothing, loads nothing and stands in no frame: ${title}`, async () => {
      const answer = await getRaw(server.port, target, 'GET', headers)
      expect(answer.headers).to.include({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    })
  }
  it('leaves the policy of pages to them', async () => {
    const { headers } = await getRaw(server.port, '/', 'GET', 'Host: x\r\nAccept: text/html')
    expect(headers['content-security-policy']).to.include("frame-ancestors 'none'").and.not.equal(POLICY)
    expect(headers['referrer-policy']).to.equal('strict-origin-when-cross-origin')
  })
})
