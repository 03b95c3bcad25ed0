/** `skeg check URL`: whether a server does what the specification of SKG-IF says. */

import { checkServer } from '../conformance/check-server.ts'
import type { Model } from '../model/model.ts'
import type { Settings } from '../settings.ts'
import { clientOf } from './servers.ts'
import { withNumber } from './terminal.ts'

/** Milliseconds that a check may take. */
const MAX_MS = 900_000

/** @returns 1 if the server breaks a rule, else 0 */
export async function checkUrl(url: string, settings: Settings, model: Model): Promise<number> {
  const client = clientOf(settings, { maxRequests: settings.fetchLimit, maxMs: MAX_MS })
  const { report, lists, stopped } = await checkServer(url, { client, model, report: settings.report })
  console.log(
    [
      `${withNumber(lists, 'list')} of ${url}, ${withNumber(client.requests, 'request')}`,
      ...(stopped === undefined ? [] : [`not everything was checked: ${stopped}`]),
      ...report.lines(),
    ].join('\n'),
  )
  return report.count('failed') > 0 ? 1 : 0
}
