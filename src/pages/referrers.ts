/**
 * What refers to an entity, by the field that does: the first few, how many there are, and where the others
 * are.
 */

import { printConditions } from '../filter/condition.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import { MOST_REFERRING, type Referrers, type Referring } from '../store/referring.ts'
import { brief } from './brief.ts'
import { h, type Content } from './html.ts'
import { local, type Site } from './site.ts'
import { counted, labelOf, number } from './words.ts'

/** Records by `shownKey`: an entity may be of two types. */
export type Shown = ReadonlyMap<string, Json>

export const shownKey = (iri: string, type: EntityType): string => `${type.name} ${iri}`

/** Records of one field that are shown. */
const FEW = 5

/** The records that are shown of all that refer to an entity. */
export const shownOf = ({ all }: Referrers): { readonly iri: string; readonly type: Referring['type'] }[] =>
  all.flatMap(({ type, iris }) => iris.slice(0, FEW).map((iri) => ({ iri, type })))

/** URL of the list of all that name the entity in the field; undefined where no filter asks for that. */
function listOf(iri: string, { type, path }: Referring, { model, urls }: Site): string | undefined {
  const wanted = [...path, 'local_identifier'].join('.')
  const filter = model
    .filtersOf(type)
    .all.find(({ key, row }) => row.operator === 'equals' && (row.path ?? key) === wanted)
  return filter && urls.list(type, printConditions([{ key: filter.key, filter, value: iri }]))
}

function group(iri: string, referring: Referring, shown: Shown, site: Site): Content {
  const { type, path, field, iris } = referring
  const url = listOf(iri, referring, site)
  const count = counted(iris.length, type)
  return h(
    'section',
    { class: 'referring' },
    h(
      'h3',
      null,
      field.inverseLabel ?? labelOf(path.at(-1) as string, field),
      ' ',
      h('span', { class: 'count' }, count),
    ),
    h(
      'ul',
      { class: 'briefs' },
      iris.slice(0, FEW).flatMap((one) => {
        const record = shown.get(shownKey(one, type))
        return record ? [h('li', null, brief(record, type, site))] : []
      }),
    ),
    iris.length > FEW &&
      h(
        'p',
        { class: 'onward' },
        url === undefined
          ? `and ${number(iris.length - FEW)} more`
          : h('a', { href: local(site, url) }, `All ${count}`),
      ),
  )
}

/** The section of all that refers to an entity; nothing where nothing does. */
export function referrers(iri: string, { all, more }: Referrers, shown: Shown, site: Site): Content {
  if (all.length === 0) return null
  return h(
    'section',
    { id: 'referring' },
    h('h2', null, 'Referred to by'),
    more &&
      h(
        'p',
        { class: 'note' },
        `The first ${number(MOST_REFERRING)} references were looked at; there are more.`,
      ),
    all.map((one) => group(iri, one, shown, site)),
  )
}
