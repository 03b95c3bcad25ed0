/** The description of the interface, as JSON and as YAML; made once for each graph. */

import type { RouterMiddleware } from '@koa/router'
import { stringify } from 'yaml'
import { software } from '../about.ts'
import { apiVersionOf, openApiOf } from '../docs/openapi.ts'
import { docsOf, Problem } from '../errors.ts'
import { offersOf, type MediaType } from '../media.ts'
import type { Settings } from '../settings.ts'
import { send } from './answer.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './paging.ts'
import type { Serve, Served } from './served.ts'

interface Options {
  readonly settings: Pick<Settings, 'emptyList'>
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

const formats = {
  openapi: JSON.stringify,
  'openapi-yaml': (document: object): string =>
    stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }),
} as const

/** @param resource the format that the path stands for */
export const openApi = (
  serve: Serve,
  resource: keyof typeof formats,
  { settings: { emptyList }, has }: Options,
): RouterMiddleware => {
  const [form] = offersOf(resource)
  const known = new WeakMap<Served, Buffer>()
  return async function openApi(ctx) {
    const served = serve()
    let body = known.get(served)
    if (!body) {
      const {
        model,
        base,
        about,
        urls: { root },
      } = served
      const document = openApiOf(
        {
          model,
          base,
          root,
          about,
          software,
          emptyList,
          has,
          pageSize: { default: DEFAULT_PAGE_SIZE, most: MAX_PAGE_SIZE },
        },
        docsOf(root),
      )
      known.set(served, (body = Buffer.from(formats[resource](document))))
    }
    send(ctx, form as MediaType, 200, body)
  }
}

/** Route with a version as capture: that of the API is described by `current`, and there is no other. */
export const versionedOpenApi = (serve: Serve, current: RouterMiddleware): RouterMiddleware =>
  function versionedOpenApi(ctx, next) {
    const { model } = serve()
    const version = apiVersionOf({ model, software })
    if (ctx.captures?.[0] !== version)
      throw new Problem(
        'not-found',
        `There is no description of that version of the API here; there is /${version}/skg-if-openapi.yaml.`,
      )
    return current(ctx, next)
  }
