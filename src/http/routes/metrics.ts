/** Figures for monitoring. */

import { answerAs, type Answer } from '../representation/answer.ts'
import type { RouteRequest } from '../request/route-request.ts'
import type { RouteServices } from '../request/route.ts'

export async function metrics(_request: RouteRequest, services: RouteServices): Promise<Answer> {
  const registry = await services.metrics?.registry()
  return answerAs('metrics', (await registry?.print()) ?? '', { uncacheable: 'no-store' })
}
