/** Ids that records of sources give to one entity → the one that it gets, whatever comes first. */

import { isObject, type Json } from '../../model/values/json.ts'

export interface IdAliases {
  /** Other records call the entity with this id by the other id. */
  alias(other: string, id: string): void
  /** The entity is the one of this name in another entity. */
  scopedName(id: string, of: string, name: string): void
  /** Ends the collecting, and gives what maps the ids. */
  end(): CanonicalIds
}

export interface CanonicalIds {
  /** The id that an entity gets. */
  of(id: string): string
  /** Whether an entity has several ids. */
  isOneOfSeveral(id: string): boolean
  /** A record with the ids that its entities get, at any depth. */
  inRecord(record: Json): Json
}

/** What an id is an alias of; a set only where it is one of several, which are few. */
type Aliased = string | Set<string>

const listOf = (ids: Aliased): Iterable<string> => (typeof ids === 'string' ? [ids] : ids)

type Part = readonly [id: string, of: string, name: string]

const smaller = (a: string, b: string): string => (a < b ? a : b)

/** Sets of ids that are one, each known by its smallest. */
function createUnions() {
  const parents = new Map<string, string>()
  function rootOf(id: string): string {
    let root = id
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up
    if (root !== id) parents.set(id, root)
    return root
  }
  /** Whether they were two before. */
  function unite(a: string, b: string): boolean {
    const [first, second] = [rootOf(a), rootOf(b)]
    if (first === second) return false
    const root = smaller(first, second)
    parents.set(root === first ? second : first, root)
    return true
  }
  return { rootOf, unite }
}

/** The end of the way from an id to what it is an alias of; of a circle, its smallest id. */
function endOf(id: string, next: ReadonlyMap<string, string>): string {
  const way: string[] = []
  const visited = new Set<string>()
  let last = id
  for (let to: string | undefined = id; to !== undefined; to = next.get(to)) {
    if (visited.has(to)) return way.slice(way.indexOf(to)).reduce(smaller)
    visited.add(to)
    way.push(to)
    last = to
  }
  return last
}

/**
 * Two ids that are aliases of each other are one, the smaller by code point. An alias of several other ids is that of
 * the smallest, and does not make these one. Memory holds all ids.
 */
export function createIdAliases(): IdAliases {
  const aliases = new Map<string, Aliased>()
  const parts = new Map<string, Part>()

  function isAlias(other: string, id: string): boolean {
    const ids = aliases.get(other)
    return typeof ids === 'string' ? ids === id : (ids?.has(id) ?? false)
  }

  /** The id of each set of ids that the next one is taken for. */
  function nextOf(rootOf: (id: string) => string): Map<string, string> {
    const next = new Map<string, string>()
    for (const [other, ids] of aliases)
      for (const id of listOf(ids)) {
        const [from, to] = [rootOf(other), rootOf(id)]
        if (from !== to) next.set(from, smaller(to, next.get(from) ?? to))
      }
    return next
  }

  function chooseAll(): Map<string, string> {
    const { rootOf, unite } = createUnions()
    for (const [other, ids] of aliases) for (const id of listOf(ids)) if (isAlias(id, other)) unite(other, id)
    let next = nextOf(rootOf)
    for (let isChanged = true; isChanged; next = nextOf(rootOf)) {
      isChanged = false
      const firstIds = new Map<string, string>()
      for (const [id, of, name] of parts.values()) {
        const key = JSON.stringify([endOf(rootOf(of), next), name])
        const first = firstIds.get(key)
        if (first === undefined) firstIds.set(key, id)
        else isChanged = unite(first, id) || isChanged
      }
    }
    const chosen = new Map<string, string>()
    const choose = (id: string): void => {
      const end = endOf(rootOf(id), next)
      if (end !== id) chosen.set(id, end)
    }
    for (const other of aliases.keys()) choose(other)
    for (const [id] of parts.values()) choose(id)
    return chosen
  }

  return {
    alias(other, id) {
      if (other === id) return
      const known = aliases.get(other)
      if (known === undefined) aliases.set(other, id)
      else if (typeof known !== 'string') known.add(id)
      else if (known !== id) aliases.set(other, new Set([known, id]))
    },
    scopedName(...part) {
      parts.set(JSON.stringify(part), part)
    },
    end() {
      const chosen = chooseAll()
      aliases.clear()
      parts.clear()
      return canonicalIds(chosen)
    },
  }
}

function canonicalIds(chosen: ReadonlyMap<string, string>): CanonicalIds {
  const shared = new Set(chosen.values())
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([key, inner]): [string, unknown] => [
      key,
      key === 'local_identifier' && typeof inner === 'string' ? (chosen.get(inner) ?? inner) : resolve(inner),
    ])
    return Object.fromEntries(members)
  }
  return {
    of: (id) => chosen.get(id) ?? id,
    isOneOfSeveral: (id) => chosen.has(id) || shared.has(id),
    inRecord: (record) => (chosen.size === 0 ? record : (resolve(record) as Json)),
  }
}
