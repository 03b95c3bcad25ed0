/** The routes by which crawlers, browsers and language models find what is here. */

import type { DescribeForSearch, Route } from '../../api/request/route.ts'
import { OPENSEARCH_PATH } from '../../api/request/paths.ts'

export const discoveryRoutes: readonly Route[] = [
  {
    path: '/sitemap.xml',
    name: 'sitemap',
    runs: 'thread',
    handler: () => import('./sitemap.ts').then(({ sitemap }) => sitemap),
    operation: {
      id: 'getSitemap',
      tag: 'Descriptions',
      title: 'Sitemap',
      help: 'Index of the parts of the sitemap.',
      body: { resource: 'sitemap' },
    },
  },
  {
    path: '/sitemaps/{file}.xml',
    name: 'sitemap',
    runs: 'thread',
    handler: () => import('./sitemap.ts').then(({ sitemapPart }) => sitemapPart),
    parameters: ['file'],
    operation: {
      id: 'getSitemapPart',
      tag: 'Descriptions',
      title: 'Part of the sitemap',
      help: 'URLs of documents.',
      body: { resource: 'sitemap' },
      problems: ['not-found'],
    },
  },
  {
    path: '/robots.txt',
    name: 'robots',
    runs: 'main',
    handler: () => import('./sitemap.ts').then(({ robots }) => robots),
    operation: {
      id: 'getRobots',
      tag: 'Descriptions',
      title: 'Robots',
      help: 'What crawlers should leave alone.',
      body: { resource: 'text' },
    },
  },
  {
    path: OPENSEARCH_PATH,
    name: 'opensearch',
    runs: 'main',
    handler: () => import('./opensearch.ts').then(({ openSearch }) => openSearch),
    operation: {
      id: 'getOpenSearch',
      tag: 'Descriptions',
      title: 'OpenSearch',
      help: 'How browsers search here from their address bar (OpenSearch 1.1).',
      body: { resource: 'opensearch' },
    },
  },
  {
    path: '/llms.txt',
    name: 'llms',
    runs: 'thread',
    handler: () => import('./llms.ts').then(({ llms }) => llms),
    operation: {
      id: 'getLlms',
      tag: 'Descriptions',
      title: 'For language models',
      help: 'What there is and how to ask for it, in a page of Markdown (llmstxt.org).',
      body: { resource: 'text' },
    },
  },
]

export const croissant: DescribeForSearch = async (dataset) =>
  (await import('./croissant.ts')).describeForSearch(dataset)
