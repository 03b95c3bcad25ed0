/** The doors of the server, for people and programs: what each brings. Without its line, its folder can go. */

import type { Pages } from '../api/request/pages.ts'
import type { DescribeForSearch, Route } from '../api/request/route.ts'
import type { Commands } from '../console/command.ts'
import { changeRoutes } from './changes/routes.ts'
import { croissant, discoveryRoutes } from './discovery/routes.ts'
import { dumpRoutes } from './dump/routes.ts'
import { mcpCommands, mcpRoutes } from './mcp/routes.ts'
import { oaiRoutes } from './oai/routes.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { htmlPages, pageRoutes } from './pages/routes.ts'
import { reconciliationRoutes } from './reconcile/routes.ts'

interface Door {
  readonly routes: readonly Route[]
  readonly commands?: Commands
  readonly describeForSearch?: DescribeForSearch
  readonly pages?: Pages
}

export const doors: readonly Door[] = [
  { routes: pageRoutes, pages: htmlPages },
  { routes: openApiRoutes },
  { routes: dumpRoutes },
  { routes: discoveryRoutes, describeForSearch: croissant },
  { routes: oaiRoutes },
  { routes: changeRoutes },
  { routes: reconciliationRoutes },
  { routes: mcpRoutes, commands: mcpCommands },
]
