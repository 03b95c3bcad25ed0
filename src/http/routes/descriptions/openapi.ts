/** The description of the interface, as JSON and as YAML. */

import type { RouterMiddleware } from '@koa/router'
import { software } from '../../../about.ts'
import { apiVersionOf, openApiOf } from '../../../docs/openapi.ts'
import { docsOf, Problem } from '../../../errors.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import type { Settings } from '../../../settings.ts'
import { send } from '../../representation/response.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../request/paging.ts'
import type { GetContext } from '../../graph-context.ts'

interface Options {
  readonly settings: Pick<Settings, 'emptyList'>
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

const formats = {
  openapi: (document) => JSON.stringify(document),
  'openapi-yaml': async (document) => {
    // A server that nobody asks for YAML starts without its package.
    const { stringify } = await import('yaml')
    return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
  },
} as const satisfies Record<string, (document: object) => string | Promise<string>>

/** @param resource the format that the path stands for */
export const openApi = (
  getContext: GetContext,
  resource: keyof typeof formats,
  { settings: { emptyList }, has }: Options,
): RouterMiddleware => {
  const [mediaType] = offersOf(resource)
  return async function openApi(ctx) {
    const {
      model,
      base,
      about,
      urls: { root },
    } = getContext()
    const pageSize = { default: DEFAULT_PAGE_SIZE, maximum: MAX_PAGE_SIZE }
    const document = openApiOf({ model, base, root, about, software, emptyList, has, pageSize }, docsOf(root))
    send(ctx, mediaType as MediaType, 200, await formats[resource](document))
  }
}

/** Route with a version as capture: that of the API is described by `current`, and there is no other. */
export const versionedOpenApi = (getContext: GetContext, current: RouterMiddleware): RouterMiddleware =>
  function versionedOpenApi(ctx, next) {
    const { model } = getContext()
    const version = apiVersionOf({ model, software })
    if (ctx.captures?.[0] !== version)
      throw new Problem(
        'not-found',
        `There is no description of that version of the API here; there is /${version}/skg-if-openapi.yaml.`,
      )
    return current(ctx, next)
  }
