/** What commands that ask other servers share. */

import { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts'
import { UsageError } from '../../config/errors.ts'
import { SERVER_TIMEOUT_S, type Settings } from '../../config/settings.ts'
import { printMessages } from '../../console/terminal.ts'

/** @throws UsageError for a URL with a user or a password, which would stand in messages and files */
export function requireNoUser(url: string): void {
  if (/^\w+:\/\/[^/?#]*@/.test(url)) throw new UsageError('the URL must be one without user and password')
}

/** The client of the settings, which says why it waits. */
export function clientOf(
  { fetchDelay, fetchRetries }: Settings,
  limits: Pick<HttpClientOptions, 'maxRequests' | 'maxMs' | 'mail'> = {},
): HttpClient {
  return createHttpClient({
    delayMs: fetchDelay,
    timeoutMs: SERVER_TIMEOUT_S * 1000,
    retries: fetchRetries,
    onRetry: (reason, waitMs) =>
      printMessages([`${reason}; the request is sent again in ${Math.ceil(waitMs / 1000)} s`]),
    ...limits,
  })
}
