/** What reference managers keep: items of CSL as JSON, BibTeX and RIS. */

import { isObject } from '../../model/values/json.ts'
import type { SelectionPaths, Source } from '../../model/rows/source-row.ts'
import { readBibTex } from './bibtex.ts'
import { readItem } from '../shared/item.ts'
import { readRis } from './ris.ts'

const isDate = (value: unknown): boolean =>
  isObject(value) && ['date-parts', 'raw', 'literal'].some((member) => member in value)

/** Where items say what --keep asks for. */
const selection: SelectionPaths = {
  isWork: () => true,
  ids: 'DOI URL',
  keys: {
    orcid: 'author.ORCID author.orcid editor.ORCID',
    issn: 'ISSN',
    doi: 'DOI URL',
    topic: 'keyword categories',
    year: 'issued.date-parts issued.raw issued.literal',
    type: 'type',
    language: 'language',
  },
}

export const csl: Source = {
  name: 'csl',
  label: 'CSL-JSON',
  containers: ['items'],
  recognises: (record) =>
    typeof record['type'] === 'string' &&
    ['issued', 'container-title', 'author', 'title'].some((member) => member in record) &&
    (isDate(record['issued']) ||
      'container-title' in record ||
      (Array.isArray(record['author']) && isObject(record['author'][0]) && 'family' in record['author'][0])),
  selection,
  read: readItem,
}

export const bibtex: Source = {
  name: 'bibtex',
  label: 'BibTeX',
  recognises: () => false,
  text: {
    endings: ['.bib', '.bibtex'],
    recognises: (head) => /^\s*(?:%[^\n]*\n\s*)*@[a-z]+\s*[{(]/i.test(head),
    records: readBibTex,
  },
  selection,
  read: readItem,
}

export const ris: Source = {
  name: 'ris',
  label: 'RIS',
  recognises: () => false,
  text: { endings: ['.ris'], recognises: (head) => /^\uFEFF?\s*TY {1,2}- /i.test(head), records: readRis },
  selection,
  read: readItem,
}
