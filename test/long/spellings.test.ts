/** No answer depends on who asked before: spellings of values in both orders, on servers that were asked nothing yet. */

import { expect } from 'chai'
import type { Filter } from '../../src/model/rows/filters.ts'
import { exactOperators } from '../../src/model/rows/filter-row.ts'
import type { FieldOf } from '../../src/model/rows/row.ts'
import { createTermExpander } from '../../src/model/vocab-terms.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { getJson, openGraphOf, startServer } from '../support/server.ts'

/** Values that one cache or another might take for the same. */
function spellingsOf({ row: { example, operator }, path: { target } }: Filter): string[] {
  const iris =
    target.kind === 'vocabTerm'
      ? [
          createTermExpander(
            model.vocabulary,
            sources.demo.base,
            target.field as FieldOf<'vocabTerm'>,
          )(example),
        ]
      : []
  const texts = [example, ...iris]
  const all = [
    ...texts.flatMap((text) => [
      text,
      text.toUpperCase(),
      text.toLowerCase(),
      ` ${text}`,
      `${text}\u00a0`,
      `${text},`,
    ]),
    `e\u0301${example}`,
    `é${example}`,
    encodeURIComponent(example),
  ]
  const possible = exactOperators.includes(operator) || operator === 'contains' || operator === 'words'
  return possible ? [...new Set(all)] : [example, ` ${example}`]
}

const requests = model.types.flatMap((type) =>
  model
    .filtersOf(type)
    .all.flatMap((filter) =>
      spellingsOf(filter).map(
        (value) => `${type.path}?page_size=1&filter=,${filter.key}:${encodeURIComponent(value)}`,
      ),
    ),
)

/** For each request its status and its total, asked one after the other of a new server. */
async function totals(paths: readonly string[]): Promise<Map<string, string>> {
  const graph = await openGraphOf([sources.demo.path])
  const server = await startServer(graph, { threads: { count: 1 } })
  const found = new Map<string, string>()
  for (const path of paths) {
    const { status, body } = await getJson(`${server.api}/${path}`)
    found.set(path, `${status} ${body['meta']?.part_of?.total_items}`)
  }
  await server.close()
  await graph.close()
  return found
}

describe('spellings of the values of filters', function () {
  this.timeout(120_000)
  it('are answered alike, whichever was asked for first', async () => {
    const [forwards, backwards] = [await totals(requests), await totals(requests.toReversed())]
    const parted = requests.filter((path) => forwards.get(path) !== backwards.get(path))
    expect(parted.map((path) => `${path}: ${forwards.get(path)}, ${backwards.get(path)}`)).to.deep.equal([])
  })

  it('of a country and of the IRI of a scheme mean the same', async () => {
    const asked = [
      'organisations?page_size=1&filter=country:CH',
      'organisations?page_size=1&filter=country:%20ch',
      'organisations?page_size=1&filter=country:CH%C2%A0',
      'products?page_size=1&filter=identifiers.scheme:doi',
      'products?page_size=1&filter=identifiers.scheme:HTTP://PURL.ORG/SPAR/DATACITE/DOI',
      'products?page_size=1&filter=identifiers.scheme:http://purl.org/spar/datacite/doi',
    ]
    const found = [...(await totals(asked)).values()]
    expect(found).to.deep.equal(['200 1', '200 1', '200 1', '200 15', '200 15', '200 15'])
  })
})
