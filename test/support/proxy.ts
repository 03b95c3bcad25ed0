/** An HTTP proxy in front of a server, which changes what it passes on: a server with a fault of its own. */

import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client gets. */
export interface Passed {
  /** Path and query of the request. */
  url: URL
  readonly accept: string
  status: number
  type: string
  body: string
  headers: Record<string, string>
}

export interface Proxy {
  /** URL of the root, without a slash at the end. */
  readonly root: string
  /** Requests that came. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/**
 * @param target URL of the server behind it
 * @param change changes an answer; false cuts the connection instead
 * @param rewrite changes the path and query before they are passed on
 */
export async function startProxy(
  target: string,
  change: (passed: Passed, count: number) => void | false,
  rewrite: (url: URL) => void = () => {},
): Promise<Proxy> {
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const count = requests.length
    const accept = request.headers.accept ?? ''
    const behind = new URL(target + path)
    rewrite(behind)
    void fetch(behind, { headers: { accept } })
      .then(async (answer) => {
        const passed: Passed = {
          url: new URL(target + path),
          accept,
          status: answer.status,
          type: answer.headers.get('content-type') ?? '',
          // Where harvesters must ask is where this one was asked.
          body: (await answer.text()).replace(
            `<baseURL>${target}`,
            `<baseURL>http://${request.headers.host ?? ''}`,
          ),
          headers: {},
        }
        // Of pages alone: the links of a list would say what a change takes out of its body.
        const link = answer.headers.get('link')
        if (link !== null && passed.type.includes('html')) passed.headers['Link'] = link
        if (change(passed, count) === false) {
          response.destroy()
          return
        }
        response.writeHead(passed.status, { 'Content-Type': passed.type, ...passed.headers }).end(passed.body)
      })
      .catch((error: unknown) => response.writeHead(599).end(String(error)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    root: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
