/**
 * What a librarian has: an answer of Crossref, BibTeX, a table of staff, twenty DOIs with a server that knows them, a
 * correction, and the file of the next week; and the commands that make a graph of them.
 */

import { expect } from 'chai'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchRecords } from '../../src/tools/fetch/fetch.ts'
import { readList } from '../../src/tools/fetch/list.ts'
import { services } from '../../src/tools/fetch/services.ts'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { runProcess } from './command.ts'
import { model } from './model.ts'

const MAIL = 'lib@example.org'

type Json = Record<string, unknown>

const author = { given: 'J.', family: 'Carberry', ORCID: 'https://orcid.org/0000-0002-1825-0097' }
const work = (DOI: string, title: string): Json => ({
  DOI,
  member: '1',
  type: 'journal-article',
  title: [title],
  author: [author],
})
const answer = (...items: readonly Json[]): string =>
  JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items } })

/** The DOIs of the list. */
export const DOIS = Array.from({ length: 20 }, (_, i) => `10.5555/listed-${i}`)

const files: Readonly<Record<string, string>> = {
  'works.json': answer(
    work('10.5555/first', 'A grahp of research'),
    work('10.5555/second', 'An earlier graph'),
  ),
  'refs.bib':
    '@article{own, title = {My own paper}, author = {Carberry, Josiah}, doi = {10.5555/third}, year = 2025}',
  'staff.csv': `Name;ORCID;E-mail;Unit\r
Josiah Carberry;0000-0002-1825-0097;jc@uni.example;Psychoceramics\r
Ännchen Müller;;am@uni.example;Bibliothek\r
`,
  'dois.txt': DOIS.map((doi, i) => (i % 2 ? `https://doi.org/${doi.toUpperCase()}` : `doi:${doi}`)).join(
    '\n',
  ),
  'corrections.jsonl': JSON.stringify({
    local_identifier: 'https://doi.org/10.5555/first',
    titles: { en: ['A graph of research'] },
  }),
  'week48.json': answer(work('10.5555/first', 'A grahp of research'), work('10.5555/fourth', 'News')),
}

/** The folder of the librarian, and the commands. */
export interface Library {
  at(name: string): string
  /** Checks the table, and keeps the map that is printed, with the organisation of all. @returns what was printed */
  check(): Promise<string>
  /** Fetches the records of the list. @returns how many there are */
  fetch(): Promise<number>
  /** Loads inputs beside the others, with the map and the corrections. */
  load(...inputs: readonly string[]): Promise<void>
  close(): void
}

export async function openLibrary(): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-librarian-'))
  const at = (name: string): string => join(folder, name)
  for (const [name, text] of Object.entries(files))
    writeFileSync(at(name), name === 'staff.csv' ? Buffer.from(text, 'latin1') : text)
  const server = createServer((request, response) => {
    const doi = /^\/doi\/(.*)/.exec(decodeURIComponent(request.url ?? ''))?.[1]
    response.writeHead(doi === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(doi === undefined ? '' : JSON.stringify(work(doi, `Title of ${doi}`)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runProcess(args)
    expect(code, err).to.equal(0)
    return out
  }
  return {
    at,
    async check() {
      const out = await run('check', at('staff.csv'))
      const map = out.slice(out.indexOf('type: person'))
      writeFileSync(at('staff.yaml'), map.replace('values: {}', 'values: {ror: 05gq02987}'))
      return map
    },
    // As the command does, of services on this machine.
    async fetch() {
      const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { fetched } = await fetchRecords(
        readList(readFileSync(at('dois.txt'), 'utf8'), () => {}),
        {
          model,
          client: createHttpClient({ delayMs: 0, retries: 0, timeoutMs: 5000, mail: MAIL }),
          services: services.map((service, i) => ({
            ...service,
            url: `${root}/${['doi', 'openalex', 'orcid', 'ror'][i]}`,
          })),
          mail: MAIL,
          out: at('records.jsonl'),
          onFault: (message) => expect.fail(message),
          onProgress() {},
        },
      )
      return fetched
    },
    async load(...inputs) {
      const options = ['--map', at('staff.yaml'), '--correct', at('corrections.jsonl'), '--out', at('graph')]
      const paths = [...inputs, 'refs.bib', 'staff.csv', 'records.jsonl'].map(at)
      await run('load', ...paths, ...options, '--base', 'https://lib.example/')
    },
    close() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
