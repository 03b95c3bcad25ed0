/**
 * What the SPARQL endpoint costs the API: 99 of 100 requests by id, nothing kept, beside a query without end.
 */

import { startSparql } from '../support/endpoint.ts'
import { isolate } from '../support/isolation.ts'
import type { Figure } from './figure.ts'
import type { BenchSet } from './sets.ts'

export async function sparql({ path, base }: BenchSet): Promise<Figure[]> {
  const server = await startSparql({ settings: { sparqlTimeout: 5, cache: 0 }, path, base })
  const { alone, beside, next } = await isolate(server)
  await server.close()
  return [
    {
      what: 'p99 by id beside an endless query',
      unit: 'ms',
      value: beside,
      beside: alone,
      besideWhat: 'the same without it',
    },
    { what: 'next query after one was ended', unit: 'ms', value: next },
  ]
}
