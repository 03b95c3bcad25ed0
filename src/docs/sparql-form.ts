/** A plain page from which queries can be asked. */

import type { About } from '../about.ts'
import type { Limits } from '../store/endpoint.ts'
import { escape } from './html.ts'

const EXAMPLE = 'SELECT ?class (COUNT(*) AS ?count)\nWHERE { ?entity a ?class }\nGROUP BY ?class\nORDER BY DESC(?count)'

/** @param url of the endpoint */
export const sparqlForm = (url: string, { title }: About, { timeout, rows, size }: Limits): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>SPARQL: ${escape(title)}</title><h1>SPARQL: ${escape(title)}</h1>
<form action="${escape(url)}" method="get"><p><label for="query">Query</label></p>
<textarea id="query" name="query" rows="16" cols="100" spellcheck="false">${escape(EXAMPLE)}</textarea>
<p><button name="format" value="results">Ask (JSON)</button> <button name="format" value="csv">Ask (CSV)</button></p></form>
<p>A query may run for ${timeout} seconds; an answer may have ${rows} rows and ${size} MB. Without GRAPH, all graphs are asked.</p></html>
`
