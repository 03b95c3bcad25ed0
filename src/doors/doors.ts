/** The doors of the server for other programs: what each brings. Without its line, the folder of a door can go. */

import type { DescribeForSearch, Route } from '../api/request/route.ts'
import type { Commands } from '../console/command.ts'
import { changeRoutes } from './changes/routes.ts'
import { croissant, discoveryRoutes } from './discovery/routes.ts'
import { dumpRoutes } from './dump/routes.ts'
import { mcpCommands, mcpRoutes } from './mcp/routes.ts'
import { oaiRoutes } from './oai/routes.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { reconciliationRoutes } from './reconcile/routes.ts'

interface Door {
  readonly routes: readonly Route[]
  readonly commands?: Commands
  readonly describeForSearch?: DescribeForSearch
}

export const doors: readonly Door[] = [
  { routes: openApiRoutes },
  { routes: dumpRoutes },
  { routes: discoveryRoutes, describeForSearch: croissant },
  { routes: oaiRoutes },
  { routes: changeRoutes },
  { routes: reconciliationRoutes },
  { routes: mcpRoutes, commands: mcpCommands },
]
