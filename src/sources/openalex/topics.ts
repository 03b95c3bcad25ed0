/** Topics, keywords, goals and concepts of OpenAlex: those of works, and their own records. */

import type { Json } from '../../model/values/json.ts'
import { memoize } from '../../model/values/collections.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeTopic } from '../../model/conversion/agents.ts'
import { identifiersBy } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, textOf, uniqueBy, withoutEmpty } from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { byOpenalex, idsOf, openalexId, openalexIri, pathOf } from './ids.ts'
import { MIN_SCORE, topicMembers } from './tables.ts'

/** OpenAlex, which assigns the topics. */
const openalex = { entity_type: 'agent', local_identifier: 'https://openalex.org', name: 'OpenAlex' }

/** The United Nations call their goals so, and works of OpenAlex do. */
const GOALS = 'https://metadata.un.org/sdg/'

/** Topics that are remembered. */
const MAX_TERMS = 10_000

/** Levels above a topic, from the nearest. */
const levels = ['subfield', 'field', 'domain']

/** A topic by its own IRI; undefined if it has none. The same few are those of many works. */
const termOf = ({ id, display_name: name }: Json): Json | undefined =>
  termNamed(`${textOf(id) ?? ''}\n${typeof name === 'string' ? name : ''}`)

const termNamed = memoize((idAndName: string): Json | undefined => {
  const end = idAndName.indexOf('\n')
  return makeTerm(idAndName.slice(0, end), plainLine(idAndName.slice(end + 1)))
}, MAX_TERMS)

function makeTerm(iri: string, label: string | undefined): Json | undefined {
  if (!/^https?:\/\/\S+$/.test(iri)) return undefined
  const [id, path] = [openalexId(iri), pathOf(iri)]
  return {
    entity_type: 'topic',
    local_identifier:
      id !== undefined ? openalexIri(id) : path?.kind === 'sdgs' ? `${GOALS}${path.name}` : iri,
    ...(id !== undefined && { identifiers: byOpenalex(id) }),
    ...(label !== undefined && { labels: { en: label } }),
  }
}

/** @param score how sure OpenAlex is */
function assigned(term: Json, score: unknown): Json {
  const trust = typeof score === 'number' && score >= 0 && score <= 1 ? score : undefined
  return trust === undefined ? { term } : { term, provenance: [{ associated_with: openalex, trust }] }
}

/** The topics of a work with the levels above them, its keywords, goals and MeSH headings, each once. */
export function topicsOf(record: Json, drop: SourceNotes['drop']): Json[] {
  const found: Json[] = []
  const add = (one: Json, score: unknown): void => {
    const term = termOf(one)
    if (term) found.push(assigned(term, score))
  }
  const topics = objectsOf(record['topics'])
  for (const topic of topics) add(topic, topic['score'])
  for (const topic of topics) for (const level of levels) add(objectOf(topic[level]), topic['score'])
  for (const keyword of objectsOf(record['keywords'])) {
    // Those of 2024 have no id.
    const label = keyword['id'] === undefined ? plainLine(keyword['keyword']) : undefined
    if (!(Number(keyword['score']) >= MIN_SCORE.keyword))
      drop(`keywords with a score below ${MIN_SCORE.keyword}`)
    else if (label === undefined) add(keyword, keyword['score'])
    else found.push(assigned(makeTopic('openalex keyword', label, 'en'), keyword['score']))
  }
  for (const goal of objectsOf(record['sustainable_development_goals'])) add(goal, goal['score'])
  const concepts = objectsOf(record['concepts'])
  if (topics.length > 0 && concepts.length > 0) drop('concepts beside topics, which have taken their place')
  else
    for (const concept of concepts)
      if (Number(concept['score']) >= MIN_SCORE.concept) add(concept, concept['score'])
  for (const heading of objectsOf(record['mesh'])) {
    const [code, name] = [textOf(heading['descriptor_ui']), textOf(heading['descriptor_name'])]
    if (textOf(heading['qualifier_ui']) !== undefined) drop('qualifiers of MeSH headings')
    if (code !== undefined) add({ id: `http://id.nlm.nih.gov/mesh/${code}`, display_name: name }, undefined)
  }
  return uniqueBy(found, (one) => (one['term'] as Json)['local_identifier'])
}

/** A topic, or a level above it. */
export function readTopic(record: Json, { drop }: SourceNotes): Json[] {
  const term = termOf(record)
  if (term === undefined) return []
  dropMembers(record, topicMembers, drop)
  for (const level of levels) if (objectOf(record[level])['id'] !== undefined) drop('the level above a topic')
  const { wikidata } = idsOf(record)
  const names = objectOf(objectOf(record['international'])['display_name'])
  const labels: Record<string, unknown> = { ...objectOf(term['labels']) }
  for (const [language, name] of Object.entries(names))
    if (/^[a-z]{2}$/.test(language)) labels[language] ??= plainLine(name)
  return [
    withoutEmpty({
      ...term,
      identifiers: [...objectsOf(term['identifiers']), ...identifiersBy({ wikidata })],
      labels: withoutEmpty(labels),
    }),
  ]
}
