/** Routes: the code of a handler is read at its first request, and paths are matched as they are written. */

import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { answerAs, type Answer } from '../../src/api/representation/answer.ts'
import { patternOf } from '../../src/api/request/route.ts'
import { routes } from '../../src/server/routes/routes.ts'
import { loadAll, availableRoute } from '../../src/server/routes/available-routes.ts'
import { messageOf } from '../support/message.ts'

const answer = (): Answer => answerAs('text', 'here')

describe('the handler of a route', () => {
  it('is read when it is first needed, once, and again where that has failed', async () => {
    let reads = 0
    const { load } = availableRoute({
      path: '/here',
      name: 'here',
      runs: 'main',
      handler() {
        if (++reads === 1) throw new Error('the file cannot be read')
        return answer
      },
    })
    expect(reads).to.equal(0)
    const outcomes: string[] = []
    for (let i = 0; i < 3; i++)
      outcomes.push(
        await load().then(
          (handler) => (handler === answer ? 'read' : 'another'),
          (error: Error) => error.message,
        ),
      )
    expect(outcomes).to.deep.equal(['the file cannot be read', 'read', 'read'])
    expect(reads).to.equal(2)
  })

  it('can be read before, and one that fails keeps no other from it', async () => {
    const reads: string[] = []
    const route = (name: string, isBroken = false): ReturnType<typeof availableRoute> =>
      availableRoute({
        path: `/${name}`,
        runs: 'main',
        name,
        handler() {
          reads.push(name)
          if (isBroken) throw new Error(`${name} is broken`)
          return answer
        },
      })
    const error = await messageOf(loadAll([route('a', true), route('b')]))
    expect(reads).to.deep.equal(['a', 'b'])
    expect(error).to.equal('a is broken')
  })
})

describe('the path of a route', () => {
  const rows: [path: string, target: string, expected: Record<string, string> | undefined][] = [
    ['/', '/', {}],
    ['/', '//', {}],
    ['/', '/x', undefined],
    ['/docs', '/docs/', {}],
    ['/docs', '//docs', {}],
    ['/docs', '/docs/x', undefined],
    ['/robots.txt', '/robots.txt', {}],
    ['/robots.txt', '/robots-txt', undefined],
    ['/contexts/{file}.json', '/contexts/core.json', { file: 'core' }],
    ['/contexts/{file}.json', '/contexts/a/b.json', undefined],
    ['/sitemaps/{file}.xml', '/sitemaps/a%2Fb.xml', { file: 'a%2Fb' }],
    ['/id/{suffix}', '/id/a/b', { suffix: 'a/b' }],
    ['/id/{suffix}', '/id//a', { suffix: 'a' }],
    ['/id/{suffix}', '/id/', undefined],
    [
      '/skg-if/api/{collection}/{local_identifier}',
      '/skg-if/api/products/https://doi.org/10.1/x',
      { collection: 'products', local_identifier: 'https://doi.org/10.1/x' },
    ],
    ['/skg-if/api/{collection}', '/skg-if/api/products/x', undefined],
  ]
  for (const [path, target, expected] of rows)
    it(`${path} ${expected ? 'takes' : 'does not take'} ${target}`, () => {
      const match = patternOf(path).exec(target)
      expect(match && { ...match.groups }).to.deep.equal(expected ?? null)
    })
})

describe('the table of routes', () => {
  it('has each path once, and its parameters in the path', () => {
    const paths = routes.map(({ path }) => path)
    expect([...new Set(paths)]).to.deep.equal(paths)
    for (const { path, parameters = [] } of routes)
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(parameters, path).to.include(name)
  })
})

describe('a route that has parts made in a thread', () => {
  const folder = new URL('../../src/', import.meta.url)
  for (const { path, handler, parts } of routes)
    if (parts)
      it(`asks for those that there are: ${path}`, async () => {
        const module = /import\(['"](.+)\.(?:ts|js)['"]\)|=>\s*(\w+)$/.exec(String(handler))
        const name = (module?.[1] ?? module?.[2] ?? '').split('/').at(-1)
        const file = readdirSync(folder, { recursive: true }).find((one) =>
          new RegExp(`^(?:api/routes|doors)/.*/${name}\\.ts$`).test(String(one)),
        )
        const calls = readFileSync(new URL(String(file), folder), 'utf8').matchAll(/compute\('(\w+)'/g)
        const names = new Set(Array.from(calls, ([, one]) => one))
        expect([...names]).to.have.members(Object.keys(await parts()))
      })
})
