/** Parameters that a route does not know are refused, and the message names what was meant. */

import { expect } from 'chai'
import { getRaw } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { server } = await smallServer()

describe('an unknown parameter', () => {
  const rows: readonly [target: string, meant: string | undefined][] = [
    ['/skg-if/api/products/prod-1?formt=turtle', 'format'],
    ['/skg-if/api/products/prod-1?skeg_field=titles', 'skeg_fields'],
    ['/skg-if/api/products/prod-1?fields=titles', 'skeg_fields'],
    ['/skg-if/api/products/none?formt=turtle', 'format'],
    ['/skg-if/api?formt=json', 'format'],
    ['/?frmat=json', 'format'],
    ['/docs?page=1', undefined],
    ['/docs/errors?formatt=json', 'format'],
    ['/.well-known/void?formats=turtle', 'format'],
    ['/contexts/core.json?formt=json', 'format'],
    ['/download/products?formt=csv', 'format'],
    ['/search?q=a&pge=1', 'page'],
    ['/suggest?q=a&limt=1', 'limit'],
  ]
  for (const [target, meant] of rows) {
    it(`is a 400 ${meant === undefined ? 'that lists those that there are' : `that names ${meant}`}: ${target}`, async () => {
      const { status, body } = await getRaw(server.port, target)
      expect(status).to.equal(400)
      const { detail } = JSON.parse(body) as { detail: string }
      expect(detail).to.include('There is no parameter').and.include('The parameters are')
      if (meant !== undefined) expect(detail).to.include(`did you mean ${meant}?`)
    })
  }

  it('is none of the two of paging, which mean nothing for one record', async () => {
    const path = '/skg-if/api/products/prod-1'
    for (const query of ['page=1&page_size=10', 'page=7', 'page_size=x&format=turtle']) {
      const { status, headers } = await getRaw(server.port, `${path}?${query}`)
      expect(status, query).to.equal(200)
      expect(headers['content-location'], query).not.to.include('page')
      expect(headers['link'], query).to.include(`${path}>; rel="canonical"`)
    }
  })

  it('leaves the query of an id alone, where it is part of the id', async () => {
    const { status } = await getRaw(server.port, '/id/prod-1?x=1')
    expect(status).to.equal(303)
  })
})
