/** One branch of a query: its patterns in the order in which they look least. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { RDF_TYPE } from '../model/paths.ts'
import { exists, filter, isOneOf, operation, optional, predicate, triple, values, variable, type Expression, type Operand, type Pattern } from '../sparql/ast.ts'
import { iriTerm, literalTerm } from '../sparql/terms.ts'
import { addressIs } from './address.ts'
import type { Ask, Node } from './nodes.ts'
import type { Costs, Driver, View } from './order.ts'

/** How a branch sees the tree. */
export interface Branch {
  /** Identifiers that are looked for as such, and not as the IRI of their owner. */
  readonly stored: ReadonlySet<Node>
  /** Identifiers that are the IRI of their owner. */
  readonly without: ReadonlySet<Node>
  /** What is asked of nodes in their place. */
  readonly instead: ReadonlyMap<Node, readonly Ask[]>
  readonly driver?: Driver | undefined
}

export const viewOf = ({ without, instead }: Branch): View => ({
  asks: (node) => [...node.asks, ...(instead.get(node) ?? [])],
  children: (node) => node.children.filter((child) => !without.has(child)),
})

export interface Writing { readonly type: EntityType; readonly model: Model; readonly costs: Costs; readonly names: (key: string) => string }

const TYPE = [RDF_TYPE]
const NEVER = literalTerm('false', 'http://www.w3.org/2001/XMLSchema#boolean')

/** The patterns of a branch, from where it begins up to the entity and down again. */
export function writeBranch(root: Node, branch: Branch, { type, model, costs, names }: Writing): Pattern[] {
  const view = viewOf(branch)
  const { driver, stored } = branch
  const patterns: Pattern[] = []
  const last: Pattern[] = []
  /** Whether a pattern shows that the entity is more than a mention. */
  let told = false

  /** A node is its variable, or the one IRI that it may be. */
  function operand(node: Node): Operand {
    const own = node === root ? undefined : view.asks(node).find(({ leaf, test }) => leaf.kind === 'id' && test.kind === 'terms' && test.terms.length === 1)
    return own?.test.kind === 'terms' ? own.test.terms[0] as Operand : variable(node.name)
  }

  function oneOf(name: string, value: Expression, terms: readonly Operand[], drives: boolean): Pattern {
    return drives ? values(name, terms) : filter(isOneOf(value, terms))
  }

  function writeOwn(node: Node, { test }: Ask, drives: boolean): Pattern[] {
    const own = operand(node)
    if (test.kind !== 'terms') return [filter(test.of(own as Expression))]
    return own === test.terms[0] ? [] : [oneOf(node.name, own as Expression, test.terms, drives && own.termType === 'Variable')]
  }

  function writeAsk(node: Node, ask: Ask, drives: boolean): Pattern[] {
    const { leaf, test } = ask
    if (test.kind === 'terms' && test.terms.length === 0) return [filter(NEVER)]
    if (leaf.predicates.length === 0) return writeOwn(node, ask, drives)
    const by = predicate(leaf.predicates)
    if (test.kind === 'terms' && test.terms.length === 1) return [triple(operand(node), by, test.terms[0] as Operand)]
    const name = names(leaf.key)
    const value = variable(name)
    const pattern = triple(operand(node), by, value)
    if (test.kind === 'terms') return drives ? [oneOf(name, value, test.terms, true), pattern] : [pattern, oneOf(name, value, test.terms, false)]
    return test.kind === 'holds' ? [pattern, filter(test.of(value))] : [filter(exists([pattern, filter(test.of(value))], true))]
  }

  function link(node: Node): Pattern[] {
    const { step, parent } = node
    if (!step || !parent) return []
    const by = predicate(step.predicates)
    if (!step.inverse) return [triple(operand(parent), by, operand(node))]
    const classes = step.types.map((one) => triple(operand(node), predicate(TYPE), iriTerm(model.classOf(one))))
    return [triple(operand(node), by, operand(parent)), ...classes]
  }

  /** An identifier that the owner's IRI may be instead; equalities as filters, since Oxigraph would begin with the term. */
  function writeOptional(node: Node): void {
    const asks = view.asks(node).flatMap(({ leaf, test }) => {
      const value = variable(names(leaf.key))
      const is = test.kind === 'terms' ? isOneOf(value, test.terms) : test.of(value)
      return [triple(operand(node), predicate(leaf.predicates), value), filter(is)]
    })
    const is = addressIs(node.address as NonNullable<Node['address']>, operand(node.parent as Node) as Expression)
    last.push(optional([...link(node), ...asks]), filter(operation('||', operation('bound', variable(node.name)), is)))
  }

  function writeDown(node: Node): void {
    if (node.address && !stored.has(node)) { writeOptional(node); return }
    if (node.parent === root && !node.step?.inverse) told = true
    patterns.push(...link(node))
    writeHere(node)
  }

  function writeHere(node: Node, from?: Node): void {
    if (node === root) patterns.push(triple(variable(root.name), predicate(TYPE), iriTerm(model.classOf(type))))
    for (const ask of view.asks(node)) {
      if (node === root && ask.leaf.predicates.length > 0 && ask.leaf.kind !== 'type' && ask.test.kind !== 'lacks') told = true
      if (ask !== driver?.ask) patterns.push(...writeAsk(node, ask, false))
    }
    const down = view.children(node).filter((child) => child !== from).map((child) => ({ child, cost: costs.down(child, view) }))
    for (const { child } of down.sort((a, b) => a.cost - b.cost)) writeDown(child)
  }

  if (!driver) writeHere(root)
  else {
    patterns.push(...writeAsk(driver.node, driver.ask, true))
    let from: Node | undefined
    for (let at: Node | undefined = driver.node; at; from = at, at = at.parent) {
      if (from) {
        if (at === root && !from.step?.inverse) told = true
        patterns.push(...link(from))
      }
      writeHere(at, from)
    }
  }
  return told ? [...patterns, ...last] : [...patterns, filter(isRecord(root, model)), ...last]
}

/** That something is said of the entity besides what it is: it is a record, no mention. */
function isRecord({ name }: Node, model: Model): Expression {
  const [property, value] = [variable('property'), variable('said')]
  const classes = model.types.map((type) => iriTerm(model.classOf(type)))
  const more = operation('||', operation('!=', property, iriTerm(RDF_TYPE)), operation('notin', value, classes as Expression[]))
  return exists([{ type: 'bgp', triples: [{ subject: variable(name), predicate: property, object: value }] }, filter(more)])
}
