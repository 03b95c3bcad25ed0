/**
 * What SPARQL engines do differently, each with its reason: how they are known, and what is said or done
 * about it.
 */

import { describeSyntaxError } from '../../sparql/prefixes.ts'
import { headerOf, type Head } from './exchange.ts'

export interface Engine {
  readonly name: string
  /** How it is known by the header Server. */
  readonly server?: RegExp
  /** Header by which it is known where it does not say what it is. */
  readonly ownHeader?: string
  /** What makes its default graph the union of all graphs; absent where it always is. */
  readonly union?: string
  /**
   * Texts of typed literals that it writes in another way than they were read, by local name of the XSD type
   * → the way of SKG-IF.
   */
  readonly spelling?: Readonly<Record<string, (text: string) => string>>
  /** Header of an answer that tells at how many rows it was cut off, if it has as many. */
  readonly maxRowsHeader?: string
  /** Header of an answer of which only a part came in time. */
  readonly partial?: string
  /** Makes its XML into what others can read; undefined where that cannot be. */
  readonly repairXml?: (text: string) => string | undefined
  /** Makes a sentence of what it says of a query that it cannot read. */
  readonly describe?: (message: string) => string
  /** The value of the parameter `timeout` with which it ends a query after so many seconds. */
  readonly timeLimit?: (seconds: number) => string
  /** Statuses by which it says that a query took too long, if not 408 and 504. */
  readonly lateStatuses?: readonly number[]
  /** Graphs that it makes for itself and that are called like what they are about. */
  readonly systemGraphs?: readonly string[]
}

/**
 * Characters that XML 1.0 has no way to write, and the elements for properties whose name ends in none of
 * XML.
 */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|<oxprefix: /

/**
 * Makes results or RDF/XML into XML that says what was meant: readers take a bare CR for LF.
 * @returns undefined if XML cannot say it
 */
const repairXml = (text: string): string | undefined =>
  UNWRITABLE.test(text) ? undefined : text.replaceAll('\r', '&#13;')

const shortest = (text: string): string => (Number.isFinite(Number(text)) ? String(Number(text)) : text)

export const engines: readonly Engine[] = [
  {
    name: 'Virtuoso',
    server: /^Virtuoso\//,
    // Booleans are kept as integers; floats come with a fraction (1.0), JSON writes them without.
    spelling: {
      boolean: (text) => (text === '1' ? 'true' : text === '0' ? 'false' : text),
      float: shortest,
      double: shortest,
    },
    // ResultSetMaxRows cuts answers without an error; sorting more rows is error SR353.
    maxRowsHeader: 'x-sparql-maxrows',
    partial: 'x-sql-state',
    timeLimit: (seconds) => String(seconds * 1000),
    systemGraphs: ['http://localuriqaserver/sparql', 'http://localhost:8890/sparql'],
  },
  {
    name: 'Oxigraph',
    server: /^oxigraph/i,
    union: 'oxigraph serve --union-default-graph',
    // Its XML has bare CR and names of properties that XML has not; its time limit ends no query.
    repairXml,
    describe: describeSyntaxError,
  },
  {
    name: 'Fuseki',
    server: /fuseki|jena/i,
    ownHeader: 'fuseki-request-id',
    union:
      'fuseki-server --set tdb2:unionDefaultGraph=true, or tdb2:unionDefaultGraph true in its assembler file',
    timeLimit: String,
  },
  { name: 'GraphDB', server: /graphdb/i, timeLimit: String },
  // 429 is what it answers where a query took too long.
  { name: 'QLever', server: /qlever/i, timeLimit: (seconds) => `${seconds}s`, lateStatuses: [429] },
]

/** Our own engines. */
export const oxigraph = engines.find(({ name }) => name === 'Oxigraph') as Engine

/** An engine of which nothing is known does what the standard says. */
const UNKNOWN: Engine = { name: 'the endpoint' }

/** The engine that gave an answer with these headers. */
export const engineOf = (headers: Head['headers']): Engine =>
  engines.find(
    ({ server, ownHeader }) =>
      server?.test(headerOf(headers, 'server') ?? '') || (ownHeader && headerOf(headers, ownHeader)),
  ) ?? UNKNOWN

/** What to switch on where the default graph is not the union of all graphs. */
export const unionAdvice = ({ name, union }: Engine): string =>
  union !== undefined
    ? `${name} does so with: ${union}`
    : 'its switch is called ' +
      engines.flatMap((engine) => (engine.union ? `for ${engine.name}: ${engine.union}` : [])).join('; ')
