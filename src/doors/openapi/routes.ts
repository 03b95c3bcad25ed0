/** The rows of the table of routes for the description of the API. */

import type { Route } from '../../api/request/route.ts'

export const openApiRoutes: readonly Route[] = [
  {
    path: '/openapi.json',
    name: 'openapi',
    runs: 'thread',
    handler: () => import('./documents.ts').then(({ openApi }) => openApi),
    operation: {
      id: 'getOpenApi',
      tag: 'Descriptions',
      title: 'OpenAPI',
      help: 'The description of the interface for programs.',
      body: { resource: 'openapi', schema: 'OpenApi' },
      onHomePage: true,
    },
  },
  {
    path: '/skg-if-openapi.yaml',
    name: 'openapi',
    runs: 'thread',
    handler: () => import('./documents.ts').then(({ openApiYaml }) => openApiYaml),
    operation: {
      id: 'getOpenApiYaml',
      tag: 'Descriptions',
      title: 'OpenAPI as YAML',
      help: 'The same in YAML.',
      body: { resource: 'openapi-yaml', schema: 'OpenApi' },
    },
  },
  {
    path: '/{api_version}/skg-if-openapi.yaml',
    name: 'openapi',
    runs: 'thread',
    handler: () => import('./documents.ts').then(({ openApiOfVersion }) => openApiOfVersion),
    parameters: ['api_version'],
    operation: {
      id: 'getOpenApiOfVersion',
      tag: 'Descriptions',
      title: 'OpenAPI of a version',
      help: 'The same, by the version of the API; no other version is there.',
      body: { resource: 'openapi-yaml', schema: 'OpenApi' },
      problems: ['not-found'],
    },
  },
]
