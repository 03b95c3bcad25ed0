/** The graph validated with SHACL shapes that the user gives. */

import type { DatasetCore, Term } from '@rdfjs/types'
import { Parser, Store } from 'n3'
import { readFile } from 'node:fs/promises'
import rdf from 'rdf-ext'
import Validator from 'rdf-validate-shacl'
import type { Shapes } from '../../load/check.ts'
import type { Model } from '../../model/model.ts'
import { correctShapes } from './shape-corrections.ts'

type Result = Awaited<ReturnType<Validator['validate']>>['results'][number]

/** The chains of results that lead to what is wrong: a node that does not have a shape says why below. */
const reasonsOf = (result: Result): Result[][] =>
  result.detail.length === 0
    ? [[result]]
    : result.detail.flatMap((inner) => reasonsOf(inner).map((chain) => [result, ...chain]))

const sh = rdf.namespace('http://www.w3.org/ns/shacl#')
const SHAPES = [sh('NodeShape'), sh('PropertyShape')]

/**
 * Reads shapes from a Turtle file.
 * @throws Error if it cannot be read or holds no shape
 */
export async function readShapes(file: string, model: Model): Promise<Shapes> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`the shapes ${file} cannot be read: ${error.message}`)
  })
  let shapes: DatasetCore
  try {
    shapes = rdf.dataset(new Parser({ baseIRI: `file://${encodeURI(file)}`, factory: rdf }).parse(text))
  } catch (error) {
    throw new Error(`the shapes ${file} are no Turtle: ${(error as Error).message}`, { cause: error })
  }
  if (!SHAPES.some((shape) => shapes.match(null, null, shape).size > 0))
    throw new Error(`${file} holds no SHACL shape (sh:NodeShape or sh:PropertyShape)`)
  correctShapes(shapes)
  /**
   * All in one graph: with one for each entity, the validator would look through all of them for each value.
   * Datasets of rdf-ext make a new one, with indexes of its own, of each match; N3's store does not.
   */
  const data = new Store(undefined, { factory: rdf })
  /** In whose graph a blank node stands. */
  const owners = new Map<string, string>()

  const ownerOf = (node: Term): string =>
    node.termType === 'NamedNode' ? node.value : (owners.get(node.value) ?? '')
  const termText = ({ termType, value }: Term): string =>
    termType === 'NamedNode'
      ? model.vocabulary.toPrefixedName(value)
      : termType === 'BlankNode'
        ? 'a blank node'
        : JSON.stringify(value)

  return {
    add(nquads) {
      const parser = new Parser({ format: 'application/n-quads', blankNodePrefix: '_:', factory: rdf })
      for (const { subject, predicate, object, graph } of parser.parse(nquads)) {
        data.addQuad(subject, predicate, object)
        if (subject.termType === 'BlankNode') owners.set(subject.value, graph.value)
      }
    },
    async validate(placeOf, add) {
      const { results } = await new Validator(shapes).validate(data)
      const reported = new Set<string>()
      for (const chain of results.flatMap((result) => reasonsOf(result))) {
        const last = chain.at(-1) as Result
        const id = ownerOf(last.focusNode as Term)
        const path = chain
          .slice(chain.findLastIndex(({ focusNode }) => (focusNode as Term).termType === 'NamedNode'))
          .flatMap((one) => (one.path ? termText(one.path as Term) : []))
          .join(' / ')
        const key = JSON.stringify([
          last.focusNode?.value,
          path,
          last.value?.value,
          last.sourceConstraintComponent?.value,
        ])
        // An entity is reported by itself, however many others name it.
        if (reported.has(key)) continue
        reported.add(key)
        const text =
          last.message.map((one) => one.value).join('; ') ||
          `does not meet ${last.sourceConstraintComponent?.value ?? 'the shape'}`
        add({
          kind: 'shape',
          file: '',
          ...placeOf(id),
          id,
          path,
          message: `${last.value ? `is ${termText(last.value as Term)}: ` : ''}${text}`,
        })
      }
    },
  }
}
