/** Beside a work: where it can be read, its identifiers and what else is known of its forms, and these, folded. */

import { itemsOf, type Json } from '../../../model/values/json.ts'
import type { EntityType, FieldOf, Reading, Selection } from '../../../model/rows/row.ts'
import {
  identifierIn,
  plainText,
  selectValues,
  type FieldValue,
} from '../../../record/naming/field-values.ts'
import { hostOf, kindLabels, placeOf } from '../../../record/naming/name-of-record.ts'
import { licenceName } from '../../../model/identifiers/licences.ts'
import { counted, fact, factList } from '../shared/components.ts'
import { between, external, h, type Content } from '../../shared/html.ts'
import type { Site } from '../shared/site.ts'
import { upperFirst } from '../../../record/naming/locale.ts'
import { nameOf } from './reference-links.ts'
import { concept, factRows, facts, identifierKey, renderValue } from './values.ts'

/** Copies to which a page leads. */
const MAX_COPIES = 6

interface Copy {
  readonly address: string
  readonly access: string
}

/** Copies that are not closed, each host once. */
function copiesOf(record: Json, { fields }: EntityType, reading: Reading, { model }: Site): Copy[] {
  const { forms, address, access, closed } = reading
  const under = ({ path, where }: Selection): Selection => ({
    path: [forms, ...path],
    ...(where && { where }),
  })
  const byHost = new Map<string, Copy>()
  for (const form of itemsOf(record[forms])) {
    const textsAt = (selection: Selection): string[] =>
      selectValues({ [forms]: [form] }, fields, under(selection)).map((found) => plainText(found, model))
    const [status = ''] = textsAt(access)
    if (closed.includes(status)) continue
    for (const one of textsAt(address).filter((text) => URL.canParse(text)))
      if (!byHost.has(hostOf(one))) byHost.set(hostOf(one), { address: one, access: status })
  }
  return [...byHost.values()]
}

/** Where it was published, then its copies. */
function readingLinks(record: Json, type: EntityType, reading: Reading, site: Site): Content {
  const { texts, translate } = site.locale
  const [published] = reading.published
    .flatMap((selection) => selectValues(record, type.fields, selection))
    .flatMap(({ value, field }) => identifierIn(value, field, site.model) ?? [])
  const copies = copiesOf(record, type, reading, site)
  // At the same host, or where the identifier leads: https://doi.pangaea.de/10.1594/PANGAEA.842237.
  const isPublished = ({ address }: Copy): boolean =>
    published?.url !== undefined &&
    (hostOf(address) === hostOf(published.url) ||
      address.toLowerCase().endsWith(`/${published.value.toLowerCase()}`))
  const links = [
    ...(published?.url === undefined
      ? []
      : [
          {
            address: published.url,
            text: placeOf(published.url, record, type, site) ?? texts.record.atPublisher,
            access: copies.find(isPublished)?.access,
          },
        ]),
    ...copies
      .filter((copy) => !isPublished(copy))
      .slice(0, MAX_COPIES)
      .map((copy) => ({ ...copy, text: hostOf(copy.address) })),
  ]
  return (
    links.length > 0 &&
    h(
      'section',
      { class: 'card read' },
      h('h2', { class: 'small' }, texts.record.read),
      h(
        'ul',
        null,
        links.map(({ address, text, access }, i) =>
          h(
            'li',
            null,
            external(address, text, i === 0 ? { class: 'button primary' } : {}),
            access === reading.open && h('span', { class: 'note' }, ` ${translate(access)}`),
          ),
        ),
      ),
    )
  )
}

/** Values of a record as facts by their labels, each value once. */
function factsOf(record: Json, type: EntityType, reading: Reading, site: Site): Content[] {
  const { labelOf } = site.locale
  const keyOf = ({ value, field }: FieldValue): string =>
    identifierKey(value, field, site) ??
    (field.kind === 'reference' ? nameOf(value, site) : (licenceName(String(value)) ?? String(value)))
  return reading.facts.flatMap((selection) => {
    const found = new Map(
      selectValues(record, type.fields, selection).map((one) => [keyOf(one), one] as const),
    )
    const [first] = found.values()
    if (!first) return []
    const shown = [...found.values()].map(({ value, field }) =>
      h('div', null, renderValue(value, field, site)),
    )
    return [fact(labelOf(selection.path.at(-1) as string, first.field), shown)]
  })
}

/** The forms of a work, each folded: its kind and where it is say which one it is. */
function formList(record: Json, type: EntityType, { forms }: Reading, site: Site): Content {
  const field = type.fields[forms] as FieldOf<'object'>
  const values = itemsOf(record[forms]) as Json[]
  const [key, head] = Object.entries(field.fields).find(([, { kind }]) => kind === 'labelledClass') ?? []
  const { [key ?? '']: _, ...others } = field.fields
  const summary = (value: Json): Content => {
    const places = [...factRows(value, others)].flatMap((row) =>
      row.field.kind === 'reference' ? [h('bdi', null, nameOf(row.value, site))] : [],
    )
    const kind = key !== undefined && head?.kind === 'labelledClass' && value[key] !== undefined
    const parts = [...(kind ? [concept(value[key] as Json, head, site)] : []), ...places]
    return between(parts.length > 0 ? parts : kindLabels(record, type, site.locale).map(upperFirst), ' · ')
  }
  return (
    values.length > 0 &&
    h(
      'section',
      { id: forms, class: 'card' },
      h(
        'h2',
        { class: 'small' },
        site.locale.labelOf(forms, field),
        ' ',
        values.length > 1 && counted(site.locale.number(values.length)),
      ),
      values.map((value) =>
        h('details', null, h('summary', null, summary(value)), facts(value, others, site)),
      ),
    )
  )
}

/** The column beside a work. @param more further facts */
export function readingColumn(record: Json, type: EntityType, more: Content, site: Site): Content {
  const { reading } = type.display ?? {}
  if (!reading) return null
  const own = factsOf(record, type, reading, site)
  return h(
    'div',
    { class: 'aside' },
    readingLinks(record, type, reading, site),
    (own.length > 0 || more) && h('div', { class: 'card' }, own.length > 0 && factList(own), more),
    formList(record, type, reading, site),
  )
}
