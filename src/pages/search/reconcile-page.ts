/** The page on which people try the reconciliation of names before they use it in a program. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import { h, type Content } from '../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { code, formAction, languageInput, linkTo, paragraph } from '../shared/components.ts'
import { RECONCILE_TEST_PATH, type PageSite, type Site } from '../shared/site.ts'

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
      site.locale.texts.names.score(site.locale.number(score as number)),
      match === true && [' ', h('span', { class: 'sign good' }, site.locale.texts.names.sure)],
    ),
  )

const resultOf = ({ text, candidates }: NameResult, site: Site): Content =>
  h(
    'section',
    null,
    h('h2', { dir: 'auto' }, text),
    candidates.length === 0
      ? paragraph(site.locale.texts.names.noCandidate)
      : h(
          'ol',
          { class: 'cards' },
          candidates.map((one) => card(one, site)),
        ),
  )

export function reconcilePage({ text, type, results, maximum }: ReconcileContent, site: PageSite): string {
  const { texts, translate } = site.locale
  const { names } = texts
  const types = site.model.types.filter((one) => site.graph.count(one) > 0)
  return layout(
    site,
    { title: names.title },
    h('h1', null, names.title),
    h('p', { class: 'says' }, names.help(code(`${site.urls.root}/reconcile`))),
    h(
      'form',
      { class: 'match', action: formAction(site, RECONCILE_TEST_PATH) },
      languageInput(site),
      h('label', { for: 'names' }, names.names(site.locale.number(maximum))),
      h('textarea', { id: 'names', name: 'q', rows: 5, required: true }, text),
      h('label', { for: 'kind' }, names.kind),
      h(
        'select',
        { id: 'kind', name: 'type' },
        h('option', { value: '' }, texts.searchBox.allRecords),
        types.map((one) =>
          h('option', { value: one.name, selected: one === type || undefined }, translate(one.plural)),
        ),
      ),
      h('button', { type: 'submit' }, names.match),
    ),
    results.map((one) => resultOf(one, site)),
  )
}
