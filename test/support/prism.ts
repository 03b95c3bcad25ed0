/** Prism as a judge: a proxy that holds what passes through it to an OpenAPI document. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './port.ts'
import type { Tools } from './tools.ts'

export const PRISM = '@stoplight/prism-cli@5.16.0'

export interface Judge {
  /** What is wrong with the answer to a request, by the document; empty if nothing is. */
  violations(path: string): Promise<string[]>
  close(): Promise<void>
}

interface Refusal {
  readonly type?: string
  readonly validation?: readonly { readonly location?: readonly string[]; readonly message: string }[]
}

/** Prism answers with a problem of its own where it refuses an answer. */
const OWN = 'https://stoplight.io/prism/'

/** Starts a proxy and waits until it answers. @param document path of an OpenAPI file */
export async function startPrism({ bin }: Tools, document: string, upstream: string): Promise<Judge> {
  const port = await freePort()
  const prism = spawn(
    join(bin, 'prism'),
    ['proxy', '-h', '127.0.0.1', '-p', String(port), document, upstream, '--errors'],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (prism.exitCode !== null) throw new Error(`Prism ended with ${prism.exitCode}`)
    const answers = await fetch(`${url}/products?page_size=1`).then(
      () => true,
      () => false,
    )
    if (answers) break
    if (tries === 120) throw new Error('Prism did not start within a minute')
    await wait(500)
  }
  return {
    async violations(path) {
      const response = await fetch(url + path)
      const text = await response.text()
      if (response.ok) return []
      const { type = '', validation } = JSON.parse(text) as Refusal
      if (!type.startsWith(OWN)) return []
      return (validation ?? [{ message: `${response.status} ${type}` }]).map(
        ({ location = [], message }) => `${location.slice(1).join('.')} ${message}`,
      )
    },
    async close() {
      const ended = once(prism, 'exit')
      prism.kill()
      await ended
    },
  }
}
