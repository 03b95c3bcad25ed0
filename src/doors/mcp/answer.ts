/** One message of the Model Context Protocol and its answer, in both versions of the protocol. */

import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Answer } from '../../api/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'
import { createMcpServer } from './server.ts'

export async function answerMcp(
  { url, headers, context, body: message = '' }: RouteRequest,
  services: RouteServices,
): Promise<Answer> {
  let fault: unknown
  let showsChanges = false
  const handler = createMcpHandler(() =>
    createMcpServer({
      context,
      services,
      run: (work) => work(context),
      ttlMs: services.settings.maxAge * 1000,
      onFault: (error) => (fault = error),
      onChanges: () => (showsChanges = true),
    }),
  )
  const response = await handler.fetch(
    new Request(context.urls.root + url, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: message,
      signal: context.task.signal,
    }),
  )
  // It ends: no notification is offered, so a subscription is acknowledged, and closed at once.
  const body = await response.text()
  if (fault !== undefined) throw fault
  return {
    status: response.status,
    headers: { 'Content-Type': response.headers.get('Content-Type') ?? undefined },
    body,
    uncacheable: 'no-store',
    showsChanges,
  }
}
