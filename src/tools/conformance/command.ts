/** `skeg check URL`: whether a server does what the specification of SKG-IF says. */

import type { Settings } from '../../config/settings.ts'
import { withNumber } from '../../console/terminal.ts'
import type { Model } from '../../model/model.ts'
import { clientOf, requireNoUser } from '../shared/servers.ts'

/** Requests that the check of a server may send. */
const MAX_REQUESTS = 1000

/** Milliseconds that the check of a server may take. */
const MAX_SERVER_MS = 900_000

/** @returns 1 if the server breaks a rule, else 0 */
export async function checkServer(
  [url = '']: readonly string[],
  settings: Settings,
  model: Model,
): Promise<number> {
  requireNoUser(url)
  const { checkServer: check } = await import('./check-server.ts')
  const client = clientOf(settings, { maxRequests: MAX_REQUESTS, maxMs: MAX_SERVER_MS })
  const { report, lists, stopped } = await check(url, { client, model, report: settings.report })
  console.log(
    [
      `${withNumber(lists, 'list')} of ${url}, ${withNumber(client.requests, 'request')}`,
      ...(stopped === undefined ? [] : [`not everything was checked: ${stopped}`]),
      ...report.lines(),
    ].join('\n'),
  )
  return report.count('failed') > 0 ? 1 : 0
}
