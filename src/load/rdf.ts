/** RDF files → triples by subject; graph names are dropped, every syntax error is reported with its line. */

import { Parser, type BaseFormat, type Quad, type Term } from 'n3'
import rdf from 'rdf-ext'
import type { Readable } from 'node:stream'
import { addTriple, quote, XSD, type Nodes } from '../record/triples.ts'
import type { Format } from './inputs.ts'
import type { FindingKind } from '../findings.ts'
import { decode, splitLines } from './json.ts'
import { watchXml } from './xml.ts'

type RdfFormat = Exclude<Format, 'json' | 'jsonl'>
type OnBroken = (kind: FindingKind, message: string, line?: number) => void

const media: Readonly<Record<Exclude<RdfFormat, 'rdfxml'>, BaseFormat>> = {
  turtle: 'text/turtle', trig: 'application/trig', ntriples: 'application/n-triples', nquads: 'application/n-quads',
} as never

/** Lines of N-Triples and N-Quads parsed at once; on an error they are parsed one by one. */
const BLOCK = 5_000

/** A term as N-Triples text; undefined for terms that RDF 1.1 graphs cannot hold. */
export function termText(term: Term): string | undefined {
  if (term.termType === 'NamedNode') return `<${term.value}>`
  if (term.termType === 'BlankNode') return `_:${term.value}`
  if (term.termType !== 'Literal') return undefined
  const { value, language, datatype } = term
  if (language) return `${quote(value)}@${language.toLowerCase()}`
  return datatype.value === `${XSD}string` ? quote(value) : `${quote(value)}^^<${datatype.value}>`
}

export function addQuad(nodes: Nodes, { subject, predicate, object }: Quad): void {
  const [s, o] = [termText(subject as Term), termText(object as Term)]
  if (s !== undefined && o !== undefined) addTriple(nodes, s, predicate.value, o)
}

/** Reads an RDF file. */
export async function readRdf(stream: Readable, format: RdfFormat, base: string, onBroken: OnBroken): Promise<Nodes> {
  const nodes: Nodes = new Map()
  if (format === 'rdfxml') await readXml(stream, base, nodes, onBroken)
  else if (format === 'ntriples' || format === 'nquads') await readLines(stream, format, nodes, onBroken)
  else await readStatements(stream, format, base, nodes, onBroken)
  if (nodes.size === 0) onBroken('empty-file', 'holds no triples')
  return nodes
}

const parserOf = (format: Exclude<RdfFormat, 'rdfxml'>, base?: string): Parser =>
  new Parser({ format: media[format], baseIRI: base, blankNodePrefix: '_:' })

async function readLines(stream: Readable, format: 'ntriples' | 'nquads', nodes: Nodes, onBroken: OnBroken): Promise<void> {
  let block: string[] = []
  let first = 1
  const flush = (): void => {
    try {
      for (const quad of parserOf(format).parse(block.join('\n'))) addQuad(nodes, quad)
    } catch {
      block.forEach((line, i) => {
        try { for (const quad of parserOf(format).parse(line)) addQuad(nodes, quad) } catch (error) {
          onBroken('bad-rdf', (error as Error).message.replace(/ on line \d+\.?$/, ''), first + i)
        }
      })
    }
    first += block.length
    block = []
  }
  for await (const lines of splitLines(stream)) {
    for (const bytes of lines) {
      let text = ''
      try { text = decode(bytes) } catch (error) { onBroken('bad-encoding', (error as Error).message, first + block.length) }
      block.push(text)
      if (block.length === BLOCK) flush()
    }
  }
  flush()
}

async function readStatements(stream: Readable, format: 'turtle' | 'trig', base: string, nodes: Nodes, onBroken: OnBroken): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const text = decode(Buffer.concat(chunks))
  parserOf(format, base).parse(text, (error, quad) => {
    if (error) onBroken('bad-rdf', `${error.message.replace(/ on line \d+\.?$/, '')}; what stands before is read`, lineOf(error))
    else if (quad) addQuad(nodes, quad)
  })
}

const lineOf = (error: Error): number | undefined => (error as { context?: { line?: number } }).context?.line

async function readXml(stream: Readable, base: string, nodes: Nodes, onBroken: OnBroken): Promise<void> {
  const faultOf = watchXml(stream)
  const quads = rdf.formats.parsers.import('application/rdf+xml', stream, { baseIRI: base }) as unknown as Readable
  stream.on('error', (error) => quads.destroy(error))
  quads.on('data', (quad: Quad) => addQuad(nodes, quad))
  const broken = await new Promise<Error | undefined>((resolve) => {
    quads.on('end', () => resolve(undefined))
    quads.on('error', resolve)
  })
  const fault = faultOf()
  const [, line, , says = broken?.message] = /^(\d+):(\d+): ([^]*?)\.?$/.exec(broken?.message ?? '') ?? []
  if (broken) onBroken('bad-rdf', `${says}; what stands before is read`, line === undefined ? undefined : Number(line))
  else if (fault) onBroken(fault.kind, fault.message, fault.line)
}
