/** Content negotiation: JSON-LD of the framework, and RDF that says the same. */

import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Format, Input } from '../../load/input/recognise-files.ts'
import { build } from '../../load/build.ts'
import { createChunkFiles } from '../../load/merge/chunks.ts'
import { createTemporaryDirectory } from '../../load/prepared/staging-directory.ts'
import { createReport } from '../../load/validate/report.ts'
import type { Model } from '../../model/model.ts'
import { request, baseOf, idOf, type CheckRun, type JsonAnswer } from './check-run.ts'

const FRAMEWORK = 'application/vnd.skgif.ld+json'

const rdfFormats: readonly (readonly [mediaType: string, format: Format])[] = [
  ['text/turtle', 'turtle'],
  ['application/n-triples', 'ntriples'],
  ['application/rdf+xml', 'rdfxml'],
]

/** @param json the record as JSON */
export async function checkRepresentations(run: CheckRun, url: string, json: JsonAnswer): Promise<void> {
  const { report, model, client } = run
  const framework = await request(run, url, FRAMEWORK)
  if (framework.status !== 200 || idOf(framework.page?.records[0]) !== idOf(json.page?.records[0]))
    report.add(
      'negotiation',
      url,
      `as ${FRAMEWORK} is answered with ${framework.status} and ${framework.type}`,
    )
  const base = baseOf(json.page?.body['@context'])
  if (base === undefined) return
  for (const [mediaType, format] of rdfFormats) {
    const { status, type, text } = await client.get(url, { accept: mediaType })
    if (status !== 200 || type !== mediaType) continue
    try {
      const [expected, actual] = [
        await triplesOf(json.text, 'json', base, model),
        await triplesOf(text, format, base, model),
      ]
      const lacking = [...expected].filter((triple) => !actual.has(triple))
      if (lacking.length > 0)
        report.add('rdf', url, `as ${mediaType} lacks ${lacking.length} triples, such as ${lacking[0] ?? ''}`)
    } catch (error) {
      report.add('rdf', url, `as ${mediaType} cannot be read: ${(error as Error).message}`)
    }
  }
}

/** Blank nodes have labels that mean nothing. */
const withoutLabels = (line: string): string => line.replace(/_:[\w.-]+/g, '_:').trim()

/** The quads that loading makes of a document, one text each. @throws Error if something cannot be read */
async function triplesOf(text: string, format: Format, base: string, model: Model): Promise<Set<string>> {
  const bytes = Buffer.from(text)
  const open = (): Promise<Readable> => Promise.resolve(Readable.from([bytes]))
  const input: Input = { name: 'the answer', format, size: bytes.length, open }
  const directory = createTemporaryDirectory()
  try {
    const report = createReport()
    const { sink, files } = createChunkFiles(directory.folder)
    await build([input], { model, base, report, sink, folder: directory.folder })
    const [refused] = report.findings.filter(
      ({ kind }) => kind.startsWith('bad-') || kind.startsWith('unreadable'),
    )
    if (report.refused > 0) throw new Error(refused?.message ?? 'something in it is refused')
    const texts = await Promise.all(files().map((file) => readFile(file, 'utf8')))
    return new Set(texts.join('').split('\n').filter(Boolean).map(withoutLabels))
  } finally {
    directory.close()
  }
}
