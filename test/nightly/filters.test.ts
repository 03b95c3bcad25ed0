/** Filters on the whole snapshot and the generated set: second opinions, and the examples of the issue. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseFilter } from '../../src/filter/parse.ts'
import { hasSnapshot, sources, writeGenerated } from '../support/generated.ts'
import { compareLists } from '../support/list-opinion.ts'
import { model } from '../support/model.ts'
import { preparedSnapshot } from '../support/snapshot.ts'
import { compare, openOpinion, type Opinion } from '../support/second-opinion.ts'
import { throughout } from '../support/closing.ts'

/** CI has not the half hour that all of them take. */
const LISTS = process.env.CI ? 500 : 2000
const MINUTES = 12

describe('filters on 18,877 papers', function () {
  this.timeout(2 * MINUTES * 60_000)
  before(function () {
    if (!hasSnapshot) this.skip()
  })

  async function agree(opinion: Opinion, seed: number, count = LISTS): Promise<void> {
    const start = performance.now()
    const { differences, lists, found, keys } = await compare(opinion, count, seed, MINUTES * 60_000)
    console.log(
      `      ${lists} lists, ${found} of them with results, ${keys.size} keys, ` +
        `${((performance.now() - start) / 1000).toFixed(0)} s`,
    )
    expect(differences.join('\n')).to.equal('')
    expect(lists).to.be.at.least(count)
  }

  async function agreeOnLists(opinion: Opinion, seed: number): Promise<void> {
    const start = performance.now()
    const { differences, lists, found, keys } = await compareLists(opinion, LISTS, seed, MINUTES * 60_000)
    console.log(
      `      ${lists} lists, ${found} of them with results, ${keys.size} keys, facets and orders, ` +
        `${((performance.now() - start) / 1000).toFixed(0)} s`,
    )
    expect(differences.join('\n')).to.equal('')
    expect(lists).to.be.at.least(LISTS)
    expect(found).to.be.above(LISTS / 4)
  }

  describe('the snapshot', () => {
    const opinion = throughout(async () =>
      openOpinion({ path: await preparedSnapshot(), base: sources.snapshot.base }),
    )

    // The generated set stands on top of the same papers.
    it('the plain evaluator agrees', () => agree(opinion, 21, LISTS / 4))

    it('the plain evaluator agrees on orders, samples, fields and facets of lists', () =>
      agreeOnLists(opinion, 41))

    const doi = '10.1609/aaai.v36i8.20821'
    const url = encodeURIComponent(`https://doi.org/${doi}`)
    const spellings: readonly [title: string, value: string][] = [
      ['plain', doi],
      ['a URL', `https://doi.org/${doi}`],
      ['doi:', `doi:${doi}`],
      ['capitals', doi.toUpperCase()],
      ['an encoded URL', url],
      ['a URL encoded twice', encodeURIComponent(url)],
      ['plain, encoded twice', encodeURIComponent(encodeURIComponent(doi))],
      ['a URL in capitals', `https://doi.org/${doi.toUpperCase()}`],
    ]
    for (const [title, value] of spellings) {
      it(`finds the one product by its DOI: ${title}`, async () => {
        const type = model.typeAt('products')!
        expect(
          (await opinion.graph.search(type, parseFilter([`identifiers.id:${value}`], type, model))).slice(),
        ).to.deep.equal(['https://w3id.org/skg-if/sandbox/confs/product-aaai-2022-863'])
        // A client that encodes the whole filter encodes once more; three times is nobody's spelling.
        if (!title.includes('twice'))
          expect(
            await opinion.graph.search(
              type,
              parseFilter(
                [encodeURIComponent(`identifiers.scheme:doi,identifiers.id:${value}`)],
                type,
                model,
              ),
            ),
          ).to.have.length(1)
      })
    }
  })

  describe('the generated set', () => {
    const opinion = throughout(async () => {
      const source = await writeGenerated(sources.snapshot)
      const opened = await openOpinion(source)
      rmSync(dirname(source.path), { recursive: true })
      return opened
    })

    it('the plain evaluator agrees', () => agree(opinion, 22))

    it('the plain evaluator agrees on orders, samples, fields and facets of lists', () =>
      agreeOnLists(opinion, 42))
  })
})
