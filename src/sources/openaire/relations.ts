/** Relations of OpenAIRE, which name both sides by their ids → what is said of one of them. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { byName, objectOf, textOf } from '../../model/conversion/json.ts'
import { openaireId, pageIri, type Kind } from './values.ts'

interface Relation {
  readonly from: Kind
  readonly to: Kind
  /** What is said of the first of the other. */
  readonly say: (other: Json) => Json
}

const related = (relation: string): Relation => ({
  from: 'product',
  to: 'product',
  say: (other) => ({ related_products: { [relation]: [other] } }),
})
const funding: Relation = { from: 'product', to: 'grant', say: (other) => ({ funding: [other] }) }
const participation: Relation = {
  from: 'grant',
  to: 'organisation',
  say: (other) => ({ beneficiaries: [other] }),
}
const institution: Relation = {
  from: 'product',
  to: 'organisation',
  say: (other) => ({ relevant_organisations: [other] }),
}
const hosting: Relation = {
  from: 'product',
  to: 'datasource',
  say: (other) => ({ manifestations: [{ biblio: { hosting_data_source: other } }] }),
}

/** Words of relations, in small letters, that are said of their source. */
const relations = byName<Relation>({
  cites: related('cites'),
  issupplementedby: related('is_supplemented_by'),
  isdocumentedby: related('is_documented_by'),
  isnewversionof: related('is_new_version_of'),
  ispartof: related('is_part_of'),
  isproducedby: funding,
  hasparticipant: participation,
  hasauthorinstitution: institution,
  ishostedby: hosting,
})

/** The same of their target. */
const inverseRelations = byName<Relation>({
  iscitedby: related('cites'),
  issupplementto: related('is_supplemented_by'),
  documents: related('is_documented_by'),
  ispreviousversionof: related('is_new_version_of'),
  haspart: related('is_part_of'),
  hasparts: related('is_part_of'),
  produces: funding,
  isparticipant: participation,
  isauthorinstitutionof: institution,
  hosts: hosting,
})

/** The id of a side, which is a text, or an object around it. */
const idOf = (side: unknown): string | undefined => openaireId(objectOf(side)['id'] ?? side)

export function readRelation(record: Json, { drop, add, refuse }: SourceNotes): Json[] {
  const [source, target] = [idOf(record['source']), idOf(record['target'])]
  const word = textOf(objectOf(record['reltype'])['name']) ?? textOf(record['reltype'])
  if (source === undefined || target === undefined || word === undefined) {
    refuse('is no relation; source, target and relType.name are expected')
    return []
  }
  const relation = relations[word.toLowerCase()]
  const inverse = inverseRelations[word.toLowerCase()]
  if (relation) say(relation, source, target)
  else if (inverse) say(inverse, target, source)
  else drop(`relation ${word}`)
  return []

  function say({ from, to, say: facts }: Relation, of: string, other: string): void {
    const named = (kind: Kind, id: string): Json => ({
      entity_type: kind,
      local_identifier: pageIri(kind, id),
    })
    add({ ...named(from, of), ...facts(named(to, other)) })
  }
}
