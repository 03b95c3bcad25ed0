/** The page on which people try the reconciliation of names before they use it in a program. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import { h, type Content } from '../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { code, linkTo, paragraph } from '../shared/components.ts'
import { hrefOf, RECONCILE_TEST_PATH, type Site } from '../shared/site.ts'
import { formatNumber } from '../shared/labels.ts'

interface NameResult {
  readonly text: string
  /** As the service answers, the best first. */
  readonly candidates: readonly Json[]
}

export interface ReconcileContent {
  /** One name a line. */
  readonly text: string
  /** The one that is searched; absent: all. */
  readonly type?: EntityType | undefined
  readonly results: readonly NameResult[]
  /** Names at once. */
  readonly maximum: number
}

const card = ({ id, name, description, score, match }: Json, site: Site): Content =>
  h(
    'li',
    { class: match ? 'card sure' : 'card' },
    h('h3', null, linkTo(site, `/resolve?iri=${encodeURIComponent(id as string)}`, name as string)),
    paragraph(description as string),
    h(
      'p',
      { class: 'note' },
      `Score ${formatNumber(score as number)}`,
      match === true && [' ', h('span', { class: 'sign good' }, 'Sure match')],
    ),
  )

const resultOf = ({ text, candidates }: NameResult, site: Site): Content =>
  h(
    'section',
    null,
    h('h2', { dir: 'auto' }, text),
    candidates.length === 0
      ? paragraph('No candidate.')
      : h(
          'ol',
          { class: 'cards' },
          candidates.map((one) => card(one, site)),
        ),
  )

export function reconcilePage({ text, type, results, maximum }: ReconcileContent, site: Site): string {
  const types = site.model.types.filter((one) => site.graph.count(one) > 0)
  return layout(
    site,
    { title: 'Match names' },
    h('h1', null, 'Match names'),
    h(
      'p',
      { class: 'says' },
      'What the reconciliation service finds for names as they stand in a table. OpenRefine and other programs ' +
        'ask it at ',
      code(`${site.urls.root}/reconcile`),
      '.',
    ),
    h(
      'form',
      { class: 'match', action: hrefOf(site, RECONCILE_TEST_PATH) },
      h('label', { for: 'names' }, `Names, one a line, at most ${maximum}`),
      h('textarea', { id: 'names', name: 'q', rows: 5, required: true }, text),
      h('label', { for: 'kind' }, 'What they are names of'),
      h(
        'select',
        { id: 'kind', name: 'type' },
        h('option', { value: '' }, 'All records'),
        types.map((one) => h('option', { value: one.name, selected: one === type || undefined }, one.plural)),
      ),
      h('button', { type: 'submit' }, 'Match'),
    ),
    results.map((one) => resultOf(one, site)),
  )
}
