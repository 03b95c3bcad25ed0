/** RDF files → triples by subject; graph names are dropped, every syntax error is reported with its line. */

import { Parser, type BaseFormat, type Quad, type Term } from 'n3'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { getHeapStatistics } from 'node:v8'
import { encodeIri } from '../../model/context/iri.ts'
import { NO_LANGUAGE } from '../../model/values/languages.ts'
import { addTriple, iriOf, quote, XSD, type TripleIndex } from '../../record/rdf/triples.ts'
import { iriTerm, isLanguage, languageTerm, typedTerm, UnwritableTerm } from '../../record/rdf/write-terms.ts'
import type { Format } from '../input/recognise-files.ts'
import type { FindingKind } from '../../findings/kinds.ts'
import { InputError } from '../text/input-error.ts'
import { decode, textsOf } from '../text/utf8.ts'
import { splitLines } from '../text/lines.ts'
import { watchXml } from '../text/xml.ts'

type RdfFormat = Exclude<Format, 'json' | 'jsonl' | 'text' | 'tar' | 'zip'>
interface Place {
  readonly line?: number
  /** IRI of the subject. */
  readonly id?: string
  /** `file` where the rest of the file is not read. */
  readonly whole?: 'file'
}
type OnBroken = (kind: FindingKind, message: string, place?: Place) => void

const media: Readonly<Record<Exclude<RdfFormat, 'rdfxml'>, BaseFormat>> = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
} as never

/** Lines of N-Triples and N-Quads parsed at once; on an error they are parsed one by one. */
const BLOCK = 5_000

/**
 * A term as N-Triples text, IRIs percent-encoded; undefined for terms that RDF 1.1 graphs cannot hold. Parsers do
 * not hold all they give to what may be written: that of RDF/XML gives any text as a language.
 * @throws UnwritableTerm
 */
function termText(term: Term, onBadLanguage: (language: string) => void): string | undefined {
  if (term.termType === 'NamedNode') return iriTerm(encodeIri(term.value))
  if (term.termType === 'BlankNode') return `_:${term.value}`
  if (term.termType !== 'Literal') return undefined
  const { value, language, datatype } = term
  if (language && !isLanguage(language)) onBadLanguage(language)
  if (language) return languageTerm(value, isLanguage(language) ? language.toLowerCase() : NO_LANGUAGE)
  return datatype.value === `${XSD}string` ? quote(value) : typedTerm(value, encodeIri(datatype.value))
}

/** Objects of a subject and predicate from which on a set tells which there are. */
const MANY_OBJECTS = 64
const objectSets = new WeakMap<readonly string[], Set<string>>()

/** Adds a triple; of one that cannot be written the fault is reported. */
export function addQuad(nodes: TripleIndex, quad: Quad, onBroken: OnBroken): void {
  const { subject, predicate, object } = quad
  const place = subject.termType === 'NamedNode' ? { id: subject.value } : {}
  try {
    const texts = [subject, object].map((term) =>
      termText(term, (language) => {
        const message = `has ${JSON.stringify(language)} as language of a text; it is kept without language`
        onBroken('bad-language', message, place)
      }),
    )
    const [s, o] = texts
    if (s !== undefined && o !== undefined) addOnce(nodes, s, iriOf(iriTerm(encodeIri(predicate.value))), o)
  } catch (error) {
    if (!(error instanceof UnwritableTerm)) throw error
    onBroken('bad-rdf', `has a triple that cannot be read: ${error.message}`, place)
  }
}

function addOnce(nodes: TripleIndex, s: string, predicate: string, o: string): void {
  const objects = nodes.get(s)?.get(predicate)
  if (!objects || objects.length < MANY_OBJECTS) {
    addTriple(nodes, s, predicate, o)
    return
  }
  let known = objectSets.get(objects)
  if (!known) objectSets.set(objects, (known = new Set(objects)))
  if (known.has(o)) return
  known.add(o)
  objects.push(o)
}

type Take = (quad: Quad) => void

/**
 * Bytes of the heap that a triple takes until its file is read: measured on 840,000 triples of papers, with
 * what comes after, rounded up.
 */
const PER_TRIPLE = 1100

/** Triples that a file may have: where they belong shows at its end. */
const mostTriples = (): number => Math.floor(getHeapStatistics().heap_size_limit / PER_TRIPLE)

/**
 * Reads an RDF file as a whole.
 * @param maxTriples triples that it may have
 * @throws BadEncoding; Error if it has more triples
 */
export async function readRdf(
  stream: Readable,
  format: RdfFormat,
  base: string,
  onBroken: OnBroken,
  maxTriples = mostTriples(),
): Promise<TripleIndex> {
  const nodes: TripleIndex = new Map()
  let count = 0
  let isBroken = false
  const onFault: OnBroken = (...fault) => {
    isBroken = true
    onBroken(...fault)
  }
  const take: Take = (quad) => {
    if (++count > maxTriples) throw tooMany(maxTriples)
    addQuad(nodes, quad, onFault)
  }
  if (format === 'rdfxml') await readXml(stream, base, take, onFault)
  else if (format === 'ntriples' || format === 'nquads') await readLines(stream, format, take, onFault)
  else await readStatements(stream, format, base, take, onFault)
  // A file that cannot be read is one fault, not two.
  if (nodes.size === 0 && !isBroken) onBroken('empty-file', 'holds no triples')
  return nodes
}

const tooMany = (most: number): Error =>
  new InputError(
    `has more than ${most.toLocaleString('en')} triples, and RDF files are read as a whole; split ` +
      'it, each subject with its blank nodes in one file, or give Node more memory: ' +
      'NODE_OPTIONS=--max-old-space-size=MB',
  )

const parserOf = (format: Exclude<RdfFormat, 'rdfxml'>, base?: string): Parser =>
  new Parser({ format: media[format], baseIRI: base, blankNodePrefix: '_:' })

async function readLines(
  stream: Readable,
  format: 'ntriples' | 'nquads',
  take: Take,
  onBroken: OnBroken,
): Promise<void> {
  let block: string[] = []
  let first = 1
  const parseAll = (): Quad[] | undefined => {
    try {
      return parserOf(format).parse(block.join('\n'))
    } catch {
      return undefined
    }
  }
  const parseOne = (line: string, i: number): Quad[] => {
    try {
      return parserOf(format).parse(line)
    } catch (error) {
      onBroken('bad-rdf', (error as Error).message.replace(/ on line \d+\.?$/, ''), { line: first + i })
      return []
    }
  }
  const flush = (): void => {
    for (const quad of parseAll() ?? block.flatMap(parseOne)) take(quad)
    first += block.length
    block = []
  }
  for await (const lines of splitLines(stream)) {
    for (const bytes of lines) {
      let text = ''
      try {
        text = decode(bytes)
      } catch (error) {
        onBroken('bad-encoding', (error as Error).message, { line: first + block.length })
      }
      block.push(text)
      if (block.length === BLOCK) flush()
    }
  }
  flush()
}

async function readStatements(
  stream: Readable,
  format: 'turtle' | 'trig',
  base: string,
  take: Take,
  onBroken: OnBroken,
): Promise<void> {
  const texts = Readable.from(textsOf(stream))
  let excess: Error | undefined
  parserOf(format, base).parse(texts, (error, quad) => {
    // What is wrong with the stream, or with taking, is thrown below.
    if (texts.errored || excess) return
    if (quad) {
      try {
        take(quad)
      } catch (failure) {
        texts.destroy((excess = failure as Error))
      }
    }
    if (error)
      onBroken('bad-rdf', `${error.message.replace(/ on line \d+\.?$/, '')}; what stands before is read`, {
        ...lineOf(error),
        whole: 'file',
      })
  })
  await finished(texts)
  if (excess) throw excess
}

function lineOf(error: Error): Pick<Place, 'line'> {
  const { line } = (error as { context?: { line?: number } }).context ?? {}
  return line === undefined ? {} : { line }
}

async function readXml(stream: Readable, base: string, take: Take, onBroken: OnBroken): Promise<void> {
  // Other forms do not need its parser.
  const { rdfXmlParser } = await import('./rdfxml.ts')
  const faultOf = watchXml(stream)
  const quads = stream.pipe(rdfXmlParser(base))
  stream.on('error', (error) => quads.destroy(error))
  let excess: Error | undefined
  quads.on('data', (quad: Quad) => {
    try {
      take(quad)
    } catch (error) {
      excess = error as Error
      stream.destroy(excess)
    }
  })
  const broken = await new Promise<Error | undefined>((resolve) => {
    quads.on('end', () => resolve(undefined))
    quads.on('error', resolve)
  })
  if (excess) throw excess
  if (broken instanceof InputError) throw broken
  const fault = faultOf()
  const [, line, , says = broken?.message] = /^(\d+):(\d+): ([^]*?)\.?$/.exec(broken?.message ?? '') ?? []
  if (broken)
    onBroken('bad-rdf', `${says}; what stands before is read`, {
      ...(line !== undefined && { line: Number(line) }),
      whole: 'file',
    })
  else if (fault) onBroken(fault.kind, fault.message, { line: fault.line, whole: 'file' })
}
